"use client";

import { useSyncExternalStore } from "react";
import { CACHED_PAGE_MARK } from "@/lib/offline/cache-names";

/** Whether the browser is online, and whether the page on screen is a cached copy. */

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the browser is online. True in server rendering. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * When this page was rendered, in milliseconds since 1970, if the worker served a cached copy;
 * undefined if it came from the server. The worker marks copies with a header that pages can read
 * (../service-worker/pages.ts).
 */
export function cachedPageTime(): number | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const mark = navigation?.serverTiming?.find(({ name }) => name === CACHED_PAGE_MARK);
  return mark ? Date.parse(mark.description) || undefined : undefined;
}
