import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { mergeNewestPage } from "@/lib/notifications/client/cache";
import { notificationsKeys } from "@/lib/notifications/client/keys";
import type { NotificationsAnswer, PreferencesAnswer } from "@/lib/notifications/schema";
import { pagedList } from "@/lib/query/pages";

/** Notifications, as the browser asks for them. */

/** The viewer's notifications, newest first. Each page says how many are unseen. */
export const notificationsOptions = () => ({
  ...pagedList(notificationsKeys.list(), async (cursor, signal, client) => {
    const page = await api.get<NotificationsAnswer>("/notifications", { query: { cursor }, signal });
    client.setQueryData(notificationsKeys.unread(), page.unreadCount);
    return page;
  }),
  getNextPageParam: nextCursorOf,
});

/** Where the next page begins; null at the end. An empty page ends the list. */
export function nextCursorOf(page: NotificationsAnswer): string | null {
  return page.notifications.length > 0 ? page.nextCursor : null;
}

/**
 * How many notifications are unseen. The answer brings the newest page too, which the cached list
 * takes in.
 */
export const unreadOptions = () =>
  queryOptions({
    queryKey: notificationsKeys.unread(),
    queryFn: async ({ signal, client }) => {
      const page = await api.get<NotificationsAnswer>("/notifications", { signal });
      // A write that began meanwhile is on screen already.
      signal.throwIfAborted();
      mergeNewestPage(client, page);
      return page.unreadCount;
    },
  });

/** The unread count as last heard; 0 until it is known. */
export function useUnreadCount(): number {
  return useQuery({ ...unreadOptions(), enabled: false }).data ?? 0;
}

/** Which notifications a person wants. */
export const preferencesOptions = () =>
  queryOptions({
    queryKey: notificationsKeys.preferences(),
    queryFn: ({ signal }) => api.get<PreferencesAnswer>("/notifications/preferences", { signal }),
  });
