import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { countsOf, mergeNewestPage, notificationsKeys } from "@/lib/notifications/client/cache";
import type { NotificationsAnswer } from "@/lib/notifications/schema";
import { pagedList } from "@/lib/query/pages";

/** The viewer's notifications, newest first. Each page brings the counts. */
export const notificationsOptions = () => ({
  ...pagedList(notificationsKeys.list(), async (cursor, signal, client) => {
    const page = await api.get("/notifications", { query: { cursor }, signal });
    client.setQueryData(notificationsKeys.counts(), countsOf(page));
    return page;
  }),
  getNextPageParam: nextCursorOf,
});

/** The cursor of the next page; null at the end. An empty page ends the list. */
export function nextCursorOf(page: NotificationsAnswer): string | null {
  return page.notifications.length > 0 ? page.nextCursor : null;
}

/**
 * How many are unread and new. The answer includes the newest page, which is merged into the cached
 * list.
 */
export const countsOptions = () =>
  queryOptions({
    queryKey: notificationsKeys.counts(),
    queryFn: async ({ signal, client }) => {
      const page = await api.get("/notifications", { signal });
      // A write that started since is already on screen, and this answer predates it.
      signal.throwIfAborted();
      mergeNewestPage(client, page);
      return countsOf(page);
    },
  });

const useCounts = () => useQuery({ ...countsOptions(), enabled: false }).data;

/** How many are unread; 0 until that is loaded. */
export const useUnreadCount = (): number => useCounts()?.unreadCount ?? 0;

/** How many came after the list was last viewed, for the bell; 0 until that is loaded. */
export const useNewCount = (): number => useCounts()?.newCount ?? 0;

/** Which notifications a person wants. */
export const preferencesOptions = () =>
  queryOptions({
    queryKey: notificationsKeys.preferences(),
    queryFn: ({ signal }) => api.get("/notifications/preferences", { signal }),
  });
