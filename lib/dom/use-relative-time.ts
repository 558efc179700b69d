"use client";

import { useSyncExternalStore } from "react";

/** How often relative times are looked at again, in milliseconds. */
const TICK = 15_000;
/**
 * What the server wrote stands so long, in milliseconds: correcting it must not hold up the page's
 * first second.
 */
const FIRST_TICK = 1_000;

/** One clock for all: a page of relative times needs one timer. */
const listeners = new Set<() => void>();
let now = 0;
let stop = () => {};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    if (now !== 0) begin();
    else {
      const timer = setTimeout(begin, FIRST_TICK);
      stop = () => clearTimeout(timer);
    }
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function begin(): void {
  tick();
  const timer = setInterval(tick, TICK);
  stop = () => clearInterval(timer);
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/**
 * `text` of the time now in milliseconds since 1970, looked at again every 15 seconds; whoever
 * shows it is drawn again only when it reads differently. Undefined in the server's rendering and
 * for the first second, because the server's clock and time zone are not the reader's.
 */
export function useRelativeTime(text: (now: number) => string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (now === 0 ? undefined : text(now)),
    () => undefined,
  );
}
