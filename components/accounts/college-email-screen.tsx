"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { AlreadyHere, AuthScreen, useProfileRedirect } from "@/components/accounts/auth-screen";
import { EmailField } from "@/components/accounts/fields";
import { SavedPlaceOffer } from "@/components/accounts/saved-place-offer";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/field";
import { registrationFailure } from "@/lib/accounts/client/known-address";
import { useRegisterAddress, useSendCode } from "@/lib/accounts/client/mutations";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { addressTyped, NO_COLLEGE_EMAIL } from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import { isComposing } from "@/lib/dom/composition";
import { useAutoFocus, usePreHydrationValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { SELECT_COLLEGE, VERIFICATION } from "@/lib/paths";
import { COLLEGE_DOMAINS, collegeByEmail } from "@/lib/product";

/** Registers a college address, unless it is known already, and sends it a code. */
export function CollegeEmailScreen() {
  const t = useTranslate();
  const router = useRouter();
  const register = useRegisterAddress();
  const sendCode = useSendCode();
  const field = useRef<HTMLInputElement>(null);
  const { email } = useSignUp();
  const [alert, setAlert] = useState<string | null>(null);
  const setEmail = (typed: string) => signUp.typed({ email: typed });
  useProfileRedirect();
  usePreHydrationValue(field, email, setEmail);
  useAutoFocus(field);

  const address = addressTyped(email);
  const college = collegeByEmail(address);
  const isValid = college !== undefined && address.indexOf("@") > 0;
  const isPending = register.isPending || sendCode.isPending || sendCode.isSuccess;

  const fail = (message: string) => {
    setAlert(message);
    field.current?.focus();
  };

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (!isValid) {
      fail(t(NO_COLLEGE_EMAIL));
      return;
    }
    setAlert(null);
    let isNewUser: boolean;
    try {
      const { alreadyRegistered } = await register.mutateAsync({
        email: address,
        collegeName: college.code,
      });
      isNewUser = !alreadyRegistered;
    } catch (error) {
      fail(registrationFailure(error));
      return;
    }
    try {
      await sendCode.mutateAsync(address);
    } catch (error) {
      fail(t("Error: {reason}", { reason: apiError(error)?.serverMessage ?? t("Failed to send OTP") }));
      return;
    }
    signUp.codeSent({ email: address, isNewUser });
    router.push(VERIFICATION);
  };

  // Browsers do not submit a form whose button is disabled, but Enter must still show what is
  // wrong.
  const handleEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isValid || isComposing(event)) return;
    event.preventDefault();
    fail(t(NO_COLLEGE_EMAIL));
  };

  return (
    <AuthScreen
      title={t("Your college email")}
      subtitle={t("We'll send you a code to check it's yours")}
      back={SELECT_COLLEGE}
      step={2}
      footer={<AlreadyHere />}
      agreement
    >
      <SavedPlaceOffer onDecline={() => field.current?.focus()} />
      <Form onSubmit={handleSubmit}>
        <EmailField
          ref={field}
          label={t("College email")}
          value={email}
          hint={address === "" ? t("It ends with {domains}", { domains: COLLEGE_DOMAINS }) : undefined}
          error={
            address !== "" && !isValid
              ? t("Please use your college email ({domains})", { domains: COLLEGE_DOMAINS })
              : null
          }
          success={isValid ? t("This email is supported") : null}
          onKeyDown={handleEnter}
          onChange={(typed) => {
            setEmail(typed);
            setAlert(null);
          }}
        />
        {alert && <Alert>{alert}</Alert>}
        <Button type="submit" size="lg" wide disabled={!isValid} isPending={isPending}>
          {t("Continue")}
        </Button>
      </Form>
    </AuthScreen>
  );
}
