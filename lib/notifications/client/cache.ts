import type { QueryClient } from "@tanstack/react-query";
import { notificationsKeys } from "@/lib/notifications/client/keys";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/schema";
import { isNewer, onePage, type Pages, pageItems } from "@/lib/query/pages";

/** What changes in the cached notifications, and in the count of those that are unseen. */

export type NotificationPages = Pages<NotificationsAnswer>;

export const notificationItems = pageItems("notifications");

/** What is loaded of the list; undefined where nobody opened it. */
const cachedList = (client: QueryClient) => client.getQueryData<NotificationPages>(notificationsKeys.list());

/** Changes the cached list and adds `unread` to the count, which never falls below 0. */
function patchList(
  client: QueryClient,
  unread: number,
  change: (data: NotificationPages) => NotificationPages,
): void {
  client.setQueryData<NotificationPages>(notificationsKeys.list(), (data) => data && change(data));
  client.setQueryData<number>(notificationsKeys.unread(), (count) =>
    count === undefined ? undefined : Math.max(0, count + unread),
  );
}

// ─── Writes. Each returns what takes it back ──────────────────────────────────────────────────────

/** Marks those of `ids` as seen, without `ids` all of them, also those that are not loaded. */
export function markSeen(client: QueryClient, ids?: readonly string[]): () => void {
  const unseen = notificationItems
    .all(cachedList(client))
    .filter(({ _id, seen }) => !seen && (!ids || ids.includes(_id)));
  const marked = new Set(unseen.map(({ _id }) => _id));
  const count = ids ? marked.size : (client.getQueryData<number>(notificationsKeys.unread()) ?? 0);
  const show = (seen: boolean) =>
    patchList(client, seen ? -count : count, (data) =>
      notificationItems.map(data, (item) => (marked.has(item._id) ? { ...item, seen } : item)),
    );
  show(true);
  return () => show(false);
}

export function removeNotification(client: QueryClient, id: string): () => void {
  const removed = notificationItems.find(cachedList(client), id);
  if (!removed) return () => {};
  patchList(client, removed.seen ? 0 : -1, (data) => notificationItems.remove(data, id));
  return () => insertNotification(client, removed);
}

/** Puts a notification back where it belongs. */
export function insertNotification(client: QueryClient, notification: Notification): () => void {
  if (notificationItems.find(cachedList(client), notification._id)) return () => {};
  patchList(client, notification.seen ? 0 : 1, (data) => notificationItems.insert(data, notification));
  return () => removeNotification(client, notification._id);
}

// ─── The newest page, when it comes anew ──────────────────────────────────────────────────────────

/**
 * Takes in a page that came by itself, unless something is being written: that shows already, and
 * is counted anew.
 */
export function applyLivePage(client: QueryClient, page: NotificationsAnswer): void {
  if (client.isMutating({ mutationKey: notificationsKeys.writes() }) > 0) return;
  void client.cancelQueries({ queryKey: notificationsKeys.unread() });
  client.setQueryData(notificationsKeys.unread(), page.unreadCount);
  mergeNewestPage(client, page);
}

/**
 * The cached list takes in its newest page; what else changed in it is asked for when somebody
 * looks.
 */
export function mergeNewestPage(client: QueryClient, newest: NotificationsAnswer): void {
  const loaded = cachedList(client);
  if (!loaded) return;
  const { pages, complete } = withNewestPage(loaded, newest);
  client.setQueryData<NotificationPages>(notificationsKeys.list(), pages);
  if (!complete) void client.invalidateQueries({ queryKey: notificationsKeys.list() });
}

/**
 * Puts `newest`, as the server has it now, before the older ones that are loaded. `complete` is
 * false when it shows that something older changed too: then the list has to be asked for.
 */
export function withNewestPage(
  loaded: NotificationPages,
  newest: NotificationsAnswer,
): { pages: NotificationPages; complete: boolean } {
  const last = newest.notifications.at(-1);
  if (!last || !newest.nextCursor || loaded.pages.length < 2) {
    return { pages: onePage(newest), complete: true };
  }
  const ids = new Set(newest.notifications.map(({ _id }) => _id));
  // The list has no gaps: where both have one in common, all below it is loaded.
  const joins = notificationItems.all(loaded).some(({ _id }) => ids.has(_id));
  const result = onePage(newest);
  for (const [index, page] of loaded.pages.entries()) {
    const notifications = page.notifications.filter((item) => isNewer(last, item) && !ids.has(item._id));
    const before = result.pages.length - 1;
    if (notifications.length > 0) {
      result.pages.push({ ...page, notifications });
      result.pageParams.push(index === 0 ? newest.nextCursor : (loaded.pageParams[index] ?? null));
    } else if (index === loaded.pages.length - 1 && before > 0) {
      // The end of the list stays its end.
      const { nextCursor } = page;
      result.pages[before] = { ...(result.pages[before] as NotificationsAnswer), nextCursor };
    }
  }
  return { pages: result, complete: joins && countsFit(result, newest) };
}

/** Whether the counts of the newest page can be true of what is loaded. */
function countsFit(pages: NotificationPages, { totalCount, unreadCount }: NotificationsAnswer): boolean {
  const loaded = pages.pages.flatMap((page) => page.notifications);
  const unseen = loaded.filter(({ seen }) => !seen).length;
  const isWhole = pages.pages.at(-1)?.nextCursor === null;
  return isWhole
    ? loaded.length === totalCount && unseen === unreadCount
    : loaded.length <= totalCount && unseen <= unreadCount;
}

/** Those of `newest` that were not there and are unseen: what a person should hear of. */
export function arrivals(known: Notification | undefined, newest: NotificationsAnswer): Notification[] {
  return newest.notifications.filter((item) => !item.seen && (!known || isNewer(item, known)));
}
