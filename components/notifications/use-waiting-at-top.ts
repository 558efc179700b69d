import { useState, useSyncExternalStore } from "react";
import type { Notification } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/** Pixels from the top of the page within which what is new may simply come in. */
const TOP = 120;

const subscribe = (listener: () => void) => {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
};

/**
 * Whether a notification has to wait: while a person reads further down, what is newer than all
 * they have seen would push it away from under their eyes. It comes in when they are at the top
 * again.
 */
export function useWaitingAtTop(newest: Notification | undefined): (one: Notification) => boolean {
  const away = useSyncExternalStore(
    subscribe,
    () => window.scrollY > TOP,
    () => false,
  );
  const [mark, setMark] = useState<Notification>();
  if (away && !mark && newest) setMark(newest);
  if (!away && mark) setMark(undefined);
  return (one) => mark !== undefined && isNewer(one, mark);
}
