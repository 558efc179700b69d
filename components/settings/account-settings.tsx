"use client";

import { EyeOff, LogOut, Pencil, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { AgeForm } from "@/components/accounts/age-form";
import { ConfirmIdentity } from "@/components/accounts/password-dialog";
import { DeleteAccountDialog } from "@/components/settings/delete-account-dialog";
import { PasswordSettings } from "@/components/settings/password-settings";
import { SettingsRow } from "@/components/settings/settings-row";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ButtonLink } from "@/components/ui/link";
import { useDeactivateAccount, useSignOut } from "@/lib/accounts/client/mutations";
import { apiError, failureMessage } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useMe } from "@/lib/profiles/client/queries";

/** The account: profile, password, and leaving. */
export function AccountSettings() {
  const me = useMe();
  return (
    <div className="flex flex-col gap-6">
      <ProfileRow />
      {me && <PasswordSettings email={me.email} />}
      {me && <AgeForm me={me} />}
      <LeaveAccount />
    </div>
  );
}

/** Who is logged in, and the way to their profile. */
function ProfileRow() {
  const t = useTranslate();
  const me = useMe();
  return (
    <SettingsRow title={t("Profile")} note={me?.email ?? ""}>
      <ButtonLink href="/edit-profile" variant="secondary" size="sm">
        <Pencil aria-hidden />
        {t("Edit Profile")}
      </ButtonLink>
    </SettingsRow>
  );
}

/** Logging out, deactivating and deleting. */
function LeaveAccount() {
  const t = useTranslate();
  const me = useMe();
  const signOut = useSignOut();
  const deactivate = useDeactivateAccount();
  const needsProof = apiError(deactivate.error)?.is("reauthenticate") ?? false;
  const [openDialog, setOpenDialog] = useState<"logout" | "deactivate" | "withdraw" | "delete">();
  return (
    <div className="flex flex-col gap-6">
      <SettingsRow title={t("Logout")} note={t("You will need a new code or your password to come back.")}>
        <Button
          variant="secondary"
          size="sm"
          isPending={signOut.isPending}
          onClick={() => setOpenDialog("logout")}
        >
          <LogOut aria-hidden />
          {t("Logout")}
        </Button>
      </SettingsRow>
      <SettingsRow
        title={t("Deactivate account")}
        note={t("Hides you and everything you did, until you log in again. Nothing is deleted.")}
      >
        <Button variant="secondary" size="sm" onClick={() => setOpenDialog("deactivate")}>
          <EyeOff aria-hidden />
          {t("Deactivate account")}
        </Button>
      </SettingsRow>
      <SettingsRow
        title={t("Withdraw consent")}
        note={t(
          "Takes back what you agreed to in the terms and the privacy notice, and deactivates your account.",
        )}
      >
        <Button variant="secondary" size="sm" onClick={() => setOpenDialog("withdraw")}>
          <Undo2 aria-hidden />
          {t("Withdraw consent")}
        </Button>
      </SettingsRow>
      <SettingsRow
        title={t("Delete Account")}
        note={t("Your profile, posts, comments and likes are deleted for good.")}
      >
        <Button variant="dangerOutline" size="sm" onClick={() => setOpenDialog("delete")}>
          <Trash2 aria-hidden />
          {t("Delete Account")}
        </Button>
      </SettingsRow>
      <ConfirmDialog
        open={openDialog === "logout"}
        onOpenChange={() => setOpenDialog(undefined)}
        title={t("Log out of this device?")}
        description={t("Your other devices stay signed in.")}
        confirmLabel={t("Log out")}
        onConfirm={() => signOut.mutate()}
      />
      {(openDialog === "deactivate" || openDialog === "withdraw") && me && needsProof && (
        <ConfirmIdentity
          email={me.email}
          onClose={() => {
            setOpenDialog(undefined);
            deactivate.reset();
          }}
          onConfirmed={() =>
            deactivate.mutate({ userId: me._id, withdrawsConsent: openDialog === "withdraw" })
          }
        />
      )}
      {(openDialog === "deactivate" || openDialog === "withdraw") && me && !needsProof && (
        <ConfirmDialog
          open
          onOpenChange={() => setOpenDialog(undefined)}
          title={openDialog === "withdraw" ? t("Withdraw your consent?") : t("Deactivate your account?")}
          description={[
            openDialog === "withdraw" &&
              t(
                "Without it we can't run your account, so it is deactivated. To erase your data, choose Delete Account instead.",
              ),
            t(
              "Your profile, posts, comments, likes and circles are hidden from everybody, and you are logged out on all devices. To bring everything back, log in again.",
            ),
          ]
            .filter(Boolean)
            .join(" ")}
          confirmLabel={openDialog === "withdraw" ? t("Withdraw") : t("Deactivate")}
          // On success the page redirects, so the button stays busy until then.
          isPending={deactivate.isPending || deactivate.isSuccess}
          error={
            deactivate.isError
              ? failureMessage(deactivate.error, t("Failed to deactivate account. Please try again."))
              : null
          }
          onConfirm={() => deactivate.mutate({ userId: me._id, withdrawsConsent: openDialog === "withdraw" })}
        />
      )}
      {openDialog === "delete" && me && (
        <DeleteAccountDialog
          me={me}
          onClose={() => setOpenDialog(undefined)}
          onDeactivate={() => setOpenDialog("deactivate")}
        />
      )}
    </div>
  );
}
