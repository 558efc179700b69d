"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { applyLivePage, arrivals } from "@/lib/notifications/client/cache";
import {
  type HiddenPeople,
  type Listener,
  type MessageHint,
  maintainStream,
} from "@/lib/notifications/client/live-stream";
import { unreadOptions } from "@/lib/notifications/client/queries";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/**
 * Live notifications and messages over one stream per browser. The tab that holds the lock reads
 * the stream and broadcasts each event to the others; when it closes, the browser passes the lock
 * on. A tab without the stream also polls, because the connection may be cut and the streaming tab
 * may be asleep.
 */

/** Events may have been missed. */
const ANYTHING: MessageHint = { conversationId: null, messageId: null };

/** How often a visible tab without the stream polls. */
const POLL_MS = 30_000;

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

/** Subscribes to a person's notifications. Returns the unsubscribe function. */
export function subscribe(personId: string, listener: Listener): () => void {
  let current = new AbortController();
  shareStream(personId, listener, current.signal);
  const unsubscribed = new AbortController();
  const { signal } = unsubscribed;
  // A page in the back/forward cache must hold neither a lock nor a connection.
  const handleHide = () => {
    current.abort();
    // Coming back, it asks every while until there is a stream again.
    listener.onStreaming(false);
  };
  window.addEventListener("pagehide", handleHide, { signal });
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
