import type { QueryClient } from "@tanstack/react-query";
import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";
import { OFFLINE_QUEUE } from "@/lib/offline/client/clear-cached";
import { onStoredSessionChange, storedPersonId } from "@/lib/sessions/client/stored-session";
import { createSignal } from "@/lib/store/signal";

/**
 * The offline queue. Likes, bookmarks, comments and messages made without a connection are queued
 * in local storage, where they outlive the page and are shared by all tabs, and are sent in order
 * once the browser is online. So are those whose page was left before the server had answered. A
 * message that could not be sent stays, too, until its writer sends it again or discards it. They
 * belong to the person of the stored session and are cleared with it.
 * docs/decisions/0017 says why TanStack Query does not store them.
 */

export type QueuedLike = { kind: "like"; personId: string; postId: string; liked: boolean };
export type QueuedBookmark = { kind: "bookmark"; personId: string; postId: string; bookmarked: boolean };
export type QueuedComment = {
  kind: "comment";
  personId: string;
  postId: string;
  content: string;
  /** Lets the server recognise a comment that is sent twice. */
  clientId: string;
  createdAt: string;
  /** Of a reply: which comment it answers, and in which thread. */
  replyTo?: string;
  threadId?: string;
};
export type QueuedCommentLike = {
  kind: "comment_like";
  personId: string;
  postId: string;
  commentId: string;
  liked: boolean;
};
export type QueuedMessage = {
  kind: "message";
  personId: string;
  conversationId: string;
  text: string;
  clientId: string;
  createdAt: string;
  /** Why it was not sent. It is no longer sent by itself. */
  failure?: string | undefined;
};
export type QueuedAction = QueuedLike | QueuedBookmark | QueuedComment | QueuedCommentLike | QueuedMessage;
type WithoutPerson<Action> = Action extends QueuedAction ? Omit<Action, "personId"> : never;
export type NewAction = WithoutPerson<QueuedAction>;

const NONE: readonly QueuedAction[] = [];
const changed = createSignal();
let lastRead = { text: "", personId: "" as string | undefined, actions: NONE };

/** The stored person's actions, oldest first. The same array until the queue changes. */
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
    // Storage is blocked, or holds something unreadable that the next action overwrites.
    return NONE;
  }
}

/** Whether an action is to be sent: all but messages that failed. */
export const isWaiting = (action: QueuedAction): boolean => action.kind !== "message" || !action.failure;

/**
 * Calls `listener` whenever the queue may have changed, here or in another tab. Returns the
 * unsubscribe function.
 */
export function onQueueChange(listener: () => void): () => void {
  const stopHere = changed.subscribe(listener);
  // This covers other tabs and the end of the session.
  const stopElsewhere = onStoredSessionChange(listener);
  return () => {
    stopHere();
    stopElsewhere();
  };
}

/**
 * Does an action with `send`, or queues it when there is no connection; a newer like or bookmark of
 * a post replaces an older one. Resolves to undefined when it waits, also where `send` says so.
 * Rejects when it failed for another reason, no one is signed in or storage is full; what had
 * waited for the same thing then waits again.
 */
export async function queued<Answer>(
  action: NewAction,
  send: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const superseded = queuedActions().find((other) => targetOf(other) === targetOf(action));
  dequeueTarget(action);
  try {
    const answer = await send();
    // Queued when the page was left, which is back from the browser's cache.
    if (answer !== undefined) dequeueTarget(action);
    return answer;
  } catch (error) {
    if (apiError(error)?.isOffline && !navigator.onLine && enqueue(action)) return undefined;
    if (superseded) enqueue(superseded);
    throw error;
  }
}

/**
 * Queues a message behind those that wait, or with a `failure` stores it as not sent. Returns false
 * when it can't be stored.
 */
export const enqueueMessage = (message: Omit<QueuedMessage, "personId">, failure?: string): boolean =>
  enqueue({ ...message, failure });

/**
 * Queues an action that may have reached the server already, so sending it twice must be safe.
 * Returns false when no one is signed in or storage is full.
 */
export function enqueue(action: NewAction): boolean {
  const personId = storedPersonId();
  if (!personId) return false;
  const others = queuedActions().filter((other) => targetOf(other) !== targetOf(action));
  return write([...others, { ...action, personId }]);
}

/** Whether something is queued for the same thing as `action`. */
export const isQueued = (action: NewAction): boolean =>
  queuedActions().some((other) => targetOf(other) === targetOf(action));

/** Removes what is queued for the same thing as `action`. */
export const dequeueTarget = (action: NewAction) =>
  removeWhere((other) => targetOf(other) === targetOf(action));

/** How a feature sends and shows its actions. `show` must be idempotent. */
type QueueHandler<Action extends QueuedAction> = {
  /** Throws when the server rejects the action or can't be reached. */
  send(client: QueryClient, action: Action): Promise<void>;
  /** Shows the action in the cache as if it had been sent. */
  show?(client: QueryClient, action: Action): void;
  /** Removes what `show` added, once any tab has sent the action. */
  clear?(client: QueryClient, action: Action): void;
  /** Rolls back a rejected action. */
  undo?(client: QueryClient, action: Action): void;
};
export type QueueHandlers = {
  like: QueueHandler<QueuedLike>;
  bookmark: QueueHandler<QueuedBookmark>;
  comment: QueueHandler<QueuedComment>;
  comment_like: QueueHandler<QueuedCommentLike>;
  message: QueueHandler<QueuedMessage>;
};

const handlerOf = (handlers: QueueHandlers, action: QueuedAction): QueueHandler<QueuedAction> =>
  handlers[action.kind];

/**
 * Shows the queued actions in everything that is cached, now and later. Returns the unsubscribe
 * function.
 */
export function showQueue(client: QueryClient, handlers: QueueHandlers): () => void {
  let shown = queuedActions();
  const show = () => {
    for (const action of shown) handlerOf(handlers, action).show?.(client, action);
  };
  show();
  const stopChanges = onQueueChange(() => {
    const previous = shown;
    shown = queuedActions();
    const removed = previous.filter((action) => !shown.some((other) => isSame(action, other)));
    for (const action of removed) handlerOf(handlers, action).clear?.(client, action);
    show();
  });
  // An older answer, such as one the service worker has cached, lacks the queued actions.
  const stopAnswers = client.getQueryCache().subscribe(({ type }) => {
    if (shown.length > 0 && (type === "added" || type === "updated")) queueMicrotask(show);
  });
  return () => {
    stopChanges();
    stopAnswers();
  };
}

/**
 * Sends the queued actions in order, one at a time, in one tab only. Stops when the server can't be
 * reached or asks to wait. A rejected action is removed, or stored as failed if it is a message,
 * and passed to `onRejected`. An action may be sent twice, because a response can be lost; the
 * server counts it once.
 */
export async function flushQueue(
  client: QueryClient,
  handlers: QueueHandlers,
  onRejected: (action: QueuedAction, message: string) => void,
): Promise<void> {
  const flush = async () => {
    const next = () => queuedActions().find(isWaiting);
    for (let action = next(); action; action = next()) {
      const handler = handlerOf(handlers, action);
      try {
        await handler.send(client, action);
        dequeue(action);
      } catch (error) {
        if (!isRejection(error)) return;
        if (action.kind === "message") enqueueMessage(action, error.message);
        else dequeue(action);
        handler.undo?.(client, action);
        onRejected(action, error.message);
      }
    }
  };
  // If another tab holds the lock, that tab sends everything.
  if ("locks" in navigator)
    await navigator.locks.request("campus-circle-queue", { ifAvailable: true }, (lock) => lock && flush());
  else await flush();
}

/**
 * Whether the server rejected the action for good. Other errors are temporary: an expired session
 * clears its own queue, and a rate limit only delays.
 */
function isRejection(error: unknown): error is ApiClientError {
  if (!(error instanceof ApiClientError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && status !== 401 && status !== 408 && status !== 429;
}

/**
 * What an action changes. The newest like or bookmark of a thing replaces older ones; texts are
 * distinct.
 */
function targetOf(action: NewAction): string {
  if ("clientId" in action) return action.clientId;
  return `${action.kind} ${action.kind === "comment_like" ? action.commentId : action.postId}`;
}

/** A like that was undone meanwhile is a different action. */
const isSame = (action: QueuedAction, other: QueuedAction) =>
  JSON.stringify(action) === JSON.stringify(other);

const dequeue = (action: QueuedAction) => removeWhere((other) => isSame(action, other));

function removeWhere(matches: (action: QueuedAction) => boolean): void {
  const actions = queuedActions();
  const remaining = actions.filter((action) => !matches(action));
  if (remaining.length < actions.length) write(remaining);
}

function write(actions: readonly QueuedAction[]): boolean {
  try {
    if (actions.length === 0) localStorage.removeItem(OFFLINE_QUEUE);
    else localStorage.setItem(OFFLINE_QUEUE, JSON.stringify(actions));
  } catch {
    // Blocked or full.
    return false;
  }
  changed.emit();
  return true;
}

function isQueuedAction(value: unknown): value is QueuedAction {
  const action = (value ?? {}) as Record<string, unknown>;
  const hasText = (...keys: string[]) => keys.every((key) => typeof action[key] === "string");
  if (!hasText("personId")) return false;
  if (action.kind === "like") return hasText("postId") && typeof action.liked === "boolean";
  if (action.kind === "comment_like") {
    return hasText("postId", "commentId") && typeof action.liked === "boolean";
  }
  if (action.kind === "bookmark") return hasText("postId") && typeof action.bookmarked === "boolean";
  if (action.kind === "message") return hasText("conversationId", "text", "clientId", "createdAt");
  return action.kind === "comment" && hasText("postId", "content", "clientId", "createdAt");
}
