"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { CheckingSession } from "@/components/shell/checking-session";
import { type SessionFit, sessionFit } from "@/components/shell/session-fit";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LOG_IN, LOG_IN_TO_VIEW, SESSION_OVER } from "@/lib/api/client-error";
import { hasOwner } from "@/lib/auth/data-owner";
import { isLogoutPending } from "@/lib/auth/pending-logouts";
import { onStoredSessionChange, storedAccessToken } from "@/lib/auth/stored-session";

// A session that ends is rare: what is said then comes when the browser rests, before the connection can go.
const LogInAgain = lazyComponent(() =>
  import("@/components/shell/session-lost").then((module) => module.LogInAgain),
);
const Reconciliation = lazyComponent(() =>
  import("@/components/shell/session-lost").then((module) => module.Reconcile),
);

// Nothing of it is to be seen, so the page is there before it. No connection: then nothing comes, either.
const LiveNotifications = lazyComponent(
  () => import("@/components/notifications/live-notifications").then((module) => module.LiveNotifications),
  { optional: true },
);

/** Screens that are a list of posts. */
const POST_LIST = /^\/(mainfeed|posts-feed|create-post-modal|bookmarks|trending|tag\/.*)$/;

/**
 * Keeps the page and the browser's stored tokens one person's. Without tokens it asks to log in; a session that ends
 * while a screen is in use leaves the screen, which says so itself, and adds the way back in above it.
 */
export function SessionGuard({ viewerId, children }: { viewerId: string; children: ReactNode }) {
  const path = usePathname();
  const fit = useSyncExternalStore<SessionFit>(
    onStoredSessionChange,
    () => sessionFit(viewerId, storedAccessToken()),
    () => "fits",
  );
  // Only the browser knows its storage: the first look after hydration is how the person arrived.
  const [arrival, setArrival] = useState<SessionFit>();
  useEffect(() => setArrival(sessionFit(viewerId, storedAccessToken())), [viewerId]);
  useEffect(LogInAgain.preload, []);

  if (fit === "other") return <Reconcile />;
  // Logging out, here or in another tab: the page is about to be left, and shows nothing of its person meanwhile.
  if (fit === "missing" && isLogoutPending() && !hasOwner()) return <CheckingSession />;
  if (fit === "missing" && arrival !== "fits") {
    return (
      <Card bleed className="mt-3 p-5 md:mt-0">
        <h1 className="mb-4 text-2xl">You are not logged in</h1>
        <LogInAgain>{POST_LIST.test(path) ? LOG_IN_TO_VIEW : LOG_IN}</LogInAgain>
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
      {arrival && <LiveNotifications personId={fit === "fits" ? viewerId : undefined} />}
      {children}
    </>
  );
}

/** What the layout shows when the cookie's session is over, too. */
export function Reconcile() {
  return <Reconciliation fallback={<CheckingSession />} />;
}
