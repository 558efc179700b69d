"use client";

import { useSyncExternalStore } from "react";

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

/** Whether the screen is a phone's now, for a press. What is drawn follows from CSS. */
export const isPhone = () => window.matchMedia("(max-width: 767px)").matches;
