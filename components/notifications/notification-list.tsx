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

/** How long a deletion can be undone, in milliseconds. Hovering over the toast pauses the time. */
const UNDO_MS = 10_000;

type Props = {
  notifications: Notification[];
  /**
   * The id of a restored notification: its row gets the focus when it mounts. The screen owns the
   * ref because the list itself unmounts while it is empty.
   */
  restoredId: RefObject<string | undefined>;
};

/** The rows and their actions. It preserves the keyboard focus and announces each action. */
export function NotificationList({ notifications, restoredId }: Props) {
  const markSeen = useMarkSeen();
  const markManySeen = useMarkManySeen();
  const remove = useDeleteNotification();
  const restore = useRestoreNotification();
  const elements = useRef(new Map<string, HTMLLIElement>());
  const [announcement, setAnnouncement] = useState("");
  const rows = groupLikes(notifications);

  const itemProps = (key: string) => ({
    ref: (element: HTMLLIElement | null) => {
      if (element) elements.current.set(key, element);
      if (element && restoredId.current === key) {
        restoredId.current = undefined;
        element.focus();
      }
      return () => {
        elements.current.delete(key);
      };
    },
    tabIndex: -1,
    className: "outline-none",
  });

  // The pressed button is about to disappear, so its row takes the focus.
  const markRead = (id: string) => {
    markSeen.mutate(id);
    setAnnouncement("Marked as read.");
    elements.current.get(id)?.focus();
  };
  const markAllRead = (key: string, likes: Notification[]) => {
    markManySeen.mutate(likes.map(({ _id }) => _id));
    setAnnouncement(`${likes.length} marked as read.`);
    elements.current.get(`likes ${key}`)?.focus();
  };
  const removeRow = (notification: Notification) => {
    const index = notifications.indexOf(notification);
    const neighbour = notifications[index + 1] ?? notifications[index - 1];
    const undo = () => {
      restoredId.current = notification._id;
      restore
        .mutateAsync(notification)
        .catch(() => toast.error("That notification couldn't be brought back."));
    };
    const toastId = toast.message("Notification deleted.", {
      duration: UNDO_MS,
      action: { label: "Undo", onClick: undo },
    });
    // A deletion that failed is rolled back already: there is nothing left to undo.
    remove.mutateAsync(notification._id).catch(() => toast.dismiss(toastId));
    if (neighbour) elementOf(neighbour)?.focus();
  };
  /** A notification's own row, or the collapsed row of likes that contains it. */
  const elementOf = ({ _id }: Notification) => {
    const group = rows.find(
      (row) => row.kind === "likes" && row.notifications.some((like) => like._id === _id),
    );
    return elements.current.get(_id) ?? (group && elements.current.get(`likes ${group.key}`));
  };

  const renderRow = (notification: Notification) => (
    <li key={notification._id} {...itemProps(notification._id)}>
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
          row.kind === "single" ? (
            renderRow(row.notification)
          ) : (
            <li key={row.key} {...itemProps(`likes ${row.key}`)}>
              <LikesRow
                notifications={row.notifications}
                onMarkRead={() => markAllRead(row.key, row.notifications)}
              >
                {row.notifications.map(renderRow)}
              </LikesRow>
            </li>
          ),
        )}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
