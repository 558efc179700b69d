import type { QueryClient } from "@tanstack/react-query";
import type { NotificationPages } from "@/lib/notifications/newest-page";

/** Under which names notifications are cached. */

export const notificationsKeys = {
  all: ["notifications"] as const,
  list: () => [...notificationsKeys.all, "list"] as const,
  unread: () => [...notificationsKeys.all, "unread"] as const,
  /** Of the writes, not of anything cached. */
  writes: () => [...notificationsKeys.all, "write"] as const,
};

/** What is loaded of the list; undefined where nobody opened it. */
export const cachedPages = (client: QueryClient) =>
  client.getQueryData<NotificationPages>(notificationsKeys.list());
