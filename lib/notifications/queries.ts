import { infiniteQueryOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { later } from "@/lib/api/later";
import type { NotificationsAnswer } from "@/lib/notifications/contract";
import { type NotificationPages, withNewestPage } from "@/lib/notifications/newest-page";

const contract = later(() => import("@/lib/notifications/contract"));

/** Notifications, as the browser asks for them. */

export const notificationsKeys = {
  all: ["notifications"] as const,
  list: () => [...notificationsKeys.all, "list"] as const,
  unread: () => [...notificationsKeys.all, "unread"] as const,
  /** Of the writes, not of anything cached. */
  writes: () => [...notificationsKeys.all, "write"] as const,
};

/** The viewer's notifications, newest first, page by page; the first one is hydrated. */
export const notificationsOptions = () =>
  infiniteQueryOptions({
    queryKey: notificationsKeys.list(),
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await api.get("/notifications", {
        answer: contract.notificationsAnswer,
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
      const page = await api.get("/notifications", { answer: contract.notificationsAnswer, signal });
      takeNewestPage(client, page);
      return page.unreadCount;
    },
  });

/** The unread count as last heard; 0 until it is known. */
export function useUnreadCount(): number {
  return useQuery({ ...unreadOptions(), enabled: false }).data ?? 0;
}

/** The same for a page that came by itself, unless something is being written: that is on screen already, and counted anew. */
export function takeLivePage(client: QueryClient, page: NotificationsAnswer): void {
  if (client.isMutating({ mutationKey: notificationsKeys.writes() }) > 0) return;
  void client.cancelQueries({ queryKey: notificationsKeys.unread() });
  client.setQueryData(notificationsKeys.unread(), page.unreadCount);
  takeNewestPage(client, page);
}

/** The cached list takes in its newest page; what else changed in it is asked for when somebody looks. */
function takeNewestPage(client: QueryClient, newest: NotificationsAnswer): void {
  const loaded = cachedPages(client);
  if (!loaded) return;
  const { pages, complete } = withNewestPage(loaded, newest);
  client.setQueryData<NotificationPages>(notificationsKeys.list(), pages);
  if (!complete) void client.invalidateQueries({ queryKey: notificationsKeys.list() });
}

export const cachedPages = (client: QueryClient) =>
  client.getQueryData<NotificationPages>(notificationsKeys.list());
