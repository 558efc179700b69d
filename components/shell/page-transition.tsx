"use client";

import { usePathname } from "next/navigation";
import { ViewTransition } from "react";
import { useMediaQuery } from "@/lib/dom/use-media-query";
import { COMPOSE } from "@/lib/paths";

/**
 * Fades from screen to screen where the browser can (how, says app/globals.css), for everybody who
 * wants motion. React starts a view transition because this speck is replaced; what else changes
 * with it is outside of any `ViewTransition` and so part of the page's own picture, which is faded
 * as a whole: nothing moves, however far the page was scrolled. The browser's back does not fade,
 * so that its place is restored at once.
 */
export function PageTransition() {
  const path = usePathname();
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  if (isStill) return null;
  return (
    // The feed stays where it is while the composer lies over it.
    <ViewTransition key={path === COMPOSE ? "/mainfeed" : path} default="none" enter="auto" exit="auto">
      <i aria-hidden className="pointer-events-none fixed top-0 left-0 size-px" />
    </ViewTransition>
  );
}
