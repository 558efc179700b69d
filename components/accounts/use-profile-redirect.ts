"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { hasCompleteStoredProfile } from "@/lib/accounts/client/queries";
import { renewSession } from "@/lib/api/client/session";
import { HOME } from "@/lib/paths";
import { forgetStoredSession } from "@/lib/sessions/client/stored-session";

/** Milliseconds between two looks at the stored profile (the specification, §9). */
const CHECK_MS = 1000;

/**
 * Leaves an auth screen for `target` as soon as a complete profile is stored, by this tab or
 * another. Off while `enabled` is false: a screen that leads on by itself must not be overtaken.
 */
export function useProfileRedirect(target: string = HOME, enabled = true): void {
  const router = useRouter();

  useEffect(() => {
    if (!enabled) return;
    let current = true;
    let busy = false;
    // Someone whose page cookie still held would not have been shown this screen. Without a new
    // cookie the next page would send them straight back here, once a second.
    let needsCookie = hasCompleteStoredProfile();

    const look = async () => {
      if (busy || !hasCompleteStoredProfile()) return;
      busy = true;
      if (needsCookie) {
        try {
          if (!(await renewSession())) forgetStoredSession();
          needsCookie = false;
        } catch {
          // Out of reach: the server is asked again at the next look.
        }
        if (needsCookie || !hasCompleteStoredProfile()) {
          busy = false;
          return;
        }
      }
      if (current) router.replace(target);
    };
    void look();
    const timer = setInterval(() => void look(), CHECK_MS);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [router, target, enabled]);
}
