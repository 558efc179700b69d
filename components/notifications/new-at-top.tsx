import { ArrowUp } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { useTranslate } from "@/lib/language/translate";
import type { Notification } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/**
 * A button over the list that scrolls to new notifications. It takes no space, so nothing shifts.
 */
export function NewAtTop({ count }: { count: number }) {
  const t = useTranslate();
  if (count === 0) return null;
  return (
    <div className="pointer-events-none sticky top-18 z-20 flex h-0 justify-center md:top-4">
      <button
        type="button"
        onClick={() => window.scrollTo({ top: 0 })}
        className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-brand px-5 font-semibold text-on-brand shadow-float forced-colors:border"
      >
        <ArrowUp aria-hidden className="size-4" />
        {count === 1 ? t("1 new notification") : t("{count} new notifications", { count })}
      </button>
    </div>
  );
}

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
