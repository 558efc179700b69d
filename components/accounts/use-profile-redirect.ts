"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useTransition } from "react";
import { hasCompleteStoredProfile } from "@/lib/accounts/client/queries";
import { renewSession } from "@/lib/api/client/session";
import { HOME } from "@/lib/paths";
import { forgetStoredSession } from "@/lib/sessions/client/stored-session";

/** Interval between checks of the stored profile, in milliseconds. */
const CHECK_MS = 1000;

/**
 * Leaves an auth screen for `target` as soon as a complete profile is stored, by this tab or
 * another. With `enabled` false it waits: a screen that navigates by itself must not be overtaken.
 * The check goes on when the navigation ends here, because the server has led back.
 */
export function useProfileRedirect(target: string = HOME, enabled = true): void {
  const router = useRouter();
  const [isLeaving, startTransition] = useTransition();
  /**
   * This screen has renewed the session. If it is redirected back even so, the browser stores no
   * cookies.
   */
  const hasRenewed = useRef(false);

  useEffect(() => {
    if (!enabled || isLeaving || hasRenewed.current) return;
    let current = true;
    let busy = false;
    // A person with a valid page cookie would not have been shown this screen. Without a new
    // cookie, the next page would send them straight back here, once a second.
    let needsCookie = hasCompleteStoredProfile();

    const check = async () => {
      if (busy || !hasCompleteStoredProfile()) return;
      busy = true;
      if (needsCookie) {
        try {
          hasRenewed.current = (await renewSession()) !== undefined;
          if (!hasRenewed.current) forgetStoredSession();
          needsCookie = false;
        } catch {
          // Unreachable: the next check tries again.
        }
        if (needsCookie || !hasCompleteStoredProfile()) {
          busy = false;
          return;
        }
      }
      if (current) startTransition(() => router.replace(target));
    };
    void check();
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [router, target, enabled, isLeaving]);
}
