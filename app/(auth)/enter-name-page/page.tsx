import type { Metadata } from "next";
import { NameScreen } from "@/components/accounts/name-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Your name") };
}

export default function EnterNamePage() {
  return <NameScreen />;
}
