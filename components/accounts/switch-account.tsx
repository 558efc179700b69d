"use client";

import { Button } from "@/components/ui/button";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { useSignOut } from "@/lib/accounts/client/sign-out";
import { COLLEGE_EMAIL } from "@/lib/paths";

/** Shows whose account is being created and lets another person log out of it and start over. */
export function SwitchAccount() {
  const profile = useStoredProfile();
  const signOut = useSignOut(COLLEGE_EMAIL);
  return (
    <div className="flex flex-col items-center gap-1">
      {/* Only the browser knows the address, so the line reserves its space first. */}
      <p className="min-h-[1lh] break-all text-sm">{profile && `Signed in as ${profile.email}`}</p>
      <Button
        variant="ghost"
        size="sm"
        loading={signOut.isPending || signOut.isSuccess}
        onClick={() => signOut.mutate()}
      >
        Switch Account
      </Button>
    </div>
  );
}
