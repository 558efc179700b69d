"use client";

import { LogIn } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { CheckingSession } from "@/components/shell/checking-session";
import { renewStoredSession, signInAnew } from "@/components/shell/stored-session-actions";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { LOG_IN, LOG_IN_TO_VIEW, OUT_OF_REACH, SESSION_OVER } from "@/lib/api/client-error";

/** Screens that are a list of posts. */
const POST_LIST = /^\/(mainfeed|posts-feed|create-post-modal|bookmarks|trending|tag\/.*)$/;

/** What stands in the place of a page whose person has no session here. */
export function NotLoggedIn() {
  const path = usePathname();
  return (
    <Card bleed className="mt-3 p-5 md:mt-0">
      <h1 className="mb-4 text-2xl">You are not logged in</h1>
      <LogInAgain>{POST_LIST.test(path) ? LOG_IN_TO_VIEW : LOG_IN}</LogInAgain>
    </Card>
  );
}

/** What stands above a screen whose session ended while it was in use. */
export function SessionLost() {
  return (
    <Card bleed className="mb-4 animate-after-delay p-4">
      <LogInAgain>{SESSION_OVER}</LogInAgain>
    </Card>
  );
}

/** Says why one has to log in, and leads there. */
function LogInAgain({ children }: { children: ReactNode }) {
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    setLeaving(true);
    setFailed(false);
    try {
      await signInAnew();
    } catch {
      // No connection: the person is told and may try again.
      setFailed(true);
      setLeaving(false);
    }
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <Alert tone="info" className="w-full">
        {children}
      </Alert>
      {failed && <Alert>{OUT_OF_REACH}</Alert>}
      <Button onClick={leave} loading={leaving}>
        <LogIn aria-hidden />
        Log in
      </Button>
    </div>
  );
}

/**
 * Makes the cookie follow the stored session and loads the page anew for its person. Where that session is over too,
 * everything is forgotten and the person signs in.
 */
export function Reconcile() {
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    let current = true;
    const reconcile = async () => {
      try {
        const renewal = await renewStoredSession();
        if (renewal === "renewed") window.location.reload();
        else if (renewal === "over") await signInAnew();
        else if (current) setFailed(true);
      } catch {
        // No connection: the person is told and may try again.
        if (current) setFailed(true);
      }
    };
    void reconcile();
    return () => {
      current = false;
    };
  }, [attempt]);

  if (failed) {
    const retry = () => {
      setFailed(false);
      setAttempt((count) => count + 1);
    };
    return <ErrorState message="We can't reach the server. Check your connection." onRetry={retry} />;
  }
  return <CheckingSession />;
}
