import type { Metadata } from "next";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Select your college") };
}

export default function SelectCollegePage() {
  return <CollegeScreen />;
}
