import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { NotificationsAnswer } from "@/lib/notifications/contract";
import { cachedPages, notificationsKeys } from "@/lib/notifications/keys";

/** Notifications, as the browser asks for them. */

/** The viewer's notifications, newest first, page by page; the first one is hydrated. */
export const notificationsOptions = () =>
  infiniteQueryOptions({
    queryKey: notificationsKeys.list(),
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await api.get<NotificationsAnswer>("/notifications", {
        query: { cursor: pageParam },
        signal,
      });
      client.setQueryData(notificationsKeys.unread(), page.unreadCount);
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursorOf,
  });

/** Where the next page begins; undefined at the end. An empty page ends the list (the specification, §4). */
export function nextCursorOf(page: NotificationsAnswer): string | undefined {
  return page.notifications.length > 0 ? (page.nextCursor ?? undefined) : undefined;
}

/** How many notifications are unseen. Asking for it brings the newest page too, which the cached list takes in. */
export const unreadOptions = () =>
  queryOptions({
    queryKey: notificationsKeys.unread(),
    queryFn: async ({ signal, client }) => {
      const page = await api.get<NotificationsAnswer>("/notifications", { signal });
      if (cachedPages(client)) {
        const { takeNewestPage } = await import("@/lib/notifications/take-page");
        // A write that began meanwhile is on screen already.
        signal.throwIfAborted();
        takeNewestPage(client, page);
      }
      return page.unreadCount;
    },
  });

/** The unread count as last heard; 0 until it is known. */
export function useUnreadCount(): number {
  return useQuery({ ...unreadOptions(), enabled: false }).data ?? 0;
}
