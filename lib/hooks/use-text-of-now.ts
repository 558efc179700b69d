"use client";

import { useSyncExternalStore } from "react";
import { whenIdle } from "@/lib/hooks/when-idle";

/** How often relative times are looked at again, in milliseconds. */
const TICK = 15_000;

/** One clock for all: a page of relative times needs one timer. It begins at rest, with what the server wrote until then. */
const listeners = new Set<() => void>();
let now = 0;
let stop = () => {};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    if (now === 0) stop = whenIdle(begin);
    else begin();
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
  for (const each of listeners) each();
}

/**
 * `text` of the time now in milliseconds since 1970, looked at again every 15 seconds; whoever shows it is drawn again only
 * when it reads differently. Undefined in the server's rendering and until the browser is at rest, because the server's clock
 * and time zone are not the reader's, and correcting it is no hurry.
 */
export function useTextOfNow(text: (now: number) => string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (now === 0 ? undefined : text(now)),
    () => undefined,
  );
}
