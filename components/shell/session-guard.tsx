"use client";

import { LogIn } from "lucide-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { LiveNotifications } from "@/components/notifications/live-notifications";
import { type SessionFit, sessionFit } from "@/components/shell/session-fit";
import { renewStoredSession, signInAnew } from "@/components/shell/stored-session-actions";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/spinner";
import { SESSION_OVER } from "@/lib/api/client-error";
import { onStoredSessionChange, storedAccessToken } from "@/lib/auth/stored-session";

/**
 * Keeps the page and the browser's stored tokens one person's. Without tokens it asks to log in; a session that ends
 * while a screen is in use leaves the screen, which says so itself, and adds the way back in above it.
 */
export function SessionGuard({ viewerId, children }: { viewerId: string; children: ReactNode }) {
  const fit = useSyncExternalStore<SessionFit>(
    onStoredSessionChange,
    () => sessionFit(viewerId, storedAccessToken()),
    () => "fits",
  );
  // Only the browser knows its storage: the first look after hydration is how the person arrived.
  const [arrival, setArrival] = useState<SessionFit>();
  useEffect(() => setArrival(sessionFit(viewerId, storedAccessToken())), [viewerId]);

  if (fit === "other") return <Reconcile />;
  if (fit === "missing" && arrival !== "fits") {
    return (
      <Card bleed className="mt-3 p-5 md:mt-0">
        <h1 className="mb-4 text-2xl">You are not logged in</h1>
        <LogInAgain>Please log in to view posts.</LogInAgain>
      </Card>
    );
  }
  return (
    <>
      {fit === "missing" && (
        <Card bleed className="mb-4 animate-after-delay p-4">
          <LogInAgain>{SESSION_OVER}</LogInAgain>
        </Card>
      )}
      <LiveNotifications personId={fit === "fits" ? viewerId : undefined} />
      {children}
    </>
  );
}

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
      {failed && <Alert>We can't reach the server. Check your connection and try again.</Alert>}
      <Button onClick={leave} loading={leaving}>
        <LogIn aria-hidden />
        Log in
      </Button>
    </div>
  );
}

/**
 * Makes the cookie follow the stored session and loads the page anew for its person. Where that session is over too,
 * everything is forgotten and the person signs in. Also what the layout shows when the cookie's session is over.
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
  return (
    <div className="grid min-h-60 place-items-center text-brand">
      <Spinner label="Checking your session" className="size-8" />
    </div>
  );
}
