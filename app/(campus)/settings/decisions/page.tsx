import type { Metadata } from "next";
import { OwnDecisions } from "@/components/moderation/own-decisions";
import { SettingsPage } from "@/components/settings/settings-layout";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: `${t("Decisions about you")} · ${t("Settings")}` };
}

export default async function DecisionsPage() {
  const t = await getText();
  return (
    <SettingsPage title={t("Decisions about you")}>
      <OwnDecisions />
    </SettingsPage>
  );
}
