"use client";

import { useSyncExternalStore } from "react";
import { utcOffsetAt } from "@/lib/product";
import { startOfDay } from "@/lib/time/relative-time";

/** How often relative times are updated. */
const INTERVAL_MS = 15_000;
/** The first update waits, so that it does not compete with the loading of the page. */
const FIRST_UPDATE_MS = 1_000;

/** One timer for all relative times of a page. */
const listeners = new Set<() => void>();
let now = 0;
let stop = () => {};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    if (now !== 0) start();
    else {
      const timer = setTimeout(start, FIRST_UPDATE_MS);
      stop = () => clearTimeout(timer);
    }
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  tick();
  const timer = setInterval(tick, INTERVAL_MS);
  stop = () => clearInterval(timer);
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/**
 * The result of `text` for the current time in milliseconds since 1970, updated every 15 seconds.
 * The component renders again only when the result changes. Undefined on the server and for the
 * first second, because the server's clock and time zone are not the reader's.
 */
export function useRelativeTime(text: (now: number) => string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (now === 0 ? undefined : text(now)),
    () => undefined,
  );
}

/**
 * When the reader's day began, or one of the days before it, in milliseconds since 1970. While the
 * server's HTML is hydrated it is by `serverNow` in the colleges' time zone, which both sides know.
 */
export function useStartOfDay(serverNow: number, daysAgo = 0): number {
  return useSyncExternalStore(
    subscribe,
    () => startOfDay(Date.now(), { daysAgo }),
    () => startOfDay(serverNow, { daysAgo, utcOffsetMinutes: utcOffsetAt(serverNow) }),
  );
}

const never = () => () => {};

/**
 * The time zone to write times of the day in: the reader's (undefined); while the server's HTML is
 * hydrated it is the colleges', which both sides know.
 */
export function useUtcOffset(): number | undefined {
  return useSyncExternalStore(
    never,
    () => undefined,
    () => utcOffsetAt(Date.now()),
  );
}
