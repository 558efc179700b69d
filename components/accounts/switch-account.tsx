"use client";

import { Button } from "@/components/ui/button";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { useSignOut } from "@/lib/accounts/client/sign-out";
import { COLLEGE_EMAIL } from "@/lib/paths";

/**
 * Whose account is being made, and the way out for somebody else: it is logged out of and nothing
 * of it stays here.
 */
export function SwitchAccount() {
  const profile = useStoredProfile();
  const signOut = useSignOut(COLLEGE_EMAIL);
  return (
    <div className="flex flex-col items-center gap-1">
      {/* Known only in the browser: the line is there before the address is. */}
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
