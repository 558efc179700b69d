import { useState, useSyncExternalStore } from "react";
import type { Notification } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/** New notifications appear directly while the page is scrolled by less than this many pixels. */
const TOP_PX = 120;

const subscribe = (listener: () => void) => {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
};

/**
 * Whether a notification stays hidden for now. While the page is scrolled down, a new row at the
 * top would push the visible ones away. It appears once the page is back at the top.
 */
export function useWaitingAtTop(newest: Notification | undefined): (notification: Notification) => boolean {
  const isScrolledDown = useSyncExternalStore(
    subscribe,
    () => window.scrollY > TOP_PX,
    () => false,
  );
  const [newestShown, setNewestShown] = useState<Notification>();
  if (isScrolledDown && !newestShown && newest) setNewestShown(newest);
  if (!isScrolledDown && newestShown) setNewestShown(undefined);
  return (notification) => newestShown !== undefined && isNewer(notification, newestShown);
}
