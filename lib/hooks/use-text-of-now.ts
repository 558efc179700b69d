"use client";

import { useSyncExternalStore } from "react";

/** How often relative times are looked at again, in milliseconds. */
const TICK = 15_000;

/** One clock for all: a page of relative times needs one timer. */
const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, TICK);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function readClock(): number {
  if (now === 0) now = Date.now();
  return now;
}

/**
 * `text` of the time now in milliseconds since 1970, looked at again every 15 seconds; whoever shows it is drawn again only
 * when it reads differently. Undefined in the server's rendering and while that is taken over, because the server's clock
 * and time zone are not the reader's.
 */
export function useTextOfNow(text: (now: number) => string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => text(readClock()),
    () => undefined,
  );
}
