"use client";

import { LogIn } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { PageSpinner } from "@/components/ui/progress";
import { dropSession, flushLogouts, renewSession } from "@/lib/api/client/session";
import { useTranslate } from "@/lib/language/translate";
import { LOGIN } from "@/lib/paths";
import { LOG_IN_TO_VIEW } from "@/lib/posts/policy";
import { isPostList } from "@/lib/screens";
import { LOG_IN, NETWORK_ERROR, SESSION_EXPIRED } from "@/lib/text/errors";

/** Replaces a page when the browser has no stored session. */
export function NotLoggedIn() {
  const t = useTranslate();
  const path = usePathname();
  return (
    <Card bleed className="mt-3 p-5 md:mt-0">
      <h1 className="mb-4 text-2xl">{t("You are not logged in")}</h1>
      <LogInAgain>{t(isPostList(path) ? LOG_IN_TO_VIEW : LOG_IN)}</LogInAgain>
    </Card>
  );
}

/**
 * Shown above a screen whose session ended while it was in use, and stays in sight: whatever one
 * presses there fails.
 */
export function SessionLost() {
  const t = useTranslate();
  return (
    <div className="sticky top-[calc(0.5rem+env(safe-area-inset-top))] z-20 mb-4 animate-after-delay md:top-4">
      <Card bleed className="p-3 shadow-float">
        <LogInAgain>{t(SESSION_EXPIRED)}</LogInAgain>
      </Card>
    </div>
  );
}

/** The reason for logging in, and a button that starts the login. */
function LogInAgain({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const [isPending, setIsPending] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const startLogin = async () => {
    setIsPending(true);
    setHasFailed(false);
    if (await logInAgain()) return;
    setHasFailed(true);
    setIsPending(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Alert tone="info" className="min-w-0 flex-1 basis-60">
        {children}
      </Alert>
      {hasFailed && <Alert>{t(NETWORK_ERROR)}</Alert>}
      <Button onClick={startLogin} isPending={isPending}>
        <LogIn aria-hidden />
        {t("Log in")}
      </Button>
    </div>
  );
}

/**
 * Ends the session here and on the server, then opens the login page, which returns to the current
 * page. False if the server can't be reached.
 */
async function logInAgain(): Promise<boolean> {
  dropSession();
  if (!(await flushLogouts())) return false;
  const next = encodeURIComponent(window.location.pathname + window.location.search);
  window.location.replace(`${LOGIN}?next=${next}`);
  return true;
}

/**
 * Renews the cookie from the stored session and reloads the page for its owner. If that session has
 * ended too, clears both and opens the login page.
 */
export function RenewCookie() {
  const t = useTranslate();
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt runs the effect again
  useEffect(() => {
    let isActive = true;
    const reconcile = async () => {
      try {
        if (await renewSession()) window.location.reload();
        else if (!(await logInAgain()) && isActive) setHasFailed(true);
      } catch {
        // Offline: show the error with Try Again.
        if (isActive) setHasFailed(true);
      }
    };
    void reconcile();
    return () => {
      isActive = false;
    };
  }, [attempt]);

  if (hasFailed) {
    const retry = () => {
      setHasFailed(false);
      setAttempt((count) => count + 1);
    };
    return <ErrorState message={t("We can't reach the server. Check your connection.")} onRetry={retry} />;
  }
  return <PageSpinner label={t("Checking your session")} />;
}
