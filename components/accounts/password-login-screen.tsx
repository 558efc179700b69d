"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { AuthScreen, NewHere, useProfileRedirect } from "@/components/accounts/auth-screen";
import { EmailField } from "@/components/accounts/fields";
import { PasswordField } from "@/components/accounts/password-field";
import { StepForm } from "@/components/accounts/step-form";
import { ButtonLink } from "@/components/ui/link";
import { usePasswordLogin } from "@/lib/accounts/client/mutations";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { addressTyped, INVALID_EMAIL, PASSWORD_MISSING } from "@/lib/accounts/policy";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { useAutoFocus, usePreHydrationValue } from "@/lib/dom/field-hooks";
import { translate, useTranslate } from "@/lib/language/translate";
import { COMPLETE_PROFILE, LOGIN, VERIFICATION } from "@/lib/paths";
import { isProfileComplete } from "@/lib/profiles/policy";
import { safeRedirect } from "@/lib/screens";
import { INTERNAL_ERROR } from "@/lib/text/errors";

/**
 * Signs in with an address and its password, for people who do not want to wait for a code or get
 * none.
 */
export function PasswordLoginScreen() {
  const t = useTranslate();
  const router = useRouter();
  const logIn = usePasswordLogin();
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { email: typedEmail, codeSentTo, isMasked, next } = useSignUp();
  const [changedEmail, setChangedEmail] = useState<string>();
  const [password, setPassword] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  // Prefilled with the address typed on the previous screen, or the one a code was sent to.
  const email = changedEmail ?? (typedEmail || (isMasked ? "" : codeSentTo));
  const target = safeRedirect(next);
  useProfileRedirect(target);
  // Password managers fill in both fields before hydration.
  usePreHydrationValue(emailInput, email, setChangedEmail);
  usePreHydrationValue(passwordInput, password, setPassword);
  useAutoFocus(passwordInput);

  const address = addressTyped(email);
  const emailMissing = !address.includes("@");

  const submit = () => {
    setWasSubmitted(true);
    if (emailMissing || password === "") {
      (emailMissing ? emailInput : passwordInput).current?.focus();
      return;
    }
    logIn.mutate(
      { email: address, password },
      {
        onSuccess: ({ user }) => {
          signUp.passwordProven(user);
          router.replace(isProfileComplete(user) ? target : COMPLETE_PROFILE);
        },
        onError: () => {
          passwordInput.current?.focus();
          passwordInput.current?.select();
        },
      },
    );
  };

  return (
    <AuthScreen
      title={t("Enter your password")}
      subtitle={t("If you have none, a code by email lets you in")}
      footer={<NewHere />}
    >
      <StepForm
        mutation={logIn}
        submitLabel={t("Log in")}
        failureText={failureText}
        onSubmit={submit}
        after={
          <ButtonLink href={codeSentTo ? VERIFICATION : LOGIN} replace variant="ghost" wide className="-mb-3">
            {t("Use a code instead")}
          </ButtonLink>
        }
      >
        <EmailField
          ref={emailInput}
          label={t("Email")}
          autoComplete="username"
          value={email}
          error={wasSubmitted && emailMissing ? t(INVALID_EMAIL) : null}
          onChange={setChangedEmail}
        />
        <PasswordField
          ref={passwordInput}
          label={t("Password")}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={wasSubmitted && password === "" ? t(PASSWORD_MISSING) : null}
          onChange={(event) => setPassword(event.target.value)}
        />
      </StepForm>
    </AuthScreen>
  );
}

function failureText(error: Error): string {
  if (apiError(error)?.isOffline) return messageOf(error);
  return apiError(error)?.serverMessage ?? translate(INTERNAL_ERROR);
}
