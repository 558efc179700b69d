"use client";

import { type RefObject, useRef, useState } from "react";
import { toast } from "sonner";
import { LikesRow } from "@/components/notifications/likes-row";
import { NotificationRow } from "@/components/notifications/notification-row";
import { groupLikes } from "@/components/notifications/rows";
import {
  useDeleteNotification,
  useMarkManySeen,
  useMarkSeen,
  useRestoreNotification,
} from "@/lib/notifications/client/mutations";
import type { Notification } from "@/lib/notifications/schema";

/**
 * For so long, in milliseconds, a deletion offers to be taken back; the toast waits while it is
 * pointed at.
 */
const UNDO_MS = 10_000;

type Props = {
  notifications: Notification[];
  /**
   * The row that takes the focus when it shows: one that was deleted and is back, perhaps in a list
   * anew.
   */
  arriving: RefObject<string | undefined>;
};

/** The rows, with what can be done to each; keeps the keyboard's place and says what happened. */
export function NotificationList({ notifications, arriving }: Props) {
  const markSeen = useMarkSeen();
  const markManySeen = useMarkManySeen();
  const remove = useDeleteNotification();
  const restore = useRestoreNotification();
  const items = useRef(new Map<string, HTMLLIElement>());
  const [said, setSaid] = useState("");
  const rows = groupLikes(notifications);

  const item = (name: string) => ({
    ref: (element: HTMLLIElement | null) => {
      if (element) items.current.set(name, element);
      if (element && arriving.current === name) {
        arriving.current = undefined;
        element.focus();
      }
      return () => {
        items.current.delete(name);
      };
    },
    tabIndex: -1,
    className: "outline-none",
  });

  // The pressed button is about to go: its row keeps the place.
  const markRead = (id: string) => {
    markSeen.mutate(id);
    setSaid("Marked as read.");
    items.current.get(id)?.focus();
  };
  const markAllRead = (key: string, likes: Notification[]) => {
    markManySeen.mutate(likes.map((one) => one._id));
    setSaid(`${likes.length} marked as read.`);
    items.current.get(`likes ${key}`)?.focus();
  };
  const removeRow = (notification: Notification) => {
    const index = notifications.indexOf(notification);
    const neighbour = notifications[index + 1] ?? notifications[index - 1];
    const undo = () => {
      arriving.current = notification._id;
      restore
        .mutateAsync(notification)
        .catch(() => toast.error("That notification couldn't be brought back."));
    };
    const offer = toast.message("Notification deleted.", {
      duration: UNDO_MS,
      action: { label: "Undo", onClick: undo },
    });
    // What the server refuses is back already: there is nothing left to undo.
    remove.mutateAsync(notification._id).catch(() => toast.dismiss(offer));
    if (neighbour) placeOf(neighbour)?.focus();
  };
  /** Where a notification is on screen: its own row, or the one that holds it closed. */
  const placeOf = ({ _id }: Notification) => {
    const holder = rows.find(
      (row) => row.kind === "likes" && row.notifications.some((one) => one._id === _id),
    );
    return items.current.get(_id) ?? (holder && items.current.get(`likes ${holder.key}`));
  };

  const single = (notification: Notification) => (
    <li key={notification._id} {...item(notification._id)}>
      <NotificationRow
        notification={notification}
        onMarkRead={() => markRead(notification._id)}
        onDelete={() => removeRow(notification)}
      />
    </li>
  );

  return (
    <>
      <ul aria-label="Notifications" className="divide-y divide-line">
        {rows.map((row) =>
          row.kind === "one" ? (
            single(row.notification)
          ) : (
            <li key={row.key} {...item(`likes ${row.key}`)}>
              <LikesRow
                notifications={row.notifications}
                onMarkRead={() => markAllRead(row.key, row.notifications)}
              >
                {row.notifications.map(single)}
              </LikesRow>
            </li>
          ),
        )}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
