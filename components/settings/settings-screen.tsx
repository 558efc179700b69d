import { Bell, FolderDown, SlidersHorizontal, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { AccountSettings } from "@/components/settings/account-settings";
import { DataExport } from "@/components/settings/data-export";
import { InstallApp } from "@/components/settings/install-app";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { PreferenceSettings } from "@/components/settings/preference-settings";
import { Card } from "@/components/ui/card";
import { Collapsible } from "@/components/ui/collapsible";

/** Preferences, notifications, account and data of the viewer. */
export function SettingsScreen() {
  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <h1 className="px-4 pt-4 text-2xl md:px-0 md:pt-0">Settings</h1>
      <Section title="Preferences" icon={<SlidersHorizontal aria-hidden />}>
        <PreferenceSettings />
        <InstallApp />
      </Section>
      <Section title="Notifications" icon={<Bell aria-hidden />}>
        <NotificationSettings />
      </Section>
      <Section title="Account" icon={<UserRound aria-hidden />}>
        <AccountSettings />
      </Section>
      <Section title="Your data" icon={<FolderDown aria-hidden />}>
        <DataExport />
      </Section>
    </div>
  );
}

function Section({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Card bleed className="p-2 md:p-3">
      <Collapsible title={title} icon={icon} defaultOpen>
        {children}
      </Collapsible>
    </Card>
  );
}
