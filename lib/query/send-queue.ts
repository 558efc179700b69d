import type { QueryClient } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import {
  dequeue,
  enqueueMessage,
  isSame,
  isWaiting,
  onQueueChange,
  type QueuedAction,
  type QueueHandler,
  type QueueHandlers,
  queuedActions,
} from "@/lib/query/offline-queue";

/** Shows what the offline queue holds, and sends it. */

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
