"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { applyLivePage, arrivals } from "@/lib/notifications/client/cache";
import { unreadOptions } from "@/lib/notifications/client/queries";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/**
 * Live notifications and messages over one stream per browser. The tab that holds the lock reads
 * the stream and broadcasts each event to the others; when it closes, the browser passes the lock
 * on. A tab without the stream also polls, because the connection may be cut and the streaming tab
 * may be asleep.
 */

/** What a `message` event says: in which conversation something happened. */
export type MessageHint = { conversationId: string | null; messageId: string | null };

/** What a `safety` event says: the ids of people who are hidden from now on. */
export type HiddenPeople = { hidden: string[] };

/** Events may have been missed. */
const ANYTHING: MessageHint = { conversationId: null, messageId: null };

/** How often a visible tab without the stream polls. */
const POLL_MS = 30_000;
/** The first and the longest delay before reconnecting; the actual delay is random up to it. */
const BACKOFF_MS = 1_000;
const BACKOFF_MAX_MS = 60_000;
/** A stream that lasted this long was healthy and resets the backoff. */
const HEALTHY_MS = 10_000;
/** The server sends a heartbeat every 25 s. After this long without a byte the stream is dead. */
const SILENCE_MS = 60_000;

type Handlers = {
  /** Called with new notifications. */
  onArrival: (arrived: Notification[]) => void;
  /** Called with what happened to messages; a tab without the stream is called every 30 s. */
  onMessage: (data: MessageHint) => void;
  /** Called with people whom the viewer no longer sees, or who no longer want to be seen. */
  onHidden: (data: HiddenPeople) => void;
};

/**
 * Synchronizes the unread count and the cached list of notifications with the server, and passes on
 * what happens to messages. Used once, by the shell.
 */
export function useLiveNotifications(
  personId: string | undefined,
  { onArrival, onMessage, onHidden }: Handlers,
): void {
  const client = useQueryClient();
  const [isStreaming, setStreaming] = useState(false);
  const handleArrival = useEffectEvent(onArrival);
  const handleMessage = useEffectEvent(onMessage);
  const handleHidden = useEffectEvent(onHidden);

  useEffect(() => {
    if (!personId) return;
    let newest: Notification | undefined;
    let isFirst = true;
    return subscribe(personId, {
      onStreaming: (streaming) => {
        setStreaming(streaming);
        // Events may have been missed while there was no stream.
        if (streaming) handleMessage(ANYTHING);
      },
      onMessage: (data) => handleMessage(data),
      onHidden: (data) => handleHidden(data),
      onPage: (page) => {
        // The first page holds what existed before.
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
    // Also while streaming: after sleep, a computer may not have noticed that its connection died.
    refetchOnWindowFocus: true,
    retry: false,
  });

  useEffect(() => {
    if (!personId || isStreaming) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") handleMessage(ANYTHING);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [personId, isStreaming]);
}

type Listener = {
  /** Called with the newest page of the list whenever it changes. */
  onPage: (page: NotificationsAnswer) => void;
  /** Called when something happened to messages. */
  onMessage: (data: MessageHint) => void;
  /** Called when people are hidden from now on. */
  onHidden: (data: HiddenPeople) => void;
  /** Called when this tab's stream opens or closes. */
  onStreaming: (isStreaming: boolean) => void;
};

/** Subscribes to a person's notifications. Returns the unsubscribe function. */
export function subscribe(personId: string, listener: Listener): () => void {
  let current = new AbortController();
  shareStream(personId, listener, current.signal);
  const unsubscribed = new AbortController();
  const { signal } = unsubscribed;
  // A page in the back/forward cache must hold neither a lock nor a connection.
  window.addEventListener("pagehide", () => current.abort(), { signal });
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    current = new AbortController();
    shareStream(personId, listener, current.signal);
  };
  window.addEventListener("pageshow", handleShow, { signal });
  return () => {
    unsubscribed.abort();
    current.abort();
  };
}

/**
 * Streams while this tab holds the lock, and otherwise listens to the tab that does. In browsers
 * without locks each tab has its own stream.
 */
function shareStream(personId: string, listener: Listener, end: AbortSignal): void {
  if (!("locks" in navigator && "BroadcastChannel" in window)) {
    void maintainStream(listener, end);
    return;
  }
  const name = `campus-circle-notifications-${personId}`;
  const channel = new BroadcastChannel(name);
  end.addEventListener("abort", () => channel.close());
  let ownPage: NotificationsAnswer | undefined;
  channel.onmessage = ({
    data,
  }: MessageEvent<"hello" | NotificationsAnswer | MessageHint | HiddenPeople>) => {
    if (data === "hello") {
      if (ownPage) channel.postMessage(ownPage);
    } else if ("conversationId" in data) {
      listener.onMessage(data);
    } else if ("hidden" in data) {
      listener.onHidden(data);
    } else {
      listener.onPage(data);
    }
  };
  channel.postMessage("hello");
  const onPage = (page: NotificationsAnswer) => {
    ownPage = page;
    channel.postMessage(page);
    listener.onPage(page);
  };
  const onMessage = (data: MessageHint) => {
    channel.postMessage(data);
    listener.onMessage(data);
  };
  const onHidden = (data: HiddenPeople) => {
    channel.postMessage(data);
    listener.onHidden(data);
  };
  navigator.locks
    .request(name, { signal: end }, () => maintainStream({ ...listener, onPage, onMessage, onHidden }, end))
    .catch(() => {
      // Aborted before this tab got the lock.
    });
}

/** Maintains a stream until `end` is aborted or the session ends. */
async function maintainStream(listener: Listener, end: AbortSignal): Promise<void> {
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
