"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { IncompleteFields, isOldMember, SwitchAccount } from "@/components/accounts/step-form";
import { LogoMark } from "@/components/brand/logo";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ButtonLink } from "@/components/ui/link";
import { isDuplicate, registrationFailure } from "@/lib/accounts/client/known-address";
import { useCompleteRegistration } from "@/lib/accounts/client/mutations";
import { signUp } from "@/lib/accounts/client/sign-up";
import {
  incompleteFields,
  PASSWORD_MIN,
  type RegistrationField,
  registrationOf,
} from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { ACCOUNT_CREATED, COMPLETE_PROFILE, HOME, LOGIN, PASSWORD, PROFILE_PICTURE } from "@/lib/paths";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";

const ConfirmIdentity = lazyComponent(() =>
  import("@/components/accounts/password-dialog").then((module) => module.ConfirmIdentity),
);

/**
 * Sends the registration gathered in the earlier steps and shows a spinner. Someone who
 * took their time confirms with a code that the password is theirs. On failure it shows why, with a
 * way forward or back.
 */
export function CreatingProfileScreen() {
  const t = useTranslate();
  const router = useRouter();
  const { mutate, error, isError, submittedAt } = useCompleteRegistration();
  const [missing, setMissing] = useState<RegistrationField[]>([]);
  const [isConfirming, setIsConfirming] = useState(false);
  const hasStarted = useRef(false);

  const register = useCallback(() => {
    const profile = readStoredProfile();
    const { finished, wantsPassword, password: chosenPassword } = signUp.read();
    const password = wantsPassword ? chosenPassword : "";
    if (finished || isOldMember()) return router.replace(HOME);
    if (!profile) return router.replace(LOGIN);
    // Lost in a reload, because the password is only in memory.
    if (wantsPassword && !password) return router.replace(`${PASSWORD}?again=1`);
    const registration = registrationOf(profile, signUp.draft(), password);
    // An account without a password signs in by code, so a placeholder satisfies the check.
    const checked = { ...registration, password: wantsPassword ? password : "x".repeat(PASSWORD_MIN) };
    const incomplete = incompleteFields(checked);
    setMissing(incomplete);
    if (incomplete.length > 0) return;
    mutate(registration, {
      onSuccess: () => {
        signUp.registered();
        router.replace(ACCOUNT_CREATED);
      },
      onError: (failure) => setIsConfirming(needsProof(failure)),
    });
  }, [mutate, router]);

  // Registers once on mount, also when strict mode runs effects twice.
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    register();
  }, [register]);

  if (missing.length > 0) {
    return (
      <FailureCard>
        <IncompleteFields fields={missing} />
        <ButtonLink href={COMPLETE_PROFILE} size="lg" wide>
          {t("Complete your details")}
        </ButtonLink>
      </FailureCard>
    );
  }
  if (isError) {
    const isUnproven = needsProof(error);
    return (
      <FailureCard title={isUnproven ? t("One more step") : undefined}>
        {isUnproven ? (
          <p className="text-ink2">
            {t("Some time has passed since your code. Confirm with a new one that this password is yours.")}
          </p>
        ) : (
          <Alert key={submittedAt}>{registrationFailure(error)}</Alert>
        )}
        {isConfirming && (
          <ConfirmIdentity
            email={readStoredProfile()?.email ?? ""}
            onClose={() => setIsConfirming(false)}
            onConfirmed={register}
            onLoadError={() => setIsConfirming(false)}
          />
        )}
        {isDuplicate(error) ? (
          <ButtonLink href={LOGIN} size="lg" wide>
            {t("Log in")}
          </ButtonLink>
        ) : (
          <Button size="lg" wide onClick={register}>
            {isUnproven ? t("Confirm") : t("Try Again")}
          </Button>
        )}
        {(isUnproven || hasOtherPassword(error)) && (
          <Button
            variant="secondary"
            wide
            onClick={() => {
              signUp.passwordDeclined();
              register();
            }}
          >
            {t("Continue without this password")}
          </Button>
        )}
        <ButtonLink href={PROFILE_PICTURE} variant="ghost" wide className="-mb-3">
          {t("Back")}
        </ButtonLink>
      </FailureCard>
    );
  }
  return (
    <div role="status" className="flex w-full max-w-100 animate-rise flex-col items-center pt-16 text-center">
      <LogoSpinner />
      <h1 className="mt-8 text-3xl">{t("Creating your profile")}</h1>
      <p className="mt-2 text-ink2">{t("Just a moment")}</p>
    </div>
  );
}

const needsProof = (error: Error) => apiError(error)?.is("reauthenticate") ?? false;
const hasOtherPassword = (error: Error) => apiError(error)?.is("conflict") ?? false;

function FailureCard({ title, children }: { title?: string | undefined; children: React.ReactNode }) {
  const t = useTranslate();
  return (
    <div className="w-full max-w-100 animate-rise">
      <div className="flex flex-col items-center text-center">
        <LogoMark className="size-11" />
        <h1 className="mt-6 text-3xl">{title ?? t("Something went wrong")}</h1>
        <p className="mt-2 text-ink2">{t("Nothing you entered is lost")}</p>
      </div>
      <div className="card mt-8 flex flex-col gap-4 p-6 xs:p-7">{children}</div>
      <div className="mt-5 text-center text-ink2">
        <SwitchAccount />
      </div>
    </div>
  );
}

/** The logo as a spinner. */
function LogoSpinner() {
  return (
    <svg viewBox="0 0 43 43" aria-hidden focusable="false" className="size-20">
      <circle cx="21.5" cy="21.5" r="16" fill="none" strokeWidth="6" className="stroke-soft" />
      <g className="origin-center animate-spin">
        <path
          d="M21.5 5.5a16 16 0 0 1 16 16"
          fill="none"
          strokeWidth="6"
          strokeLinecap="round"
          className="stroke-brand"
        />
        <circle cx="21.5" cy="5.5" r="5" className="fill-gold" />
      </g>
    </svg>
  );
}
