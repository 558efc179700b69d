"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { CheckingSession } from "@/components/shell/checking-session";
import { type SessionMatch, sessionMatch } from "@/components/shell/session-match";
import { lazyComponent } from "@/components/ui/lazy-component";
import { hasOwner, isLogoutPending } from "@/lib/sessions/client/data-owner";
import { onStoredSessionChange, storedAccessToken } from "@/lib/sessions/client/stored-session";

// A session that ends is rare: what is said then comes when the browser rests, before the
// connection can go.
const lost = <Name extends "NotLoggedIn" | "SessionLost" | "Reconcile">(name: Name) =>
  lazyComponent(() => import("@/components/shell/session-lost").then((module) => module[name]));
const NotLoggedIn = lost("NotLoggedIn");
const SessionLost = lost("SessionLost");
const Reconciliation = lost("Reconcile");

// Nothing of it is to be seen, so the page is there before it. No connection: then nothing comes,
// either.
const LiveNotifications = lazyComponent(
  () => import("@/components/notifications/live-notifications").then((module) => module.LiveNotifications),
  { optional: true },
);

/**
 * Keeps the page and the browser's stored tokens one person's. Without tokens it asks to log in; a
 * session that ends while a screen is in use leaves the screen, which says so itself, and adds the
 * way back in above it.
 */
export function SessionGuard({ viewerId, children }: { viewerId: string; children: ReactNode }) {
  const fit = useSyncExternalStore<SessionMatch>(
    onStoredSessionChange,
    () => sessionMatch(viewerId, storedAccessToken()),
    () => "match",
  );
  // Only the browser knows its storage: the first look after hydration is how the person arrived.
  const [arrival, setArrival] = useState<SessionMatch>();
  useEffect(() => setArrival(sessionMatch(viewerId, storedAccessToken())), [viewerId]);
  useEffect(SessionLost.preload, []);

  if (fit === "other") return <Reconcile />;
  // Logging out, here or in another tab: the page is about to be left, and shows nothing of its
  // person meanwhile.
  if (fit === "missing" && isLogoutPending() && !hasOwner()) return <CheckingSession />;
  if (fit === "missing" && arrival !== "match") return <NotLoggedIn fallback={<CheckingSession />} />;
  return (
    <>
      {fit === "missing" && <SessionLost />}
      {arrival && <LiveNotifications personId={fit === "match" ? viewerId : undefined} />}
      {children}
    </>
  );
}

/** What the layout shows when the cookie's session is over, too. */
export function Reconcile() {
  return <Reconciliation fallback={<CheckingSession />} />;
}
