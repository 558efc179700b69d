"use client";

import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { signUp } from "@/lib/accounts/client/sign-up";
import type { SessionAnswer } from "@/lib/accounts/schema";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { translate } from "@/lib/language/translate";
import { SELECT_COLLEGE } from "@/lib/paths";
import { COLLEGE_DOMAINS } from "@/lib/product";
import { safeRedirect } from "@/lib/screens";

/** What follows when Google or the college has vouched for a person. */

/** Newcomers choose their college, members go on to `next`. */
export function useWelcome(provider: "google" | "oidc") {
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
export function loginErrorText(error: Error, texts: { gone: string; other: string }): string {
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
export async function forgetOutsider(error: Error): Promise<void> {
  if (!isOutsideCollege(error)) return;
  // Already loaded with the call that failed.
  (await import("@/lib/accounts/client/personal-data")).forgetPerson();
}
