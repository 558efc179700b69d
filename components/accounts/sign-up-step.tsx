"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { useSignOut } from "@/lib/accounts/client/mutations";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { useTranslate } from "@/lib/language/translate";
import { COLLEGE_EMAIL, HOME } from "@/lib/paths";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { isProfileComplete } from "@/lib/profiles/policy";

/**
 * A step of signing up. A person who returns to it with Back after registering is sent home, and so
 * is a member who is not signing up.
 */
export function useSignUpStep(): void {
  const router = useRouter();
  const { finished } = useSignUp();
  useEffect(() => {
    if (finished || isOldMember()) router.replace(HOME);
  }, [finished, router]);
}

/** Whether the signed-in person has a profile and is not on the way to one: no draft is theirs. */
export function isOldMember(): boolean {
  const profile = readStoredProfile();
  return profile !== undefined && isProfileComplete(profile) && signUp.draft().email !== profile.email;
}

/** Shows whose account is being created and lets another person log out of it and start over. */
export function SwitchAccount() {
  const t = useTranslate();
  const profile = useStoredProfile();
  const signOut = useSignOut(COLLEGE_EMAIL);
  return (
    <div className="flex flex-col items-center gap-1">
      {/* Only the browser knows the address, so the line reserves its space first. */}
      <p className="min-h-[1lh] break-all text-sm">
        {profile && t("Signed in as {email}", { email: profile.email })}
      </p>
      <Button
        variant="ghost"
        size="sm"
        isPending={signOut.isPending || signOut.isSuccess}
        onClick={() => signOut.mutate()}
      >
        {t("Switch Account")}
      </Button>
    </div>
  );
}
