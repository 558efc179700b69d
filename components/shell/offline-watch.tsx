"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { sessionMatch } from "@/components/shell/session-match";
import { UpdateNotice } from "@/components/shell/update-notice";
import {
  flushQueue,
  onQueueChange,
  type QueuedAction,
  type QueueHandlers,
  queuedActions,
  showQueue,
} from "@/lib/api/client/offline-queue";
import { queuedComment } from "@/lib/comments/client/mutations";
import { cachedPageTime, useOnline } from "@/lib/offline/client/connection";
import { onNewerWorker, reportPageView } from "@/lib/offline/client/worker";
import { queuedLike } from "@/lib/posts/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";

/**
 * How often sending the offline queue is tried again while the server does not take it, in
 * milliseconds.
 */
const RETRY_MS = 30_000;

const QUEUE_HANDLERS: QueueHandlers = { like: queuedLike, comment: queuedComment };

/**
 * With no connection, and after it: says so, keeps what is read, and sends what was done. Also
 * tells of a newer version.
 */
export function OfflineWatch() {
  const online = useOnline();
  const queued = useSyncExternalStore(onQueueChange, queuedActions, noActions).length;
  const path = usePathname();
  // Only the browser knows: the server's rendering is no copy. The next screen is none of it
  // either.
  const [copy, setCopy] = useState<{ path: string; madeAt: number | undefined }>();
  useEffect(() => setCopy((first) => first ?? { path, madeAt: cachedPageTime() }), [path]);
  const madeAt = copy?.path === path ? copy.madeAt : undefined;
  const [worker, setWorker] = useState<ServiceWorker>();
  useEffect(() => onNewerWorker(setWorker), []);
  useKeeping(path);
  useOfflineQueue(online, queued > 0);
  return (
    <>
      {(!online || madeAt !== undefined) && (
        <OfflineBanner online={online} waiting={queued} madeAt={madeAt} />
      )}
      {worker && <UpdateNotice worker={worker} onLater={() => setWorker(undefined)} />}
    </>
  );
}

const NO_ACTIONS: readonly QueuedAction[] = [];
const noActions = () => NO_ACTIONS;

/**
 * Has the worker keep what the person sees, as long as the page and the stored session are of one
 * person.
 */
function useKeeping(path: string): void {
  const personId = useMe()?._id;
  useEffect(() => {
    if (personId && sessionMatch(personId, storedAccessToken()) === "match")
      void reportPageView(personId, path);
  }, [personId, path]);
}

/** Shows the offline queue, and sends it whenever there is a connection. */
function useOfflineQueue(online: boolean, isQueued: boolean): void {
  const client = useQueryClient();
  useEffect(() => (isQueued ? showQueue(client, QUEUE_HANDLERS) : undefined), [client, isQueued]);
  useEffect(() => {
    if (!isQueued || !online) return;
    const flush = () => void flushQueue(client, QUEUE_HANDLERS, announceRejected);
    flush();
    const timer = setInterval(flush, RETRY_MS);
    return () => clearInterval(timer);
  }, [client, online, isQueued]);
}

/** What a rejected action was about shows as before. */
function announceRejected(action: QueuedAction, message: string): void {
  const what =
    action.kind === "like"
      ? "Your like was not sent"
      : `Your comment “${shorten(action.content)}” was not sent`;
  toast.error(`${what}: ${message}`);
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text);
