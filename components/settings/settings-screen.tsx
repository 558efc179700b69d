"use client";

import { Bell, Download, FolderDown, SlidersHorizontal, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { AccountSettings } from "@/components/settings/account-settings";
import { DataExport } from "@/components/settings/data-export";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { PreferenceSettings } from "@/components/settings/preference-settings";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Collapsible } from "@/components/ui/collapsible";
import { install, useInstallState } from "@/lib/offline/client/install";
import { APP_NAME } from "@/lib/product";

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

/** Offers to install the app. It renders nothing where the app is installed or cannot be. */
function InstallApp() {
  const installState = useInstallState();
  if (installState === "none") return null;
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">Install {APP_NAME}</p>
        <p className="text-ink2 text-label">
          {installState === "ready"
            ? "Opens like any app, also without a connection."
            : "In Safari, tap Share, then Add to Home Screen."}
        </p>
      </div>
      {installState === "ready" && (
        <Button variant="secondary" onClick={() => void install()}>
          <Download aria-hidden />
          Install
        </Button>
      )}
    </div>
  );
}
