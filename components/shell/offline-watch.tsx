"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { queuedCommentLike } from "@/lib/comments/client/like";
import { queuedComment } from "@/lib/comments/client/mutations";
import { translate, useTranslate } from "@/lib/language/translate";
import { queuedMessage } from "@/lib/messages/client/mutations";
import { cachedPageTime, useOnline } from "@/lib/offline/client/connection";
import { activateUpdate, onNewerWorker, reportPageView } from "@/lib/offline/client/worker";
import { sessionMatch } from "@/lib/offline/token-owner";
import { queuedBookmark, queuedLike } from "@/lib/posts/client/mutations";
import { useMe } from "@/lib/profiles/client/queries";
import {
  isWaiting,
  onQueueChange,
  type QueuedAction,
  type QueueHandlers,
  queuedActions,
} from "@/lib/query/offline-queue";
import { flushQueue, showQueue } from "@/lib/query/send-queue";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";

/** How often the offline queue is sent again while the server is unavailable. */
const RETRY_INTERVAL_MS = 30_000;

const QUEUE_HANDLERS: QueueHandlers = {
  like: queuedLike,
  bookmark: queuedBookmark,
  comment: queuedComment,
  comment_like: queuedCommentLike,
  message: queuedMessage,
};

/**
 * Offline mode of a page: shows the banner, has visited pages cached, and flushes the offline queue
 * when the connection returns. Also announces a newer version of the app.
 */
export function OfflineWatch() {
  const online = useOnline();
  const queued = useSyncExternalStore(onQueueChange, queuedActions, noActions).filter(isWaiting).length;
  const path = usePathname();
  // Set after hydration, because only the browser knows. It applies to this path alone: screens
  // reached from here are not cached copies.
  const [copy, setCopy] = useState<{ path: string; madeAt: number | undefined }>();
  useEffect(() => setCopy((current) => current ?? { path, madeAt: cachedPageTime() }), [path]);
  const madeAt = copy?.path === path ? copy.madeAt : undefined;
  const [worker, setWorker] = useState<ServiceWorker>();
  useEffect(() => onNewerWorker(setWorker), []);
  useRefreshedCopy(online && madeAt !== undefined, () => setCopy({ path, madeAt: undefined }));
  usePageCaching(path);
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
 * Loads what a cached copy shows again once there is a connection, and reports that it is current.
 * If that fails, its banner stays and offers to try again.
 */
function useRefreshedCopy(isOld: boolean, onRefreshed: () => void): void {
  const client = useQueryClient();
  const refreshed = useEffectEvent(onRefreshed);
  useEffect(() => {
    if (!isOld) return;
    let isShown = true;
    void client.refetchQueries({ type: "active" }).then(() => {
      const hasFailed = client
        .getQueryCache()
        .findAll({ type: "active" })
        .some(({ state }) => state.status === "error");
      if (isShown && !hasFailed) refreshed();
    });
    return () => {
      isShown = false;
    };
  }, [client, isOld]);
}

/** Has the worker cache the page, unless page and stored session belong to different people. */
function usePageCaching(path: string): void {
  const personId = useMe()?._id;
  useEffect(() => {
    if (personId && sessionMatch(personId, storedAccessToken()) === "match")
      void reportPageView(personId, path);
  }, [personId, path]);
}

/** Shows the queued actions in the cache, and sends them while there is a connection. */
function useOfflineQueue(online: boolean, isQueued: boolean): void {
  const client = useQueryClient();
  useEffect(() => (isQueued ? showQueue(client, QUEUE_HANDLERS) : undefined), [client, isQueued]);
  useEffect(() => {
    if (!isQueued || !online) return;
    const flush = () => void flushQueue(client, QUEUE_HANDLERS, announceRejected);
    flush();
    const timer = setInterval(flush, RETRY_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [client, online, isQueued]);
}

const NOT_SENT: Record<QueuedAction["kind"], string> = {
  like: "Your like was not sent: {message}",
  bookmark: "Your bookmark was not sent: {message}",
  comment_like: "Your like was not sent: {message}",
  comment: "Your comment “{words}” was not sent: {message}",
  message: "Your message “{words}” was not sent: {message}",
};

/** Reports a rejected action, whose optimistic change has just been rolled back. */
function announceRejected(action: QueuedAction, message: string): void {
  const words = "content" in action ? action.content : "text" in action ? action.text : "";
  toast.error(translate(NOT_SENT[action.kind], { words: shorten(words), message }));
}

const shorten = (words: string) => (words.length > 40 ? `${words.slice(0, 40).trimEnd()}…` : words);

/** Offers a new version, which otherwise activates once all tabs of the app are closed. */
function UpdateNotice({ worker, onLater }: { worker: ServiceWorker; onLater: () => void }) {
  const t = useTranslate();
  const [isPending, setIsPending] = useState(false);
  const refresh = () => {
    setIsPending(true);
    activateUpdate(worker);
  };
  return (
    <div className="m-2 flex animate-fade-in flex-wrap items-center gap-x-2.5 gap-y-1 rounded-field bg-soft py-1.5 pr-1.5 pl-4 text-brand text-label shadow-float md:mx-0 md:mt-4">
      <Sparkles aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-40 py-1.5 font-medium">{t("A new version is ready.")}</p>
      <Button variant="ghost" size="sm" onClick={onLater} disabled={isPending}>
        {t("Later")}
      </Button>
      <Button size="sm" onClick={refresh} isPending={isPending}>
        {t("Refresh")}
      </Button>
    </div>
  );
}
