"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, ViewTransition } from "react";
import { send } from "@/lib/api/client/http";
import { useMediaQuery } from "@/lib/dom/screen-hooks";
import { COMPOSE } from "@/lib/paths";

/**
 * Fades between screens where the browser supports it, unless the viewer prefers reduced motion.
 * app/globals.css has the animation. React starts a view transition because the key of this
 * invisible element changes. Everything else is outside of `ViewTransition`, so the page fades as a
 * whole and nothing moves, whatever the scroll position. Back does not fade, so that the scroll
 * position is restored at once.
 */
export function PageTransition() {
  const path = usePathname();
  const prefersReducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  if (prefersReducedMotion) return null;
  return (
    // The composer opens over the feed, which must not fade.
    <ViewTransition key={path === COMPOSE ? "/mainfeed" : path} default="none" enter="auto" exit="auto">
      <i aria-hidden className="pointer-events-none fixed top-0 left-0 size-px" />
    </ViewTransition>
  );
}

/**
 * Counts a page view at each change of route. The request has neither cookie nor token, so that no
 * view can be linked to a person.
 */
export function PageViewBeacon() {
  const path = usePathname();
  const lastPath = useRef<string>(undefined);
  useEffect(() => {
    // Strict mode runs effects twice; count one view.
    if (lastPath.current === path) return;
    lastPath.current = path;
    send("POST", "/api/analytics/page-view", { body: { path }, credentials: "omit" }).catch(() => {
      // Offline or blocked: an uncounted view is not worth an error.
    });
  }, [path]);
  return null;
}
