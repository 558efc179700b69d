import type { QueryClient } from "@tanstack/react-query";
import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";
import { OFFLINE_QUEUE } from "@/lib/offline/client/clear-cached";
import { onStoredSessionChange, storedPersonId } from "@/lib/sessions/client/stored-session";

/**
 * The offline queue. Likes and comments made without a connection wait in local storage, where they
 * outlive the page and every tab sees the same ones, and are sent in order when the connection is
 * back. They belong to the stored session's person and go with the session. Why TanStack Query does
 * not hold them: docs/decisions/0017.
 */

export type QueuedLike = { kind: "like"; personId: string; postId: string; liked: boolean };
export type QueuedComment = {
  kind: "comment";
  personId: string;
  postId: string;
  content: string;
  /** What the server knows the comment by when it comes twice. */
  clientId: string;
  createdAt: string;
};
export type QueuedAction = QueuedLike | QueuedComment;
type NewAction = Omit<QueuedLike, "personId"> | Omit<QueuedComment, "personId">;

const NONE: readonly QueuedAction[] = [];
const listeners = new Set<() => void>();
let lastRead = { text: "", personId: "" as string | undefined, actions: NONE };

/** The stored person's actions, the oldest first; the same array until it changes. */
export function queuedActions(): readonly QueuedAction[] {
  try {
    const text = localStorage.getItem(OFFLINE_QUEUE) ?? "";
    const personId = storedPersonId();
    if (lastRead.text !== text || lastRead.personId !== personId) {
      lastRead = { text, personId, actions: NONE };
      const stored: unknown = text === "" ? [] : JSON.parse(text);
      if (Array.isArray(stored))
        lastRead.actions = stored.filter(isQueuedAction).filter((action) => action.personId === personId);
    }
    return lastRead.actions;
  } catch {
    // Storage is blocked, or holds something else, which the next action replaces.
    return NONE;
  }
}

/**
 * Calls `listener` whenever the queue may have changed, here or in another tab. Returns how to
 * stop.
 */
export function onQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  // Also hears other tabs, and the end of the session.
  const stop = onStoredSessionChange(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/**
 * Queues an action that failed because there is no connection; a newer like of a post replaces an
 * older one. False when it failed for another reason, nobody is signed in, or storage takes
 * nothing: then it has failed.
 */
export function enqueueIfOffline(error: unknown, action: NewAction): boolean {
  const isOffline = apiError(error)?.isOffline && !navigator.onLine;
  const personId = storedPersonId();
  if (!isOffline || !personId) return false;
  const others = queuedActions().filter((other) => targetOf(other) !== targetOf(action));
  return write([...others, { ...action, personId }]);
}

/** Removes the queued like of a post: a newer one takes its place. */
export const dequeueLike = (postId: string) =>
  keepOnly((action) => action.kind !== "like" || action.postId !== postId);

/**
 * What a noun does with its actions. Showing one twice must come to the same as showing it once.
 */
type QueueHandler<Action extends QueuedAction> = {
  /** Throws when the server rejects it or can't be reached. */
  send(client: QueryClient, action: Action): Promise<void>;
  /** Shows it in the cache as if it had been sent. */
  show(client: QueryClient, action: Action): void;
  /** Removes what `show` put there, once any tab has sent it. */
  clear?(client: QueryClient, action: Action): void;
  /** Takes a rejected one back. */
  undo?(client: QueryClient, action: Action): void;
};
export type QueueHandlers = { like: QueueHandler<QueuedLike>; comment: QueueHandler<QueuedComment> };

const handlerOf = (handlers: QueueHandlers, action: QueuedAction): QueueHandler<QueuedAction> =>
  handlers[action.kind];

/** Shows the queued actions in what is loaded now, and in what loads later. Returns how to stop. */
export function showQueue(client: QueryClient, handlers: QueueHandlers): () => void {
  let shown = queuedActions();
  const show = () => {
    for (const action of shown) handlerOf(handlers, action).show(client, action);
  };
  show();
  const stopChanges = onQueueChange(() => {
    const before = shown;
    shown = queuedActions();
    const gone = before.filter((action) => !shown.some((other) => isSame(action, other)));
    for (const action of gone) handlerOf(handlers, action).clear?.(client, action);
    show();
  });
  // An answer from before, such as a kept copy, does not know of them. Showing changes nothing that
  // has them already.
  const stopAnswers = client.getQueryCache().subscribe(({ type }) => {
    if (shown.length > 0 && (type === "added" || type === "updated")) queueMicrotask(show);
  });
  return () => {
    stopChanges();
    stopAnswers();
  };
}

/**
 * Sends the queued actions in order, one at a time, in one tab only. Stops where the server can't
 * be reached or asks to wait; what it rejects is removed and passed to `onRejected`. Each may be
 * sent twice, as an answer can be lost, and counts once.
 */
export async function flushQueue(
  client: QueryClient,
  handlers: QueueHandlers,
  onRejected: (action: QueuedAction, message: string) => void,
): Promise<void> {
  const flush = async () => {
    for (let [action] = queuedActions(); action; [action] = queuedActions()) {
      const handler = handlerOf(handlers, action);
      try {
        await handler.send(client, action);
        dequeue(action);
      } catch (error) {
        if (!isRejection(error)) return;
        dequeue(action);
        handler.undo?.(client, action);
        onRejected(action, error.message);
      }
    }
  };
  // Another tab that holds the lock sends everything.
  if ("locks" in navigator)
    await navigator.locks.request("campus-circle-queue", { ifAvailable: true }, (lock) => lock && flush());
  else await flush();
}

/**
 * For good. Anything else may pass: a session that is over takes its queue along, and "too many" is
 * not "no".
 */
function isRejection(error: unknown): error is ApiClientError {
  if (!(error instanceof ApiClientError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
}

/** The last word on a like counts; every comment is its own. */
const targetOf = (action: NewAction) => (action.kind === "like" ? `like ${action.postId}` : action.clientId);

/** A like that was taken back meanwhile is another action. */
const isSame = (action: QueuedAction, other: QueuedAction) =>
  JSON.stringify(action) === JSON.stringify(other);

const dequeue = (action: QueuedAction) => keepOnly((other) => !isSame(action, other));

function keepOnly(stays: (action: QueuedAction) => boolean): void {
  const actions = queuedActions();
  const left = actions.filter(stays);
  if (left.length < actions.length) write(left);
}

function write(actions: readonly QueuedAction[]): boolean {
  try {
    if (actions.length === 0) localStorage.removeItem(OFFLINE_QUEUE);
    else localStorage.setItem(OFFLINE_QUEUE, JSON.stringify(actions));
  } catch {
    // Blocked or full.
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

function isQueuedAction(value: unknown): value is QueuedAction {
  const action = (value ?? {}) as Record<string, unknown>;
  const hasText = (...keys: string[]) => keys.every((key) => typeof action[key] === "string");
  if (!hasText("personId", "postId")) return false;
  if (action.kind === "like") return typeof action.liked === "boolean";
  return action.kind === "comment" && hasText("content", "clientId", "createdAt");
}
