"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { PageSpinner } from "@/components/ui/progress";
import { useTranslate } from "@/lib/language/translate";
import { type SessionMatch, sessionMatch } from "@/lib/offline/token-owner";
import { hasOwner, isLogoutPending } from "@/lib/sessions/client/data-owner";
import { onStoredSessionChange, storedAccessToken } from "@/lib/sessions/client/stored-session";

// Loaded lazily because sessions rarely end, but preloaded because the connection may be gone then.
const lazySessionScreen = <Name extends "NotLoggedIn" | "SessionLost" | "RenewCookie">(name: Name) =>
  lazyComponent(() => import("@/components/shell/session-lost").then((module) => module[name]));
const NotLoggedIn = lazySessionScreen("NotLoggedIn");
const SessionLost = lazySessionScreen("SessionLost");
const RenewCookie = lazySessionScreen("RenewCookie");

// Optional: it renders nothing, and without a connection there are no live notifications anyway.
const LiveNotifications = lazyComponent(
  () => import("@/components/notifications/live-notifications").then((module) => module.LiveNotifications),
  { optional: true },
);

function Checking() {
  const t = useTranslate();
  return <PageSpinner label={t("Checking your session")} />;
}

const checking = <Checking />;

/**
 * Ensures that the page and the stored tokens belong to the same person. Without tokens it asks to
 * log in. If the session ends while a screen is in use, the screen stays, with a login card above
 * it.
 */
export function SessionGuard({ viewerId, children }: { viewerId: string; children: ReactNode }) {
  const match = useSyncExternalStore<SessionMatch>(
    onStoredSessionChange,
    () => sessionMatch(viewerId, storedAccessToken()),
    () => "match",
  );
  // Set after hydration, because only the browser can read its storage.
  const [initialMatch, setInitialMatch] = useState<SessionMatch>();
  useEffect(() => setInitialMatch(sessionMatch(viewerId, storedAccessToken())), [viewerId]);
  useEffect(SessionLost.preload, []);

  if (match === "other") return <Reconcile />;
  // During a logout, here or in another tab, the page hides the member's data until it unloads.
  if (match === "missing" && isLogoutPending() && !hasOwner()) return checking;
  if (match === "missing" && initialMatch !== "match") return <NotLoggedIn fallback={checking} />;
  return (
    <>
      {match === "missing" && <SessionLost />}
      {initialMatch && <LiveNotifications personId={match === "match" ? viewerId : undefined} />}
      {children}
    </>
  );
}

/** For the layout, when the session behind the cookie has ended. */
export function Reconcile() {
  return <RenewCookie fallback={checking} />;
}
