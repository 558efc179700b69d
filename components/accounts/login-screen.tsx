"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { AuthScreen, NewHere, useProfileRedirect } from "@/components/accounts/auth-screen";
import { EmailField } from "@/components/accounts/fields";
import { GoogleButton } from "@/components/accounts/google-button";
import type { GoogleSetup } from "@/components/accounts/google-identity";
import { OidcButton, useGoogleLogin, useOidcLogin } from "@/components/accounts/provider-login";
import { SavedPlaceOffer } from "@/components/accounts/saved-place-offer";
import { StepForm } from "@/components/accounts/step-form";
import { Alert } from "@/components/ui/alert";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { useSendCode } from "@/lib/accounts/client/mutations";
import { signUp, useSignUp } from "@/lib/accounts/client/sign-up";
import { addressTyped, INVALID_EMAIL } from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import { useAutoFocus, usePreHydrationValue } from "@/lib/dom/field-hooks";
import { useMediaQuery } from "@/lib/dom/screen-hooks";
import { translate, useTranslate } from "@/lib/language/translate";
import { PASSWORD_LOGIN, SELECT_COLLEGE, VERIFICATION } from "@/lib/paths";
import { LOG_IN_TO_VIEW } from "@/lib/posts/policy";
import { COLLEGE_DOMAINS, collegeByEmail } from "@/lib/product";
import { isPostList, safeRedirect } from "@/lib/screens";
import { lostAddress, onStoredSessionChange } from "@/lib/sessions/client/stored-session";
import { INTERNAL_ERROR } from "@/lib/text/errors";

const NO_FIELD = { current: null };

/**
 * Signing in, with Google, at the college's own sign-in or with a code sent to the address. `next`
 * is where a redirect came from. Where no one has signed in before, creating an account is offered
 * as plainly as logging in.
 */
export function LoginScreen({
  google,
  oidc = null,
  next: askedFor,
  isReturning,
}: {
  /** Google's script; null where it is not set up. */
  google: GoogleSetup | null;
  /** What the college's own sign-in is called, and what the person is back from it with. */
  oidc?: { name: string | null; outcome: string | null } | null;
  next: string | null;
  /** Someone has signed in on this device before. */
  isReturning: boolean;
}) {
  const t = useTranslate();
  const router = useRouter();
  const sendCode = useSendCode();
  const field = useRef<HTMLInputElement>(null);
  const { email, next: savedNext } = useSignUp();
  const outcome = oidc?.outcome ?? null;
  // The issuer's way back does not say where the person was going.
  const [fragment, setFragment] = useState("");
  const next = (askedFor && askedFor + fragment) ?? ((outcome && savedNext) || null);
  const [invalid, setInvalid] = useState(false);
  const withGoogle = useGoogleLogin(next);
  const college = useOidcLogin(outcome, next);
  const setEmail = (typed: string) => signUp.typed({ email: typed });
  const signedOut = useSyncExternalStore(onStoredSessionChange, lostAddress, () => null);
  useEffect(() => {
    if (signedOut && !signUp.read().email) signUp.typed({ email: signedOut });
  }, [signedOut]);
  useEffect(() => {
    // Servers don't see this part of a link: an invitation has its address in it, and a link to a
    // comment survives the redirect to this page.
    const hash = decodedHash();
    if (hash.includes("@")) signUp.typed({ email: hash });
    else setFragment(window.location.hash);
  }, []);
  useProfileRedirect(safeRedirect(next));
  usePreHydrationValue(field, email, setEmail);
  // On a phone the keyboard would cover the other ways to log in.
  useAutoFocus(useMediaQuery("(min-width: 64rem)") ? field : NO_FIELD);

  const submit = () => {
    withGoogle.dismiss();
    college.dismiss();
    const address = addressTyped(email);
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

  const isUnknown = apiError(sendCode.error)?.is("user_not_found") ?? false;
  return (
    <AuthScreen
      title={isReturning ? t("Welcome back") : t("Welcome")}
      subtitle={t(invitation(next, isReturning))}
      // An unknown address gets the same link as a button below its answer.
      footer={!isUnknown && <NewHere onSignUp={() => signUp.started(next)} asButton={!isReturning} />}
      agreement
    >
      {signedOut !== null && <Alert tone="info">{t("You were signed out on this device.")}</Alert>}
      <SavedPlaceOffer onDecline={() => field.current?.focus()} />
      {/* Where the college's own sign-in is offered, a button that cannot work is left out. */}
      {(google || !oidc) && (
        <GoogleButton setup={google} isPending={withGoogle.isPending} onCredential={withGoogle.logIn} />
      )}
      {withGoogle.alert && <Alert>{withGoogle.alert}</Alert>}
      {oidc && (
        <>
          <OidcButton name={oidc.name} isPending={college.isPending} onLeave={() => signUp.started(next)} />
          {college.alert && <Alert>{college.alert}</Alert>}
        </>
      )}
      <div className="flex items-center gap-3 py-1 text-ink2 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("OR")}
      </div>
      <StepForm
        mutation={sendCode}
        submitLabel={t("Next")}
        failureText={failureText}
        onSubmit={submit}
        remedy={isUnknown && <UnknownAddress email={email} onSignUp={() => signUp.started(next)} />}
        after={
          offersPassword(sendCode.error) && (
            <p className="text-center">
              <TextLink href={PASSWORD_LOGIN} onClick={() => signUp.started(next)}>
                {t("Log in with password instead")}
              </TextLink>
            </p>
          )
        }
      >
        <EmailField
          ref={field}
          label={t("Email")}
          value={email}
          invalid={invalid}
          onChange={(typed) => {
            setEmail(typed);
            setInvalid(false);
          }}
        />
        {invalid && <Alert>{t(INVALID_EMAIL)}</Alert>}
      </StepForm>
    </AuthScreen>
  );
}

function decodedHash(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    // Not what we wrote.
    return "";
  }
}

/** The way on for an address without an account: the next screens have it in their field. */
function UnknownAddress({ email, onSignUp }: { email: string; onSignUp: () => void }) {
  const t = useTranslate();
  return (
    <>
      <ButtonLink href={SELECT_COLLEGE} onClick={onSignUp} variant="soft" size="lg" wide>
        {t("Create new account")}
      </ButtonLink>
      {!collegeByEmail(email) && (
        <p className="text-balance text-center text-ink2 text-sm">
          {t("A new account needs your college email. It ends with {domains}.", { domains: COLLEGE_DOMAINS })}
        </p>
      )}
    </>
  );
}

/** Why to sign in, in English: for what is at `next`, where the visitor was going, if they were. */
function invitation(next: string | null, isReturning: boolean): string {
  const [path = ""] = safeRedirect(next).split("?");
  if (path.startsWith("/post/")) return "A classmate shared a post with you. Log in to see it.";
  if (next !== null && isPostList(path)) return LOG_IN_TO_VIEW;
  return isReturning
    ? "Sign in with your college account"
    : "Sign in, or create an account with your college email";
}

/** The server responds but sends no code right now; a password still works. */
function offersPassword(thrown: Error | null): boolean {
  const error = apiError(thrown);
  return error !== undefined && !error.isOffline && !error.is("user_not_found");
}

function failureText(thrown: Error): string {
  const error = apiError(thrown);
  if (error?.is("validation")) return error.sentence;
  if (error?.is("user_not_found"))
    return translate("No user found with this email. Please create a new account.");
  return error?.is("rate_limited")
    ? `${translate(INTERNAL_ERROR)} ${error.sentence}`
    : translate(INTERNAL_ERROR);
}
