"use client";

import { Button } from "@/components/ui/button";
import { forgetPassword } from "@/lib/auth/chosen-password";
import { clearDraft } from "@/lib/auth/draft";
import { COLLEGE_EMAIL } from "@/lib/auth/pages";
import { clearPendingCode } from "@/lib/auth/pending-code";
import { useSignOut, useStoredProfile } from "@/lib/auth/queries";
import { clearSignUp } from "@/lib/auth/sign-up";

/** Whose account is being made, and the way out for somebody else: it is logged out of and nothing of it stays here. */
export function SwitchAccount() {
  const profile = useStoredProfile();
  const signOut = useSignOut(COLLEGE_EMAIL);
  const press = () =>
    signOut.mutate(undefined, {
      onSettled: () => {
        clearDraft();
        clearSignUp();
        clearPendingCode();
        forgetPassword();
      },
    });
  return (
    <div className="flex flex-col items-center gap-1">
      {/* Known only in the browser: the line is there before the address is. */}
      <p className="min-h-[1lh] break-all text-sm">{profile && `Signed in as ${profile.email}`}</p>
      <Button variant="ghost" size="sm" loading={signOut.isPending || signOut.isSuccess} onClick={press}>
        Switch Account
      </Button>
    </div>
  );
}
