import type { Metadata } from "next";
import { SettingsOverview } from "@/components/settings/settings-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Settings") };
}

export default function SettingsPage() {
  return <SettingsOverview />;
}
