"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { hasCompleteStoredProfile } from "@/lib/accounts/client/queries";
import { renewSession } from "@/lib/api/client/session";
import { HOME } from "@/lib/paths";
import { forgetStoredSession } from "@/lib/sessions/client/stored-session";

/** Interval between checks of the stored profile, in milliseconds. */
const CHECK_MS = 1000;

/**
 * Leaves an auth screen for `target` as soon as a complete profile is stored, by this tab or
 * another. With `enabled` false it waits: a screen that navigates by itself must not be overtaken.
 */
export function useProfileRedirect(target: string = HOME, enabled = true): void {
  const router = useRouter();

  useEffect(() => {
    if (!enabled) return;
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
          if (!(await renewSession())) forgetStoredSession();
          needsCookie = false;
        } catch {
          // Unreachable: the next check tries again.
        }
        if (needsCookie || !hasCompleteStoredProfile()) {
          busy = false;
          return;
        }
      }
      if (current) router.replace(target);
    };
    void check();
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [router, target, enabled]);
}
