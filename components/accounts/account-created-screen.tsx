"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isOldMember } from "@/components/accounts/step-form";
import { ButtonLink } from "@/components/ui/link";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp } from "@/lib/accounts/client/sign-up";
import { useTranslate } from "@/lib/language/translate";
import { COMPLETE_PROFILE, HOME, ONBOARDING } from "@/lib/paths";
import { isProfileComplete } from "@/lib/profiles/policy";

/** How long this screen shows, in milliseconds (docs/product.md, "Signing up", step 9). */
const SHOWN_MS = 3000;

/**
 * The account exists. Continues by itself after a moment, or at once by the button. A member who
 * has not just registered is sent home.
 */
export function AccountCreatedScreen() {
  const t = useTranslate();
  const router = useRouter();
  const profile = useStoredProfile();
  const isIncomplete = profile !== undefined && !isProfileComplete(profile);
  useEffect(() => {
    if (isIncomplete) {
      router.replace(COMPLETE_PROFILE);
      return;
    }
    const { finished, guideSeen } = signUp.read();
    const hasJustRegistered = finished && !guideSeen;
    if (!hasJustRegistered && isOldMember()) {
      router.replace(HOME);
      return;
    }
    router.prefetch(ONBOARDING);
    const timer = setTimeout(() => router.replace(ONBOARDING), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [router, isIncomplete]);

  const firstName = isIncomplete ? undefined : profile?.name.split(" ")[0];
  return (
    <div className="flex w-full max-w-100 animate-rise flex-col items-center pt-10 text-center">
      <JoinedMark />
      <div role="status">
        <h1 className="mt-8 text-3xl">
          {firstName ? t("You're in, {name}!", { name: firstName }) : t("You're in!")}
        </h1>
        <p className="mt-2 text-balance text-ink2">{t("Your account is ready. Let's show you around.")}</p>
      </div>
      <ButtonLink href={ONBOARDING} replace size="lg" className="mt-8">
        {t("Show me around")}
      </ButtonLink>
    </div>
  );
}

/** The logo with a check mark in the ring. Decorative. */
function JoinedMark() {
  return (
    <svg viewBox="0 0 86 86" aria-hidden focusable="false" className="size-28 animate-pop-in">
      <circle cx="38" cy="48" r="30" strokeWidth="9" className="fill-soft stroke-brand" />
      <path
        d="m26 49 9 9 17-19"
        fill="none"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-brand"
      />
      <circle cx="71" cy="15" r="14" className="fill-gold" />
    </svg>
  );
}
