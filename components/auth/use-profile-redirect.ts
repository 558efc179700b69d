"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import { tokensAnswer } from "@/lib/auth/contract";
import { HOME } from "@/lib/auth/pages";
import { hasCompleteStoredProfile } from "@/lib/auth/queries";
import { forgetStoredSession, storedRefreshToken, storeTokens } from "@/lib/auth/stored-session";

/** Milliseconds between two looks at the stored profile (the specification, §9). */
const CHECK_MS = 1000;

/**
 * Leaves an auth screen for `target` as soon as a complete profile is stored, by this tab or another. Off while
 * `enabled` is false: a screen that leads on by itself must not be overtaken.
 */
export function useProfileRedirect(target: string = HOME, enabled = true): void {
  const router = useRouter();

  useEffect(() => {
    if (!enabled) return;
    let leaving = false;
    const leave = async (arrivedSignedIn: boolean) => {
      if (leaving || !hasCompleteStoredProfile()) return;
      leaving = true;
      // Someone whose page cookie still held would not have been shown this screen. Without a new cookie the
      // next page would send them straight back here, once a second.
      if (arrivedSignedIn && !(await renewCookie())) return;
      router.replace(target);
    };
    void leave(true);
    const timer = setInterval(() => void leave(false), CHECK_MS);
    return () => clearInterval(timer);
  }, [router, target, enabled]);
}

/** Renews the stored session, and with it the cookie that opens pages. A session that is over is forgotten. */
async function renewCookie(): Promise<boolean> {
  const refreshToken = storedRefreshToken();
  if (!refreshToken) {
    forgetStoredSession();
    return false;
  }
  try {
    storeTokens(await api.post("/auth/refresh", { body: { refreshToken }, answer: tokensAnswer }));
    return true;
  } catch (error) {
    if (error instanceof ApiClientError && error.status === 401) forgetStoredSession();
    return false;
  }
}
