import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { mergeNewestPage, notificationsKeys } from "@/lib/notifications/client/cache";
import type { NotificationsAnswer, PreferencesAnswer } from "@/lib/notifications/schema";
import { pagedList } from "@/lib/query/pages";

/** The viewer's notifications, newest first. Each page brings the unread count. */
export const notificationsOptions = () => ({
  ...pagedList(notificationsKeys.list(), async (cursor, signal, client) => {
    const page = await api.get<NotificationsAnswer>("/notifications", { query: { cursor }, signal });
    client.setQueryData(notificationsKeys.unread(), page.unreadCount);
    return page;
  }),
  getNextPageParam: nextCursorOf,
});

/** The cursor of the next page; null at the end. An empty page ends the list. */
export function nextCursorOf(page: NotificationsAnswer): string | null {
  return page.notifications.length > 0 ? page.nextCursor : null;
}

/** The unread count. The answer includes the newest page, which is merged into the cached list. */
export const unreadOptions = () =>
  queryOptions({
    queryKey: notificationsKeys.unread(),
    queryFn: async ({ signal, client }) => {
      const page = await api.get<NotificationsAnswer>("/notifications", { signal });
      // A write that started meanwhile is already on screen, and this answer predates it.
      signal.throwIfAborted();
      mergeNewestPage(client, page);
      return page.unreadCount;
    },
  });

/** The cached unread count; 0 until it is loaded. */
export function useUnreadCount(): number {
  return useQuery({ ...unreadOptions(), enabled: false }).data ?? 0;
}

/** Which notifications a person wants. */
export const preferencesOptions = () =>
  queryOptions({
    queryKey: notificationsKeys.preferences(),
    queryFn: ({ signal }) => api.get<PreferencesAnswer>("/notifications/preferences", { signal }),
  });
