"use client";

import { type RefObject, useEffect, useSyncExternalStore } from "react";

/**
 * Whether a media query matches, updated as that changes. False on the server, which has no screen.
 */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Whether the page is in the tab that is shown, and not in the background. False on the server. */
export const useIsVisible = (): boolean =>
  useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );

/** Where the right column shows, with people to join. */
export const HAS_RAIL = "(min-width: 75rem)";

/** Whether the screen is a phone's now, for a press. What is drawn follows from CSS. */
export const isPhone = () => window.matchMedia("(max-width: 767px)").matches;

/**
 * Gives a fixed element the part of the screen the on-screen keyboard leaves visible, as
 * `--visible-top` and `--visible-height`. The keyboard covers the page without resizing it.
 */
export function useVisibleArea(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => {
      const style = element.current?.style;
      // Zoomed in with two fingers: the element must not shrink under them.
      const isZoomed = viewport.scale > 1.01;
      style?.setProperty("--visible-top", isZoomed ? "0px" : `${viewport.offsetTop}px`);
      style?.setProperty("--visible-height", isZoomed ? "100dvh" : `${viewport.height}px`);
    };
    update();
    viewport.addEventListener("resize", update);
    viewport.addEventListener("scroll", update);
    return () => {
      viewport.removeEventListener("resize", update);
      viewport.removeEventListener("scroll", update);
    };
  }, [element]);
}
