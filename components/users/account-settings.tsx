"use client";

import { LogOut, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DeleteAccountDialog } from "@/components/users/delete-account-dialog";
import { DeviceList } from "@/components/users/device-list";
import { PasswordSettings } from "@/components/users/password-settings";
import { SettingsRow } from "@/components/users/settings-row";
import { useSignOut } from "@/lib/auth/queries";
import { useMe } from "@/lib/users/queries";

/** Who is signed in and where, and the two ways out. */
export function AccountSettings() {
  const me = useMe();
  const signOut = useSignOut();
  const [asking, setAsking] = useState<"logout" | "delete">();
  return (
    <div className="flex flex-col gap-6">
      <SettingsRow title="Profile" note={me?.email ?? ""}>
        <ButtonLink href="/edit-profile" variant="secondary" size="sm">
          <Pencil aria-hidden />
          Edit Profile
        </ButtonLink>
      </SettingsRow>
      {me && <PasswordSettings email={me.email} />}
      <section aria-labelledby="devices" className="flex flex-col gap-3">
        <div>
          <h3 id="devices" className="font-medium font-sans tracking-normal">
            Signed-in devices
          </h3>
          <p className="text-ink2 text-sm">Log out of any you don't recognise.</p>
        </div>
        <DeviceList />
      </section>
      <SettingsRow title="Logout" note="You will need a new code or your password to come back.">
        <Button variant="secondary" size="sm" loading={signOut.isPending} onClick={() => setAsking("logout")}>
          <LogOut aria-hidden />
          Logout
        </Button>
      </SettingsRow>
      <SettingsRow
        title="Delete Account"
        note="Your profile, posts, comments and likes are deleted for good."
      >
        <Button variant="danger" size="sm" onClick={() => setAsking("delete")}>
          <Trash2 aria-hidden />
          Delete Account
        </Button>
      </SettingsRow>
      <ConfirmDialog
        open={asking === "logout"}
        onOpenChange={() => setAsking(undefined)}
        title="Log out of this device?"
        description="Your other devices stay signed in."
        confirmLabel="Log out"
        onConfirm={() => signOut.mutate()}
      />
      {asking === "delete" && me && <DeleteAccountDialog me={me} onClose={() => setAsking(undefined)} />}
    </div>
  );
}
