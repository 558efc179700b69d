import type { QueryClient } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
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
  /** Which comment a reply answers, and in which thread. */
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
export type QueueHandler<Action extends QueuedAction> = {
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

/**
 * What an action changes. The newest like or bookmark of a thing replaces older ones; texts are
 * distinct.
 */
function targetOf(action: NewAction): string {
  if ("clientId" in action) return action.clientId;
  return `${action.kind} ${action.kind === "comment_like" ? action.commentId : action.postId}`;
}

/** Whether two actions are one. A like that was undone in between is another one. */
export const isSame = (action: QueuedAction, other: QueuedAction) =>
  JSON.stringify(action) === JSON.stringify(other);

export const dequeue = (action: QueuedAction) => removeWhere((other) => isSame(action, other));

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
