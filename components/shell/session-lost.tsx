"use client";

import { LogIn } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { CheckingSession } from "@/components/shell/checking-session";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { dropSession, flushLogouts, renewSession } from "@/lib/api/client/session";
import { LOGIN } from "@/lib/paths";
import { LOG_IN_TO_VIEW } from "@/lib/posts/messages";
import { LOG_IN, NETWORK_ERROR, SESSION_EXPIRED } from "@/lib/text/messages";

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
      <LogInAgain>{SESSION_EXPIRED}</LogInAgain>
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
    if (await signInAnew()) return;
    setFailed(true);
    setLeaving(false);
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <Alert tone="info" className="w-full">
        {children}
      </Alert>
      {failed && <Alert>{NETWORK_ERROR}</Alert>}
      <Button onClick={leave} loading={leaving}>
        <LogIn aria-hidden />
        Log in
      </Button>
    </div>
  );
}

/**
 * Forgets the session here, has the server end it and clear its cookie, and goes to sign in;
 * afterwards back to where the person was. False where the server can't be reached.
 */
async function signInAnew(): Promise<boolean> {
  dropSession();
  if (!(await flushLogouts())) return false;
  const next = encodeURIComponent(window.location.pathname + window.location.search);
  window.location.replace(`${LOGIN}?next=${next}`);
  return true;
}

/**
 * Makes the cookie follow the stored session and loads the page anew for its person. Where that
 * session is over too, everything is forgotten and the person signs in.
 */
export function Reconcile() {
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    let current = true;
    const reconcile = async () => {
      try {
        if (await renewSession()) window.location.reload();
        else if (!(await signInAnew()) && current) setFailed(true);
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
