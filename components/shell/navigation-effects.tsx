"use client";

import { usePathname, useSelectedLayoutSegments } from "next/navigation";
import { useEffect, useRef, ViewTransition } from "react";
import { send } from "@/lib/api/client/http";
import { useMediaQuery } from "@/lib/dom/screen-hooks";
import { COMPOSE, HOME } from "@/lib/paths";

/**
 * Fades between screens where the browser supports it, unless the viewer prefers reduced motion.
 * app/globals.css has the animation. React starts a view transition because the key of this
 * invisible element changes. Everything else is outside of `ViewTransition`, so the page fades as a
 * whole and nothing moves, whatever the scroll position. Back does not fade, so that the scroll
 * position is restored at once.
 */
export function PageTransition() {
  // Not the path: a post or the composer that opens over a page leaves it as it is.
  const page = useSelectedLayoutSegments().join("/").replace(COMPOSE, HOME);
  const prefersReducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  if (prefersReducedMotion) return null;
  return (
    <ViewTransition key={page} default="none" enter="auto" exit="auto">
      <i aria-hidden className="pointer-events-none fixed top-0 left-0 size-px" />
    </ViewTransition>
  );
}

/** Returns to the scroll position of a page where the browser cannot. */
export function BackSupport() {
  useEffect(() => {
    import("@/lib/dom/page-position").then(
      ({ preservePagePosition }) => preservePagePosition(),
      () => undefined, // Offline: the browser's own position.
    );
  }, []);
  return null;
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
