"use client";

import { useCallback, useState } from "react";
import { forgetOutsider, loginErrorText, useWelcome } from "@/components/accounts/use-vouched";
import { useGoogleSignIn } from "@/lib/accounts/client/mutations";
import { translate } from "@/lib/language/translate";

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
