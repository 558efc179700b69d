"use client";

import { useSyncExternalStore } from "react";

/**
 * Whether there is a connection, and whether what is on the screen is a copy from when there was
 * one.
 */

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the browser has a connection; the server's rendering had one. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * When this page was made, in milliseconds since 1970, if the worker showed a kept copy of it;
 * undefined when it came from the server. The worker says so in a header that pages can read
 * (./service-worker/pages.ts).
 */
export function cachedPageTime(): number | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const kept = navigation?.serverTiming?.find(({ name }) => name === "kept");
  return kept ? Date.parse(kept.description) || undefined : undefined;
}
