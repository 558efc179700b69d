import { type QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import type { Notification, NotificationCounts, NotificationsAnswer } from "@/lib/notifications/schema";
import { patchCached } from "@/lib/query/optimistic";
import { isNewer, onePage, type Pages, pageItems } from "@/lib/query/pages";

/** The cache keys of notifications, and updates to the cached ones and their counts. */

export const notificationsKeys = {
  all: ["notifications"] as const,
  list: () => [...notificationsKeys.all, "list"] as const,
  counts: () => [...notificationsKeys.all, "counts"] as const,
  preferences: () => [...notificationsKeys.all, "preferences"] as const,
  push: (personId: string) => [...notificationsKeys.all, "push", personId] as const,
  /** Mutation key of all writes; nothing is cached under it. */
  writes: () => [...notificationsKeys.all, "write"] as const,
};

export type NotificationPages = Pages<NotificationsAnswer>;

export const notificationItems = pageItems("notifications");

/** The loaded pages of the list; undefined if it was never opened. */
const cachedList = (client: QueryClient) => client.getQueryData<NotificationPages>(notificationsKeys.list());

const cachedCounts = (client: QueryClient) =>
  client.getQueryData<NotificationCounts>(notificationsKeys.counts());

/** What an answer says of them. */
export const countsOf = ({ unreadCount, newCount }: NotificationsAnswer): NotificationCounts => ({
  unreadCount,
  newCount,
});

/**
 * Changes the cached list and adds `unread` to the count, which never falls below 0. Which of them
 * are new only the server knows, but no more are new than are unread.
 */
function patchList(
  client: QueryClient,
  unread: number,
  change: (data: NotificationPages) => NotificationPages,
): void {
  client.setQueryData<NotificationPages>(notificationsKeys.list(), (data) => data && change(data));
  client.setQueryData<NotificationCounts>(notificationsKeys.counts(), (counts) => {
    if (!counts) return undefined;
    const unreadCount = Math.max(0, counts.unreadCount + unread);
    return { unreadCount, newCount: Math.min(counts.newCount, unreadCount) };
  });
}

// ─── Writes. Each returns its rollback ───────────────────────────────────────────────────────────

/** Marks the ones of `ids` as seen; without `ids` all, including those not loaded. */
export function markSeen(client: QueryClient, ids?: readonly string[]): () => void {
  const unseen = notificationItems
    .all(cachedList(client))
    .filter(({ _id, seen }) => !seen && (!ids || ids.includes(_id)));
  const marked = new Set(unseen.map(({ _id }) => _id));
  const count = ids ? marked.size : (cachedCounts(client)?.unreadCount ?? 0);
  const show = (seen: boolean) =>
    patchList(client, seen ? -count : count, (data) =>
      notificationItems.map(data, (item) => (marked.has(item._id) ? { ...item, seen } : item)),
    );
  show(true);
  return () => show(false);
}

/** Quiets the bell. */
export function markViewed(client: QueryClient): () => void {
  const before = cachedCounts(client);
  client.setQueryData<NotificationCounts>(
    notificationsKeys.counts(),
    (counts) => counts && { ...counts, newCount: 0 },
  );
  return () => client.setQueryData(notificationsKeys.counts(), before);
}

/** Whether something came after the list was last viewed. */
export const hasNew = (client: QueryClient): boolean => (cachedCounts(client)?.newCount ?? 0) > 0;

/** Marks those about a post as seen. */
export function markSeenOfPost(client: QueryClient, postId: string): () => void {
  const aboutPost = notificationItems.all(cachedList(client)).filter((item) => item.postId?._id === postId);
  return markSeen(
    client,
    aboutPost.map(({ _id }) => _id),
  );
}

export function removeNotification(client: QueryClient, id: string): () => void {
  const removed = notificationItems.find(cachedList(client), id);
  if (!removed) return () => {};
  patchList(client, removed.seen ? 0 : -1, (data) => notificationItems.remove(data, id));
  return () => insertNotification(client, removed);
}

/** Inserts a notification at its place in time. */
export function insertNotification(client: QueryClient, notification: Notification): () => void {
  if (notificationItems.find(cachedList(client), notification._id)) return () => {};
  patchList(client, notification.seen ? 0 : 1, (data) => notificationItems.insert(data, notification));
  return () => removeNotification(client, notification._id);
}

// ─── A new version of the newest page ────────────────────────────────────────────────────────────

/**
 * Applies a page from the stream, unless a write is pending: that is already on screen, and
 * refetches the counts when it is done.
 */
export function applyLivePage(client: QueryClient, page: NotificationsAnswer): void {
  if (client.isMutating({ mutationKey: notificationsKeys.writes() }) > 0) return;
  void client.cancelQueries({ queryKey: notificationsKeys.counts() });
  client.setQueryData(notificationsKeys.counts(), countsOf(page));
  mergeNewestPage(client, page);
}

/**
 * Merges the newest page into the cached list, and into what the list is loading now; refetches the
 * list if older pages changed too.
 */
export function mergeNewestPage(client: QueryClient, newest: NotificationsAnswer): void {
  const before = cachedList(client);
  patchCached<NotificationPages>(client, notificationsKeys.list(), (data) =>
    replaceEqualDeep(data, withNewestPage(data, newest).pages),
  );
  if (before && !withNewestPage(before, newest).complete)
    void client.invalidateQueries({ queryKey: notificationsKeys.list() });
}

/**
 * Puts the server's `newest` page before the older ones that are loaded. `complete` is false when
 * it shows that an older page changed too, so that the list must be refetched.
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
  // The loaded list has no gaps, so one notification in common means that nothing is missing.
  const overlaps = notificationItems.all(loaded).some(({ _id }) => ids.has(_id));
  const result = onePage(newest);
  for (const [index, page] of loaded.pages.entries()) {
    const notifications = page.notifications.filter((item) => isNewer(last, item) && !ids.has(item._id));
    const lastIndex = result.pages.length - 1;
    if (notifications.length > 0) {
      result.pages.push({ ...page, notifications });
      result.pageParams.push(index === 0 ? newest.nextCursor : (loaded.pageParams[index] ?? null));
    } else if (index === loaded.pages.length - 1 && lastIndex > 0) {
      // The last page became empty: mark the new last page as the end of the list.
      const { nextCursor } = page;
      result.pages[lastIndex] = { ...(result.pages[lastIndex] as NotificationsAnswer), nextCursor };
    }
  }
  return { pages: result, complete: overlaps && countsMatch(result, newest) };
}

/** Whether the counts of the newest page are consistent with the loaded list. */
function countsMatch(pages: NotificationPages, { totalCount, unreadCount }: NotificationsAnswer): boolean {
  const loaded = pages.pages.flatMap((page) => page.notifications);
  const unseen = loaded.filter(({ seen }) => !seen).length;
  const isFullyLoaded = pages.pages.at(-1)?.nextCursor === null;
  return isFullyLoaded
    ? loaded.length === totalCount && unseen === unreadCount
    : loaded.length <= totalCount && unseen <= unreadCount;
}

/** The unseen notifications of `newest` that are newer than `latest`, to be announced. */
export function arrivals(latest: Notification | undefined, newest: NotificationsAnswer): Notification[] {
  return newest.notifications.filter((item) => !item.seen && (!latest || isNewer(item, latest)));
}
