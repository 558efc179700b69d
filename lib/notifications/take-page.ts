import type { QueryClient } from "@tanstack/react-query";
import type { NotificationsAnswer } from "@/lib/notifications/contract";
import { cachedPages, notificationsKeys } from "@/lib/notifications/keys";
import { type NotificationPages, withNewestPage } from "@/lib/notifications/newest-page";

/** The newest page of a person's notifications, taken into what is cached: loaded with the first one that comes. */

/** Takes in a page that came by itself, with its count, unless something is being written: that is on screen already, and counted anew. */
export function takeLivePage(client: QueryClient, page: NotificationsAnswer): void {
  if (client.isMutating({ mutationKey: notificationsKeys.writes() }) > 0) return;
  void client.cancelQueries({ queryKey: notificationsKeys.unread() });
  client.setQueryData(notificationsKeys.unread(), page.unreadCount);
  takeNewestPage(client, page);
}

/** The cached list takes in its newest page; what else changed in it is asked for when somebody looks. */
export function takeNewestPage(client: QueryClient, newest: NotificationsAnswer): void {
  const loaded = cachedPages(client);
  if (!loaded) return;
  const { pages, complete } = withNewestPage(loaded, newest);
  client.setQueryData<NotificationPages>(notificationsKeys.list(), pages);
  if (!complete) void client.invalidateQueries({ queryKey: notificationsKeys.list() });
}
