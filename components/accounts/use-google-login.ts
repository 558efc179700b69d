"use client";

import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { useGoogleSignIn } from "@/lib/accounts/client/mutations";
import { signUp } from "@/lib/accounts/client/sign-up";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { text } from "@/lib/language/text";
import { SELECT_COLLEGE } from "@/lib/paths";
import { COLLEGE_DOMAINS } from "@/lib/product";
import { safeRedirect } from "@/lib/screens";

/**
 * Signs in with Google's answer: newcomers choose their college, members go on to `next`. The
 * credential itself is never stored.
 */
export function useGoogleLogin(next: string | null) {
  const router = useRouter();
  const [alert, setAlert] = useState<string | null>(null);
  const { mutate, isPending, isSuccess } = useGoogleSignIn();

  const logIn = useCallback(
    (credential: string | undefined) => {
      if (!credential) {
        // biome-ignore lint/suspicious/noConsole: docs/product.md, "Signing in", wants it logged
        console.error("Google answered without a credential.");
        return;
      }
      setAlert(null);
      mutate(credential, {
        onSuccess: ({ user, newUser }) => {
          if (!newUser) {
            router.replace(safeRedirect(next));
            return;
          }
          signUp.googleVouched(user.email, next);
          router.push(SELECT_COLLEGE);
        },
        onError: async (error) => {
          if (isOutsideCollege(error)) {
            // Already loaded with the call that failed.
            (await import("@/lib/accounts/client/personal-data")).forgetPerson();
          }
          setAlert(failureText(error));
        },
      });
    },
    [mutate, next, router],
  );

  return { logIn, alert, isPending: isPending || isSuccess, dismiss: () => setAlert(null) };
}

/**
 * The Google account is not from the college. The server has created nothing, so there is nothing
 * to delete.
 */
const isOutsideCollege = (error: Error) => apiError(error)?.is("email_domain") ?? false;

function failureText(error: Error): string {
  if (isOutsideCollege(error)) {
    return text("Only students with {domains} email addresses can login. Please use your college email.", {
      domains: COLLEGE_DOMAINS,
    });
  }
  if (apiError(error)?.isGone) return text("No user found with this Google account.");
  const message = text("Something went wrong during Google login.");
  return apiError(error)?.is("rate_limited") ? `${message} ${messageOf(error)}` : message;
}
