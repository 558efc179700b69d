"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { useGoogleSignIn, useOidcSignIn } from "@/lib/accounts/client/mutations";
import { signUp } from "@/lib/accounts/client/sign-up";
import type { SessionAnswer } from "@/lib/accounts/schema";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { translate, useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { SELECT_COLLEGE } from "@/lib/paths";
import { COLLEGE_DOMAINS } from "@/lib/product";
import { safeRedirect } from "@/lib/screens";

/** What follows when Google or the college has vouched for a person. */

/** Newcomers choose their college, members go on to `next`. */
function useWelcome(provider: "google" | "oidc") {
  const router = useRouter();
  return useCallback(
    ({ user, newUser }: SessionAnswer, next: string | null) => {
      if (!newUser) {
        router.replace(safeRedirect(next));
        return;
      }
      signUp.vouched(provider, user.email, next);
      router.push(SELECT_COLLEGE);
    },
    [provider, router],
  );
}

/**
 * The account is not from the college. The server has created nothing, so there is nothing to
 * delete.
 */
const isOutsideCollege = (error: Error) => apiError(error)?.is("email_domain") ?? false;

/** What to say of an error; `texts` for one that has to do with the provider. */
function loginErrorText(error: Error, texts: { gone: string; other: string }): string {
  if (isOutsideCollege(error)) {
    return translate(
      "Only students with {domains} email addresses can login. Please use your college email.",
      {
        domains: COLLEGE_DOMAINS,
      },
    );
  }
  if (apiError(error)?.isGone) return texts.gone;
  return apiError(error)?.is("rate_limited") ? `${texts.other} ${messageOf(error)}` : texts.other;
}

/** Removes everything of a person from outside the college from this browser. */
async function forgetOutsider(error: Error): Promise<void> {
  if (!isOutsideCollege(error)) return;
  // Already loaded with the call that failed.
  (await import("@/lib/accounts/client/personal-data")).forgetPerson();
}

/** Signs in with Google's answer. The credential itself is never stored. */
export function useGoogleLogin(next: string | null) {
  const [alert, setAlert] = useState<string | null>(null);
  const { mutate, isPending, isSuccess } = useGoogleSignIn();
  const welcome = useWelcome("google");

  const logIn = useCallback(
    (credential: string | undefined) => {
      if (!credential) {
        // biome-ignore lint/suspicious/noConsole: docs/product.md, "Signing in", wants it logged
        console.error("Google answered without a credential.");
        return;
      }
      setAlert(null);
      mutate(credential, {
        onSuccess: (answer) => welcome(answer, next),
        onError: async (error) => {
          await forgetOutsider(error);
          setAlert(
            loginErrorText(error, {
              gone: translate("No user found with this Google account."),
              other: translate("Something went wrong during Google login."),
            }),
          );
        },
      });
    },
    [mutate, welcome, next],
  );

  return { logIn, alert, isPending: isPending || isSuccess, dismiss: () => setAlert(null) };
}

/**
 * Opens a session once the browser is back from the college's issuer. `outcome` is what the address
 * says of that: `done`, a failure, or nothing on any other visit.
 */
export function useOidcLogin(outcome: string | null, next: string | null) {
  const isDone = outcome === "done";
  const t = useTranslate();
  const [rejection, setRejection] = useState<string | null>(null);
  const [isDismissed, setDismissed] = useState(false);
  const { mutate, isPending, isSuccess } = useOidcSignIn();
  const welcome = useWelcome("oidc");
  const hasBegun = useRef(false);
  // The first render does not know yet where the person was going.
  const goOn = useEffectEvent((answer: SessionAnswer) => welcome(answer, next));

  useEffect(() => {
    if (!isDone || hasBegun.current) return;
    hasBegun.current = true;
    mutate(undefined, {
      onSuccess: (answer) => goOn(answer),
      onError: async (error) => {
        await forgetOutsider(error);
        setRejection(
          apiError(error)?.is("invalid_credential")
            ? messageOf(error)
            : loginErrorText(error, {
                gone: translate("No user found with this account."),
                other: translate("Something went wrong with your college's sign-in."),
              }),
        );
      },
    });
  }, [isDone, mutate]);

  const failure = outcome === null || isDone ? null : failureText(t, outcome);
  return {
    alert: isDismissed ? null : (rejection ?? failure),
    isPending: isPending || isSuccess,
    dismiss: () => setDismissed(true),
  };
}

/** Why the browser comes back without an identity (lib/platform/oidc.ts). */
function failureText(t: Translate, outcome: string): string {
  switch (outcome) {
    case "cancelled":
      return t("You did not sign in. Try again, or use your email.");
    case "expired":
      return t("That sign-in took too long, or began in another tab. Please try again.");
    case "unverified":
      return t("Your college's sign-in doesn't confirm an email address of yours. Please use your email.");
    case "unreachable":
      return t("Your college's sign-in can't be reached. Try again in a moment, or use your email.");
    default:
      return t("Something went wrong with your college's sign-in.");
  }
}

/** Opens the college's own sign-in, an address of the API: no link of the router. */
export function OidcButton({
  name,
  isPending,
  onLeave,
}: {
  /** What the college calls it. */
  name: string | null;
  /** The person is back, and their session is being opened. */
  isPending: boolean;
  onLeave: () => void;
}) {
  const t = useTranslate();
  const label = name ? t("Continue with {name}", { name }) : t("Continue with your college");
  if (isPending) {
    return (
      <Button variant="secondary" size="lg" wide isPending>
        {label}
      </Button>
    );
  }
  return (
    <a
      href="/api/auth/oidc"
      onClick={onLeave}
      className={buttonStyle({ variant: "secondary", size: "lg", wide: true })}
    >
      {label}
    </a>
  );
}
