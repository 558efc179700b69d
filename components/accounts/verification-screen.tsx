"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { AuthScreen, useProfileRedirect } from "@/components/accounts/auth-screen";
import { CodeField } from "@/components/accounts/fields";
import { Alert, type AlertTone } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/field";
import { ButtonLink } from "@/components/ui/link";
import { useCheckCode, useSendCode } from "@/lib/accounts/client/mutations";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { forgetPlace } from "@/lib/accounts/client/sign-up-storage";
import { CODE_LENGTH, INVALID_CODE, maskedAddress } from "@/lib/accounts/policy";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { useAutoFocus } from "@/lib/dom/field-hooks";
import { Rich } from "@/lib/language/rich";
import { translate, useTranslate } from "@/lib/language/translate";
import {
  COLLEGE_EMAIL,
  COMPLETE_PROFILE,
  LOGIN,
  PASSWORD_LOGIN,
  PROFILE_PICTURE,
  STUDENT_ID,
} from "@/lib/paths";
import { isProfileComplete } from "@/lib/profiles/policy";
import { safeRedirect } from "@/lib/screens";

/**
 * A complete code is sent by itself after this time, in milliseconds, unless its button is pressed.
 */
const AUTO_SEND_MS = 700;

/** Exchanges the code from the mail for a session. */
export function VerificationScreen() {
  const t = useTranslate();
  const { codeSentTo, isNewUser, isMasked } = useSignUp();
  const { field, code, error, notice, isDead, isChecking, isResending, ...handlers } = useVerification();
  const resendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Nothing else continues.
    if (isDead) resendButton.current?.focus();
  }, [isDead]);

  return (
    <AuthScreen
      title={isNewUser ? t("Check your email") : t("Enter your code")}
      subtitle={
        <Rich
          text="We sent a {digits}-digit code to{address}"
          values={{
            digits: CODE_LENGTH,
            // Only the browser knows the address, so the line reserves its space first.
            address: (
              <strong className="block min-h-[1lh] break-all font-semibold text-ink">
                {isMasked ? maskedAddress(codeSentTo) : codeSentTo}
              </strong>
            ),
          }}
        />
      }
      back={isNewUser ? COLLEGE_EMAIL : LOGIN}
      step={isNewUser ? 3 : undefined}
      footer={
        <span className="inline-flex flex-wrap items-center justify-center">
          {t("Wrong address?")}
          <ButtonLink href={COLLEGE_EMAIL} onClick={forgetPlace} variant="ghost" size="sm">
            {t("Switch Account")}
          </ButtonLink>
        </span>
      }
    >
      <Form onSubmit={handlers.handleSubmit}>
        <CodeField ref={field} value={code} error={error} onChange={handlers.handleChange} />
        {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
        {/* It may be pressed while the code is checked, and is not said to be disabled: who fills in
            the code and then presses it must not find that it was too late. */}
        <Button type="submit" size="lg" wide isPending={isChecking} aria-disabled={false}>
          {t("Verify Account")}
        </Button>
        <div className="-mb-3 flex flex-col gap-1">
          <Button
            ref={resendButton}
            variant={isDead ? "soft" : "ghost"}
            wide
            isPending={isResending}
            onClick={handlers.sendAgain}
          >
            {t("Resend code")}
          </Button>
          {/* A newcomer has no password yet. */}
          {!isNewUser && (
            <ButtonLink href={PASSWORD_LOGIN} variant="ghost" wide>
              {t("Log in with password instead")}
            </ButtonLink>
          )}
        </div>
      </Form>
    </AuthScreen>
  );
}

/** The code as it is typed, checked and sent again. */
function useVerification() {
  const t = useTranslate();
  const router = useRouter();
  const checkCode = useCheckCode();
  const resend = useSendCode();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [notice, setNotice] = useState<{ tone: AlertTone; text: string } | null>(null);
  const autoSend = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { codeSentTo, isNewUser, next } = useSignUp();
  // One who registered with all details at once continues with the later steps of signing up.
  const target = isNewUser ? PROFILE_PICTURE : safeRedirect(next);
  // Nothing goes there yet, so that another tab may.
  useProfileRedirect(target, !checkCode.isPending && !checkCode.isSuccess);
  useAutoFocus(field);
  const isDead = needsNewCode(checkCode.error);

  useEffect(() => {
    // Reads the store directly: the first render does not have the persisted state yet.
    if (!signUp.read().codeSentTo && !checkCode.isSuccess) router.replace(LOGIN);
  }, [router, checkCode.isSuccess]);

  useEffect(() => () => clearTimeout(autoSend.current), []);

  const verify = (otp: string) => {
    clearTimeout(autoSend.current);
    if (!codeSentTo || checkCode.isPending || checkCode.isSuccess) return;
    setNotice(null);
    setError(null);
    const { collegeName, name } = signUp.draft();
    checkCode.mutate(
      { email: codeSentTo, otp, ...(collegeName ? { collegeName } : {}) },
      {
        onSuccess: ({ user, newUser = false }) => {
          signUp.addressProven(user, newUser || signUp.read().isNewUser);
          const isNamed = newUser && name === "" && isProfileComplete(user);
          if (isNamed) signUp.nameGiven(user);
          const next = isNamed ? STUDENT_ID : target;
          router.replace(isProfileComplete(user) ? next : COMPLETE_PROFILE);
        },
        onError: (failure) => {
          setError(failureText(failure));
          if (needsNewCode(failure)) {
            setCode("");
            return;
          }
          field.current?.focus();
          field.current?.select();
        },
      },
    );
  };

  const handleChange = (next: string) => {
    if (next === code) return;
    setCode(next);
    setError(null);
    clearTimeout(autoSend.current);
    if (next.length === CODE_LENGTH) autoSend.current = setTimeout(() => verify(next), AUTO_SEND_MS);
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code === "") {
      setError(t("Enter the {digits}-digit code from your email.", { digits: CODE_LENGTH }));
      field.current?.focus();
    } else verify(code);
  };

  const sendAgain = () => {
    if (!codeSentTo || resend.isPending) return;
    clearTimeout(autoSend.current);
    setNotice(null);
    resend.mutate(codeSentTo, {
      onSuccess: () => {
        setCode("");
        setError(null);
        checkCode.reset();
        signUp.codeSentAgain();
        setNotice({ tone: "success", text: t("OTP has been resent to your email!") });
        field.current?.focus();
      },
      onError: (failure) => {
        const reason = apiError(failure)?.serverMessage ?? t("Failed to resend OTP. Try again.");
        const isWaiting = !isDead && apiError(failure)?.is("rate_limited");
        setNotice(
          isWaiting
            ? { tone: "info", text: t("Check spam. Your last code still works. {reason}", { reason }) }
            : { tone: "error", text: reason },
        );
      },
    });
  };

  return {
    field,
    code,
    error,
    notice,
    /** This code can no longer succeed. */
    isDead,
    isChecking: checkCode.isPending || checkCode.isSuccess,
    isResending: resend.isPending,
    handleChange,
    handleSubmit,
    sendAgain,
  };
}

/** The code can no longer succeed: the person needs a new one. */
const needsNewCode = (error: unknown) => apiError(error)?.is("otp_expired", "otp_spent") ?? false;

function failureText(error: Error): string {
  // The server was not reached, so calling the code wrong would be untrue.
  if (apiError(error)?.isOffline) return messageOf(error);
  return apiError(error)?.serverMessage ?? translate(INVALID_CODE);
}
