"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createParser } from "eventsource-parser";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { applyLivePage, arrivals } from "@/lib/notifications/client/cache";
import { unreadOptions } from "@/lib/notifications/client/queries";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/**
 * Live notifications over one stream a browser. The tab that holds the lock reads the stream and
 * passes each page on to the others; when it closes, the browser gives the lock to the next. A tab
 * that does not stream asks by itself, too: streams may be cut on the way, and the tab that has one
 * may be asleep.
 */

/** How often a visible tab that does not stream asks for the newest page, in milliseconds. */
const POLL_MS = 30_000;
/**
 * First wait before a stream is opened again, and the longest, in milliseconds. Each is drawn at
 * random up to that.
 */
const WAIT_MS = 1_000;
const WAIT_MAX_MS = 60_000;
/** A stream that lasted this long was a good one: the next wait begins small again. */
const LASTED_MS = 10_000;
/**
 * The server says every 25 s that it lives. After this long without a byte the stream is taken for
 * dead.
 */
const SILENCE_MS = 60_000;

/**
 * Keeps the unread count and the cached list as the server has them. `onArrival` is called with
 * what is new. For the shell, once.
 */
export function useLiveNotifications(
  personId: string | undefined,
  onArrival: (arrived: Notification[]) => void,
): void {
  const client = useQueryClient();
  const [isStreaming, setStreaming] = useState(false);
  const handleArrival = useEffectEvent(onArrival);

  useEffect(() => {
    if (!personId) return;
    let newest: Notification | undefined;
    let isFirst = true;
    return subscribe(personId, {
      onStreaming: setStreaming,
      onPage: (page) => {
        // The first page is what there was already.
        const arrived = isFirst ? [] : arrivals(newest, page);
        isFirst = false;
        const [first] = page.notifications;
        if (first && (!newest || isNewer(first, newest))) newest = first;
        applyLivePage(client, page);
        if (arrived.length > 0) handleArrival(arrived);
      },
    });
  }, [client, personId]);

  useQuery({
    ...unreadOptions(),
    enabled: personId !== undefined,
    refetchInterval: isStreaming ? false : POLL_MS,
    // Also while streaming: a computer that slept may not have noticed yet that its connection is
    // gone.
    refetchOnWindowFocus: true,
    retry: false,
  });
}

type Listener = {
  /** The newest page of the list, whenever it changed. */
  onPage: (page: NotificationsAnswer) => void;
  /** Whether this tab has an open stream. */
  onStreaming: (isStreaming: boolean) => void;
};

/** Calls `listener` with a person's notifications until the returned function is called. */
export function subscribe(personId: string, listener: Listener): () => void {
  let current = new AbortController();
  shareStream(personId, listener, current.signal);
  const over = new AbortController();
  const { signal } = over;
  // A page that is put aside for the back button may hold neither a lock nor a connection.
  window.addEventListener("pagehide", () => current.abort(), { signal });
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    current = new AbortController();
    shareStream(personId, listener, current.signal);
  };
  window.addEventListener("pageshow", handleShow, { signal });
  return () => {
    over.abort();
    current.abort();
  };
}

/**
 * Streams when it is this tab's turn, and listens to the tab that streams. Without locks each tab
 * has its own stream.
 */
function shareStream(personId: string, listener: Listener, end: AbortSignal): void {
  if (!("locks" in navigator && "BroadcastChannel" in window)) {
    void keepStreaming(listener, end);
    return;
  }
  const name = `campus-circle-notifications-${personId}`;
  const channel = new BroadcastChannel(name);
  end.addEventListener("abort", () => channel.close());
  let ownPage: NotificationsAnswer | undefined;
  channel.onmessage = ({ data }: MessageEvent<"hello" | NotificationsAnswer>) => {
    if (data !== "hello") listener.onPage(data);
    else if (ownPage) channel.postMessage(ownPage);
  };
  channel.postMessage("hello");
  const onPage = (page: NotificationsAnswer) => {
    ownPage = page;
    channel.postMessage(page);
    listener.onPage(page);
  };
  navigator.locks
    .request(name, { signal: end }, () => keepStreaming({ ...listener, onPage }, end))
    .catch(() => {
      // It ended before it was this tab's turn.
    });
}

/** Keeps a stream open until `end`, or until the session is over. */
async function keepStreaming(listener: Listener, end: AbortSignal): Promise<void> {
  let lastEventId: string | undefined;
  let wait = WAIT_MS;
  const onEvent = (page: NotificationsAnswer, id: string | undefined) => {
    lastEventId = id;
    if (!end.aborted) listener.onPage(page);
  };
  for (;;) {
    const since = Date.now();
    let retryAfter = 0;
    let isOver = false;
    try {
      await readStream(lastEventId, () => listener.onStreaming(true), onEvent, end);
    } catch (error) {
      // Anything else is a connection that broke, which is what this loop is for.
      if (error instanceof ApiClientError) {
        isOver = error.status === 401;
        retryAfter = (error.details.retryAfter ?? 0) * 1_000;
      }
    }
    if (end.aborted) return;
    listener.onStreaming(false);
    if (isOver) return;
    if (Date.now() - since > LASTED_MS) wait = WAIT_MS;
    await pause(retryAfter + wait * Math.random(), end, retryAfter === 0);
    if (end.aborted) return;
    wait = Math.min(wait * 2, WAIT_MAX_MS);
  }
}

/** Reads one stream until it ends. Throws when it breaks or falls silent. */
async function readStream(
  lastEventId: string | undefined,
  onOpen: () => void,
  onEvent: (page: NotificationsAnswer, id: string | undefined) => void,
  end: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  end.addEventListener("abort", abort);
  let silence = setTimeout(abort, SILENCE_MS);
  try {
    const body = await api.stream("/notifications/stream", { signal: stop.signal, lastEventId });
    onOpen();
    const parser = createParser({
      onEvent: ({ event, id, data }) => {
        if (event === "notifications") onEvent(JSON.parse(data), id);
      },
    });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_MS);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(silence);
    end.removeEventListener("abort", abort);
    // What could not be understood must not go on arriving.
    abort();
  }
}

/** Waits; with `impatient` less, when the network or the person comes back. */
function pause(ms: number, end: AbortSignal, impatient: boolean): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const { signal } = over;
    const finish = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(finish, ms);
    end.addEventListener("abort", finish, { signal });
    if (!impatient) return;
    const handleVisible = () => {
      if (document.visibilityState === "visible") finish();
    };
    window.addEventListener("online", finish, { signal });
    document.addEventListener("visibilitychange", handleVisible, { signal });
  });
}
