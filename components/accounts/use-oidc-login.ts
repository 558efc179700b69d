"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { forgetOutsider, loginErrorText, useWelcome } from "@/components/accounts/use-vouched";
import { useOidcSignIn } from "@/lib/accounts/client/mutations";
import type { SessionAnswer } from "@/lib/accounts/schema";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { translate, useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";

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
