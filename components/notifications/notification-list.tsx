"use client";

import { ArrowUp } from "lucide-react";
import { type RefObject, useId, useState, useSyncExternalStore } from "react";
import { LikesRow, NotificationRow } from "@/components/notifications/notification-row";
import {
  DAYS_OF_WEEK_BEFORE,
  groupLikes,
  type NotificationRows,
  sectionsOf,
} from "@/components/notifications/rows";
import { toast, undoToast } from "@/components/ui/toast";
import { announce } from "@/lib/dom/announce";
import { useStartOfDay } from "@/lib/dom/use-relative-time";
import { useTranslate } from "@/lib/language/translate";
import {
  useDeleteNotification,
  useMarkManySeen,
  useMarkSeen,
  useRestoreNotification,
} from "@/lib/notifications/client/mutations";
import type { Notification } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

type Props = {
  notifications: Notification[];
  /**
   * The key of a restored row, which gets the focus when it mounts. The screen owns the ref because
   * the list itself unmounts while it is empty.
   */
  restoredKey: RefObject<string | undefined>;
  /** When the list was loaded: the same on the server and while its HTML is hydrated. */
  loadedAt: number;
};

/** The rows by day, and their actions, which are announced. */
export function NotificationList({ notifications, restoredKey, loadedAt }: Props) {
  const t = useTranslate();
  const markSeen = useMarkSeen();
  const markManySeen = useMarkManySeen();
  const remove = useDeleteNotification();
  const restore = useRestoreNotification();
  const rows = groupLikes(notifications);
  const sections = sectionsOf(rows, useStartOfDay(loadedAt), useStartOfDay(loadedAt, DAYS_OF_WEEK_BEFORE));
  const id = useId();

  const itemProps = (key: string) => ({
    ref: (element: HTMLLIElement | null) => {
      if (!element || restoredKey.current !== key) return;
      restoredKey.current = undefined;
      element.focus();
      // The toast, which had the focus, has returned it to where it was before.
      if (document.activeElement !== element) element.focus();
    },
    tabIndex: -1,
    className: "outline-none",
  });

  const open = (id: string) => markSeen.mutate(id);
  const openAll = (likes: Notification[]) => markManySeen.mutate(likes.map(({ _id }) => _id));
  const markRead = (id: string) => {
    open(id);
    announce(t("Marked as read."));
  };
  const markAllRead = (likes: Notification[]) => {
    openAll(likes);
    announce(t("{count} marked as read.", { count: likes.length }));
  };
  /** Deletes what a row shows: one notification, or several likes. */
  const removeRow = (key: string, shown: readonly Notification[]) => {
    const isOne = shown.length === 1;
    const undo = () => {
      restoredKey.current = key;
      Promise.all(shown.map((notification) => restore.mutateAsync(notification))).catch(() =>
        toast.error(
          isOne
            ? t("That notification couldn't be brought back.")
            : t("Some notifications couldn't be brought back."),
        ),
      );
    };
    const toastId = undoToast(
      isOne ? t("Notification deleted.") : t("{count} notifications deleted.", { count: shown.length }),
      undo,
    );
    void Promise.allSettled(shown.map(({ _id }) => remove.mutateAsync(_id))).then((deletions) => {
      // What failed is rolled back already. Where everything did, there is nothing left to undo.
      if (deletions.every(({ status }) => status === "rejected")) toast.dismiss(toastId);
    });
  };

  const renderRow = (notification: Notification) => (
    <li key={notification._id} {...itemProps(notification._id)}>
      <NotificationRow
        notification={notification}
        onOpen={() => open(notification._id)}
        onMarkRead={() => markRead(notification._id)}
        onDelete={() => removeRow(notification._id, [notification])}
      />
    </li>
  );

  const renderRows = (row: NotificationRows[number]) =>
    row.kind === "single" ? (
      renderRow(row.notification)
    ) : (
      <li key={row.key} {...itemProps(row.key)}>
        <LikesRow
          notifications={row.notifications}
          onOpen={() => openAll(row.notifications)}
          onMarkRead={() => markAllRead(row.notifications)}
          onDelete={() => removeRow(row.key, row.notifications)}
        >
          {row.notifications.map(renderRow)}
        </LikesRow>
      </li>
    );

  return sections.map((section, index) => (
    <section key={section.title} className="border-line not-first:border-t">
      <h2 id={`${id}-${index}`} className="px-4 pt-4 pb-1 text-label md:px-5">
        {t(section.title)}
      </h2>
      <ul aria-labelledby={`${id}-${index}`} className="divide-y divide-line">
        {section.rows.map(renderRows)}
      </ul>
    </section>
  ));
}

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
