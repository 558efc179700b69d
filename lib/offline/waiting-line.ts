import { onStoredSessionChange } from "@/lib/auth/stored-session";
import { keepOnly, keyOf, listeners, type Waiting } from "@/lib/offline/waiting";

/** What waits (lib/offline/waiting.ts), for those who watch and send it. */

/** Whether two are one and the same act: a like that was taken back meanwhile is another. */
export const isSameAct = (act: Waiting, other: Waiting) =>
  keyOf(act) === keyOf(other) && (act.kind !== "like" || other.kind !== "like" || act.liked === other.liked);

/** Takes an act off that was sent or refused. */
export function dropWaiting(act: Waiting): void {
  keepOnly((other) => !isSameAct(act, other));
}

/** Calls `listener` whenever what waits may have changed, here or in another tab. Returns how to stop. */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  // Also hears other tabs, and the end of the session, with which everything goes.
  const stop = onStoredSessionChange(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
