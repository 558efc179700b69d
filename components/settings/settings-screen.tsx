"use client";

import { Download, SlidersHorizontal, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { AccountSettings } from "@/components/settings/account-settings";
import { DataExport } from "@/components/settings/data-export";
import { DeviceList } from "@/components/settings/device-list";
import { SETTINGS_GROUPS, type SettingsGroupId } from "@/components/settings/groups";
import { HelpAndAbout } from "@/components/settings/help-and-about";
import { MessageSettings } from "@/components/settings/message-settings";
import { NotificationSettings } from "@/components/settings/notification-settings";
import {
  LanguageSettings,
  PreferenceSettings,
  ThemeSettings,
} from "@/components/settings/preference-settings";
import { PrivacySettings } from "@/components/settings/privacy-settings";
import { ReportList } from "@/components/settings/report-list";
import { SafetySettings } from "@/components/settings/safety-settings";
import { SettingsPage } from "@/components/settings/settings-layout";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Collapsible } from "@/components/ui/collapsible";
import { useTranslate } from "@/lib/language/translate";
import { install, useInstallState } from "@/lib/offline/client/install";
import { APP_NAME } from "@/lib/product";

/** What `/settings` shows next to or above the rows: the settings that people look for first. */
export function SettingsOverview() {
  const t = useTranslate();
  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <Section title={t("Preferences")} icon={<SlidersHorizontal aria-hidden />}>
        <div className="flex flex-col gap-4">
          <ThemeSettings />
          <LanguageSettings />
        </div>
      </Section>
      <Section title={t("Account")} icon={<UserRound aria-hidden />}>
        <AccountSettings />
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

/** One group of settings on a page of its own. */
export function SettingsGroup({ id, version }: { id: SettingsGroupId; version: string }) {
  const t = useTranslate();
  const title = SETTINGS_GROUPS.find((group) => group.id === id)?.title;
  return (
    <SettingsPage title={title && t(title)}>
      <GroupContent id={id} version={version} />
    </SettingsPage>
  );
}

function GroupContent({ id, version }: { id: SettingsGroupId; version: string }) {
  const t = useTranslate();
  switch (id) {
    case "appearance":
      return (
        <>
          <PreferenceSettings />
          <InstallApp />
        </>
      );
    case "notifications":
      return <NotificationSettings />;
    case "messages":
      return <MessageSettings />;
    case "privacy":
      return <PrivacySettings />;
    case "safety":
      return <SafetySettings />;
    case "reports":
      return <ReportList />;
    case "devices":
      return (
        <>
          <p className="mb-3 text-ink2">{t("Log out of any you don't recognise.")}</p>
          <DeviceList />
        </>
      );
    case "data":
      return <DataExport />;
    case "about":
      return <HelpAndAbout version={version} />;
  }
}

/** Offers to install the app. It renders nothing where the app is installed or cannot be. */
function InstallApp() {
  const t = useTranslate();
  const installState = useInstallState();
  if (installState === "none") return null;
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{t("Install {appName}", { appName: APP_NAME })}</p>
        <p className="text-ink2 text-label">
          {installState === "ready"
            ? t("Opens like any app, also without a connection.")
            : t("In Safari, tap Share, then Add to Home Screen.")}
        </p>
      </div>
      {installState === "ready" && (
        <Button variant="secondary" onClick={() => void install()}>
          <Download aria-hidden />
          {t("Install")}
        </Button>
      )}
    </div>
  );
}
