"use client";

import { LogOut, ShieldAlert, Trash2 } from "lucide-react";
import { useState } from "react";
import { OwnDecisions } from "@/components/moderation/own-decisions";
import { DataExport } from "@/components/settings/data-export";
import { DeleteAccountDialog } from "@/components/settings/delete-account-dialog";
import { SettingsRow } from "@/components/settings/settings-row";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { useSignOut } from "@/lib/accounts/client/mutations";
import { Rich } from "@/lib/language/rich";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { legalPath } from "@/lib/legal/policy";
import { useMe } from "@/lib/profiles/client/queries";

/** All that a banned person sees: why, and what they can still do. */
export function SuspendedScreen() {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <div className="flex w-full max-w-xl flex-col gap-4">
      <Card className="flex flex-col gap-5 p-5 md:p-7">
        <header className="flex flex-col gap-3">
          <span className="grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
            <ShieldAlert aria-hidden className="size-6" />
          </span>
          <h1 className="text-2xl">{t("Your account is banned")}</h1>
          <p className="text-ink2">
            <Rich
              text="No one sees your profile or anything you posted or wrote. You can appeal, take your data with you, or delete your account. The rules are in the <link>guidelines</link>."
              components={{ link: <TextLink href={legalPath("guidelines", language)} /> }}
            />
          </p>
        </header>
        <section aria-label={t("Decisions about you")} className="border-line border-t pt-5">
          <OwnDecisions />
        </section>
      </Card>
      <LeaveCard />
    </div>
  );
}

/** Taking one's data, deleting the account and logging out. */
export function LeaveCard() {
  const t = useTranslate();
  const me = useMe();
  const signOut = useSignOut();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Card className="flex flex-col gap-6 p-5 md:p-7">
      <DataExport />
      <SettingsRow
        title={t("Delete Account")}
        note={t("Your profile, posts, comments and likes are deleted for good.")}
      >
        <Button variant="dangerOutline" size="sm" onClick={() => setIsDeleting(true)}>
          <Trash2 aria-hidden />
          {t("Delete Account")}
        </Button>
      </SettingsRow>
      <SettingsRow title={t("Log out")} note={me?.email ?? ""}>
        <Button variant="secondary" size="sm" isPending={signOut.isPending} onClick={() => signOut.mutate()}>
          <LogOut aria-hidden />
          {t("Log out")}
        </Button>
      </SettingsRow>
      {isDeleting && me && <DeleteAccountDialog me={me} onClose={() => setIsDeleting(false)} />}
    </Card>
  );
}
