import { createParser } from "eventsource-parser";
import { api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import type { NotificationsAnswer } from "@/lib/notifications/contract";

/** The browser's end of the live stream: opens it, reads it, and opens it again whenever it breaks. */

/** First wait before opening again, and the longest, in milliseconds. Each is drawn at random up to that. */
const WAIT_MS = 1_000;
const WAIT_MAX_MS = 60_000;
/** A stream that lasted this long was a good one: the next wait begins small again. */
const LASTED_MS = 10_000;
/** The server says every 25 s that it lives. After this long without a byte the stream is taken for dead. */
const SILENCE_MS = 60_000;

export type StreamHearer = {
  /** The newest page of the list, whenever it changed. */
  onPage: (page: NotificationsAnswer) => void;
  /** Whether changes arrive by themselves just now. */
  onLive: (live: boolean) => void;
};

/** Keeps a stream open until `end`, or until the session is over. */
export async function keepStream({ onPage, onLive }: StreamHearer, end: AbortSignal): Promise<void> {
  let version: string | undefined;
  let wait = WAIT_MS;
  const take = (page: NotificationsAnswer, id: string | undefined) => {
    version = id;
    onPage(page);
  };
  while (!end.aborted) {
    const since = Date.now();
    let atLeast = 0;
    try {
      await readStream(version, take, () => onLive(true), end);
    } catch (error) {
      if (error instanceof ApiClientError) {
        if (error.status === 401) break;
        atLeast = (error.details.retryAfter ?? 0) * 1_000;
      }
      // Anything else is a connection that broke, which is what this loop is for.
    }
    onLive(false);
    if (Date.now() - since > LASTED_MS) wait = WAIT_MS;
    await pause(atLeast + wait * Math.random(), end, atLeast === 0);
    wait = Math.min(wait * 2, WAIT_MAX_MS);
  }
  onLive(false);
}

/** Reads one stream until it ends, breaks (throws) or falls silent (throws). */
async function readStream(
  version: string | undefined,
  take: (page: NotificationsAnswer, id: string | undefined) => void,
  onOpen: () => void,
  end: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const leave = () => stop.abort();
  let watch = setTimeout(leave, SILENCE_MS);
  // Timers sleep with the computer: on waking, or coming back, it is looked at once.
  let heard = Date.now();
  const look = () => {
    if (Date.now() - heard > SILENCE_MS) leave();
  };
  end.addEventListener("abort", leave);
  document.addEventListener("visibilitychange", look);
  try {
    const body = await api.stream("/notifications/stream", { signal: stop.signal, lastEventId: version });
    onOpen();
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        if (event === "notifications") take(JSON.parse(data), id);
      },
    });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard = Date.now();
      clearTimeout(watch);
      watch = setTimeout(leave, SILENCE_MS);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watch);
    end.removeEventListener("abort", leave);
    document.removeEventListener("visibilitychange", look);
    // What could not be understood must not go on arriving.
    leave();
  }
}

/** Waits; with `impatient` less, when the network or the person comes back. */
function pause(ms: number, end: AbortSignal, impatient: boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      end.removeEventListener("abort", done);
      window.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", seen);
      resolve();
    };
    const seen = () => {
      if (document.visibilityState === "visible") done();
    };
    const timer = setTimeout(done, ms);
    if (end.aborted) return done();
    end.addEventListener("abort", done);
    if (!impatient) return;
    window.addEventListener("online", done);
    document.addEventListener("visibilitychange", seen);
  });
}
