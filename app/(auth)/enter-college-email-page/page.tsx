import type { Metadata } from "next";
import { CollegeEmailScreen } from "@/components/accounts/college-email-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Your college email") };
}

export default function EnterCollegeEmailPage() {
  return <CollegeEmailScreen />;
}
