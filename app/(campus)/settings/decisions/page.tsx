import type { Metadata } from "next";
import { OwnDecisions } from "@/components/moderation/own-decisions";
import { SettingsPage } from "@/components/settings/settings-layout";

export const metadata: Metadata = { title: "Decisions about you · Settings" };

export default function DecisionsPage() {
  return (
    <SettingsPage title="Decisions about you">
      <OwnDecisions />
    </SettingsPage>
  );
}
