import type { Metadata } from "next";
import { CreatingProfileScreen } from "@/components/accounts/creating-profile-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Creating your profile") };
}

export default function CreatingProfilePage() {
  return <CreatingProfileScreen />;
}
