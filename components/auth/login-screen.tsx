"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { AuthScreen } from "@/components/auth/auth-screen";
import { EmailField } from "@/components/auth/email-field";
import { GoogleButton } from "@/components/auth/google-button";
import { StepForm } from "@/components/auth/step-form";
import { NewHere, TextLink } from "@/components/auth/text-link";
import { useGoogleLogin } from "@/components/auth/use-google-login";
import { useProfileRedirect } from "@/components/auth/use-profile-redirect";
import { Alert } from "@/components/ui/alert";
import { apiError } from "@/lib/api/client-error";
import { INTERNAL_ERROR } from "@/lib/api/messages";
import { INVALID_EMAIL } from "@/lib/auth/messages";
import { useSendCode } from "@/lib/auth/mutations";
import { nextOr, PASSWORD_LOGIN, VERIFICATION } from "@/lib/auth/pages";
import { signUp, useSignUp } from "@/lib/auth/sign-up";
import { usePreHydrationValue } from "@/lib/hooks/use-pre-hydration-value";

/** Sign in: with Google, or with a code sent to the address. `next` is where a redirect came from. */
export function LoginScreen({
  googleClientId,
  next,
}: {
  googleClientId: string | null;
  next: string | null;
}) {
  const router = useRouter();
  const sendCode = useSendCode();
  const field = useRef<HTMLInputElement>(null);
  const { email } = useSignUp();
  const [invalid, setInvalid] = useState(false);
  const google = useGoogleLogin(next);
  const setEmail = (typed: string) => signUp.typed({ email: typed });
  useProfileRedirect(nextOr(next));
  usePreHydrationValue(field, email, setEmail);

  const submit = () => {
    google.dismiss();
    const address = email.trim().toLowerCase();
    setInvalid(!address.includes("@"));
    if (!address.includes("@")) {
      sendCode.reset();
      field.current?.focus();
      return;
    }
    sendCode.mutate(address, {
      onSuccess: () => {
        signUp.codeSent({ email: address, isNewUser: false, next });
        router.push(VERIFICATION);
      },
      onError: () => field.current?.focus(),
    });
  };

  return (
    <AuthScreen title="Welcome back" subtitle="Sign in with your college account" footer={<NewHere />}>
      <GoogleButton clientId={googleClientId} busy={google.isBusy} onCredential={google.logIn} />
      {google.alert && <Alert>{google.alert}</Alert>}
      <div className="flex items-center gap-3 py-1 text-ink2 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        OR
      </div>
      <StepForm
        call={sendCode}
        submitLabel="Next"
        failureText={failureText}
        onSubmit={submit}
        after={
          mayHelpPassword(sendCode.error) && (
            <p className="text-center">
              <TextLink href={PASSWORD_LOGIN} onClick={() => signUp.started(next)}>
                Log in with password instead
              </TextLink>
            </p>
          )
        }
      >
        <EmailField
          ref={field}
          label="Email"
          value={email}
          invalid={invalid}
          onChange={(typed) => {
            setEmail(typed);
            setInvalid(false);
          }}
        />
        {invalid && <Alert>{INVALID_EMAIL}</Alert>}
      </StepForm>
    </AuthScreen>
  );
}

/** The server answers but sends no code just now, which whoever has a password can do without. */
function mayHelpPassword(thrown: Error | null): boolean {
  const error = apiError(thrown);
  return error !== undefined && !error.isOffline && !error.is("user_not_found");
}

function failureText(thrown: Error): string {
  const error = apiError(thrown);
  if (error?.is("user_not_found")) return "No user found with this email. Please create a new account.";
  return error?.is("rate_limited") ? `${INTERNAL_ERROR} ${error.message}` : INTERNAL_ERROR;
}
