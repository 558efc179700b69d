"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { PasswordAction } from "@/components/accounts/use-password-change";
import { SettingsRow } from "@/components/settings/settings-row";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { passwordOptions } from "@/lib/accounts/client/queries";
import { useTranslate } from "@/lib/language/translate";

const PasswordDialog = lazyComponent(() =>
  import("@/components/accounts/password-dialog").then((module) => module.PasswordDialog),
);

/** The optional password, an alternative to one-time codes. */
export function PasswordSettings({ email }: { email: string }) {
  const t = useTranslate();
  const query = useQuery(passwordOptions());
  const [action, setAction] = useState<PasswordAction>();
  const close = () => setAction(undefined);
  if (query.isPending) {
    return (
      <SettingsRow title={t("Password")} note={t("Log in with it instead of a code.")}>
        <SkeletonGroup label={t("Loading")}>
          <Skeleton className="h-9 w-32 rounded-full" />
        </SkeletonGroup>
      </SettingsRow>
    );
  }
  if (!query.data) {
    return (
      <SettingsRow title={t("Password")} note={t("We couldn't check whether you have one.")}>
        <Button variant="secondary" size="sm" isPending={query.isFetching} onClick={() => query.refetch()}>
          {t("Try Again")}
        </Button>
      </SettingsRow>
    );
  }
  const { hasPassword, recentlySignedIn } = query.data;
  return (
    <>
      <SettingsRow
        title={t("Password")}
        note={
          hasPassword
            ? t("You can log in with it instead of a code.")
            : t("Log in with it instead of a code.")
        }
      >
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setAction(hasPassword ? "change" : "set")}>
            <KeyRound aria-hidden />
            {hasPassword ? t("Change password") : t("Set password")}
          </Button>
          {hasPassword && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("Remove password")}
              onClick={() => setAction("remove")}
            >
              {t("Remove")}
            </Button>
          )}
        </div>
      </SettingsRow>
      {action && (
        <PasswordDialog
          action={action}
          email={email}
          hasPassword={hasPassword}
          recentlySignedIn={recentlySignedIn}
          onClose={close}
          onLoadError={close}
        />
      )}
    </>
  );
}
