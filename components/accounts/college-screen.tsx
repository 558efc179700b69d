"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { AlreadyHere, AuthScreen, useProfileRedirect } from "@/components/accounts/auth-screen";
import { CollegeField } from "@/components/accounts/college-field";
import { StepForm } from "@/components/accounts/step-form";
import { Alert } from "@/components/ui/alert";
import { registrationFailure } from "@/lib/accounts/client/known-address";
import { useCompleteRegistration } from "@/lib/accounts/client/mutations";
import { useStoredProfile } from "@/lib/accounts/client/queries";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { useAutoFocus } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { COLLEGE_EMAIL, COMPLETE_PROFILE, LOGIN } from "@/lib/paths";
import { APP_NAME, COLLEGE_DOMAINS, COLLEGE_NAMES, COLLEGES, NO_COLLEGE } from "@/lib/product";
import { isProfileComplete } from "@/lib/profiles/policy";
import { safeRedirect } from "@/lib/screens";

/** Several are a field to search in, whose list would open and cover what explains it. */
const NO_FIELD = { current: null };

/**
 * The first step of signing up: the college. A person who came through Google or the college has a
 * proven address and is registered here; everyone else proves theirs next.
 */
export function CollegeScreen() {
  const t = useTranslate();
  const router = useRouter();
  const field = useRef<HTMLElement>(null);
  const { collegeName, next } = useSignUp();
  const [missing, setMissing] = useState(false);
  const profile = useStoredProfile();
  const register = useCompleteRegistration();
  // Registering completes a Google user's profile, and then this screen navigates itself.
  useProfileRedirect(safeRedirect(next), register.isIdle);
  useAutoFocus(COLLEGES.length === 1 ? field : NO_FIELD);

  const submit = () => {
    setMissing(collegeName === "");
    if (collegeName === "") {
      register.reset();
      field.current?.focus();
      return;
    }
    const isVouched = profile && profile.provider !== "email" && profile.collegeName === NO_COLLEGE;
    signUp.collegeChosen(collegeName, isVouched ? profile.provider : "email");
    if (!isVouched) {
      router.push(COLLEGE_EMAIL);
      return;
    }
    register.mutate(
      { collegeName, email: profile.email },
      {
        onSuccess: ({ user }) =>
          router.replace(isProfileComplete(user) ? safeRedirect(next) : COMPLETE_PROFILE),
        onError: () => field.current?.focus(),
      },
    );
  };

  return (
    <AuthScreen
      title={t("Find your campus")}
      subtitle={t("Your circle starts with your college")}
      back={LOGIN}
      step={1}
      footer={<AlreadyHere />}
    >
      <StepForm
        mutation={register}
        submitLabel={t("Continue")}
        failureText={registrationFailure}
        onSubmit={submit}
      >
        <CollegeField
          ref={field}
          label={t("College")}
          hint={t("Search and select your college to join its exclusive community")}
          value={collegeName}
          invalid={missing}
          onChange={(chosen) => {
            signUp.typed({ collegeName: chosen });
            setMissing(false);
          }}
        />
        {missing && <Alert>{t("Please select your college.")}</Alert>}
      </StepForm>
      <MissingCollege />
    </AuthScreen>
  );
}

/** Advice for a person whose college is not in the list. */
function MissingCollege() {
  const t = useTranslate();
  return (
    <details className="group text-ink2 text-sm">
      <summary className="touch-target mx-auto w-fit cursor-pointer list-none rounded-sm text-center font-semibold text-brand underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
        {t("My college isn't here")}
      </summary>
      <div className="mt-3 flex flex-col gap-2">
        <p>
          {t(
            "Colleges join {app} one by one. For now it is open to students, faculty and alumni of {colleges}.",
            {
              app: APP_NAME,
              colleges: COLLEGE_NAMES,
            },
          )}
        </p>
        <p>{t("You study or work there? Search for its short name or its city.")}</p>
        <p>
          {t("You have no address that ends with {domains} yet? Your college's IT office can give you one.", {
            domains: COLLEGE_DOMAINS,
          })}
        </p>
        <p>{t("You have graduated? Ask your college to invite you at the address you use now.")}</p>
      </div>
    </details>
  );
}
