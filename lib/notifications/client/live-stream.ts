import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import type { NotificationsAnswer, PostsNews } from "@/lib/notifications/schema";

/** One tab's stream of live notifications, messages and posts: reading it, and opening it again. */

/** What a `message` event says: in which conversation something happened. */
export type MessageHint = { conversationId: string | null; messageId: string | null };

/** What a `safety` event says: the ids of people who are hidden from now on. */
export type HiddenPeople = { hidden: string[] };

/** The first and the longest delay before reconnecting; the actual delay is random up to it. */
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 60_000;
/** A stream that lasted this long was healthy and resets the backoff. */
const HEALTHY_MS = 10_000;
/** The server sends a heartbeat every 25 s. After this long without a byte the stream is dead. */
const SILENCE_MS = 60_000;

export type Listener = {
  /** Called with the newest page of the list whenever it changes. */
  onPage: (page: NotificationsAnswer) => void;
  /** Called when something happened to messages. */
  onMessage: (data: MessageHint) => void;
  /** Called when people are hidden from now on. */
  onHidden: (data: HiddenPeople) => void;
  /** Called when there are new posts, or the counts of some have changed. */
  onPosts: (news: PostsNews) => void;
  /** Called when this tab's stream opens or closes. */
  onStreaming: (isStreaming: boolean) => void;
};

/** Maintains a stream until `end` is aborted or the session ends. */
export async function maintainStream(listener: Listener, end: AbortSignal): Promise<void> {
  let lastEventId: string | undefined;
  let backoff = BACKOFF_MS;
  const onEvent = ({ event, id, data }: EventSourceMessage) => {
    if (event === "notifications") {
      lastEventId = id;
      if (!end.aborted) listener.onPage(JSON.parse(data));
    } else if (event === "message" && !end.aborted) {
      listener.onMessage(JSON.parse(data));
    } else if (event === "safety" && !end.aborted) {
      listener.onHidden(JSON.parse(data));
    } else if (event === "posts" && !end.aborted) {
      listener.onPosts(JSON.parse(data));
    }
  };
  for (;;) {
    const openedAt = Date.now();
    let retryAfter = 0;
    let isSessionOver = false;
    try {
      await readStream(lastEventId, () => listener.onStreaming(true), onEvent, end);
    } catch (error) {
      // Anything else is a broken connection, which this loop reopens.
      if (error instanceof ApiClientError) {
        isSessionOver = error.status === 401;
        retryAfter = (error.details.retryAfter ?? 0) * 1_000;
      }
    }
    if (end.aborted) return;
    listener.onStreaming(false);
    if (isSessionOver) return;
    if (Date.now() - openedAt > HEALTHY_MS) backoff = BACKOFF_MS;
    await pause(retryAfter + backoff * Math.random(), end, retryAfter === 0);
    if (end.aborted) return;
    backoff = Math.min(backoff * 2, BACKOFF_MAX_MS);
  }
}

/** Reads one stream until it ends. Throws when it breaks or times out. */
async function readStream(
  lastEventId: string | undefined,
  onOpen: () => void,
  onEvent: (event: EventSourceMessage) => void,
  end: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  end.addEventListener("abort", abort);
  let silenceTimer = setTimeout(abort, SILENCE_MS);
  try {
    const body = await api.stream("/notifications/stream", { signal: stop.signal, lastEventId });
    onOpen();
    const parser = createParser({ onEvent });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(abort, SILENCE_MS);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(silenceTimer);
    end.removeEventListener("abort", abort);
    // After a parse error, close the connection.
    abort();
  }
}

/** Waits. `interruptible` ends the wait early when the network or the person comes back. */
function pause(ms: number, end: AbortSignal, interruptible: boolean): Promise<void> {
  return new Promise((resolve) => {
    const finished = new AbortController();
    const { signal } = finished;
    const finish = () => {
      clearTimeout(timer);
      finished.abort();
      resolve();
    };
    const timer = setTimeout(finish, ms);
    end.addEventListener("abort", finish, { signal });
    if (!interruptible) return;
    const handleVisible = () => {
      if (document.visibilityState === "visible") finish();
    };
    window.addEventListener("online", finish, { signal });
    document.addEventListener("visibilitychange", handleVisible, { signal });
  });
}
