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
import { countsOptions } from "@/lib/notifications/client/queries";
import type { Notification, NotificationsAnswer, PostsNews } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/**
 * Live notifications, messages and posts over one stream per browser. The tab that holds the lock
 * reads the stream and broadcasts each event to the others; when it closes, the browser passes the
 * lock on. A tab without the stream also polls, because the connection may be cut and the streaming
 * tab may be asleep.
 */

/** Events may have been missed. */
const ANYTHING: MessageHint = { conversationId: null, messageId: null };
const ANY_POSTS: PostsNews = { isNew: true, counts: [] };

/** How often a visible tab without the stream polls. */
const POLL_MS = 30_000;

type Handlers = {
  /** Called with new notifications. */
  onArrival: (arrived: Notification[]) => void;
  /** Called with what happened to messages; a tab without the stream is called every 30 s. */
  onMessage: (data: MessageHint) => void;
  /** Called with people whom the viewer no longer sees, or who no longer want to be seen. */
  onHidden: (data: HiddenPeople) => void;
  /** Called when there are new posts, or the counts of some have changed. */
  onPosts: (news: PostsNews) => void;
};

/**
 * Synchronizes the counts and the cached list of notifications with the server, and passes on
 * what happens to messages. Used once, by the shell.
 */
export function useLiveNotifications(
  personId: string | undefined,
  { onArrival, onMessage, onHidden, onPosts }: Handlers,
): void {
  const client = useQueryClient();
  const [isStreaming, setStreaming] = useState(false);
  const handleArrival = useEffectEvent(onArrival);
  const handleMessage = useEffectEvent(onMessage);
  const handleHidden = useEffectEvent(onHidden);
  const handlePosts = useEffectEvent(onPosts);

  useEffect(() => {
    if (!personId) return;
    let newest: Notification | undefined;
    let isFirst = true;
    let wasStreaming = false;
    return subscribe(personId, {
      onStreaming: (streaming) => {
        setStreaming(streaming);
        // Events may have been missed while there was no stream.
        if (!streaming) return;
        handleMessage(ANYTHING);
        // The page itself has brought the newest posts.
        if (wasStreaming) handlePosts(ANY_POSTS);
        wasStreaming = true;
      },
      onMessage: (data) => handleMessage(data),
      onHidden: (data) => handleHidden(data),
      onPosts: (news) => handlePosts(news),
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
    ...countsOptions(),
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

/** Messages between tabs: a new one says hello, the one with the stream passes on its events. */
type TabMessage =
  | { kind: "hello" }
  | { kind: "page"; page: NotificationsAnswer }
  | { kind: "message"; hint: MessageHint }
  | { kind: "hidden"; people: HiddenPeople }
  | { kind: "posts"; news: PostsNews };

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
  const share = (message: TabMessage) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "hello") {
      if (ownPage) share({ kind: "page", page: ownPage });
    } else if (data.kind === "message") listener.onMessage(data.hint);
    else if (data.kind === "hidden") listener.onHidden(data.people);
    else if (data.kind === "posts") listener.onPosts(data.news);
    else if (data.kind === "page") listener.onPage(data.page);
  };
  share({ kind: "hello" });
  const onPage = (page: NotificationsAnswer) => {
    ownPage = page;
    share({ kind: "page", page });
    listener.onPage(page);
  };
  const onMessage = (hint: MessageHint) => {
    share({ kind: "message", hint });
    listener.onMessage(hint);
  };
  const onHidden = (people: HiddenPeople) => {
    share({ kind: "hidden", people });
    listener.onHidden(people);
  };
  const onPosts = (news: PostsNews) => {
    share({ kind: "posts", news });
    listener.onPosts(news);
  };
  const sharing = { ...listener, onPage, onMessage, onHidden, onPosts };
  navigator.locks
    .request(name, { signal: end }, () => maintainStream(sharing, end))
    .catch(() => {
      // Aborted before this tab got the lock.
    });
}
