import type { InfiniteData } from "@tanstack/react-query";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/contract";

/** What is loaded of a person's notifications, when its newest page comes anew. Pure. */

export type NotificationPages = InfiniteData<NotificationsAnswer, string | undefined>;

/** The order of the list: newest first, then the greater id. */
export const isNewer = (a: Notification, b: Notification) =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a._id > b._id);

/**
 * Puts `newest`, as the server has it now, before the older ones that are loaded. `complete` is false when it can be told
 * that something older changed too: then the list has to be asked for.
 */
export function withNewestPage(
  pages: NotificationPages,
  newest: NotificationsAnswer,
): { pages: NotificationPages; complete: boolean } {
  const last = newest.notifications.at(-1);
  const ids = new Set(newest.notifications.map((one) => one._id));
  if (!last || !newest.nextCursor)
    return { pages: { pages: [newest], pageParams: [undefined] }, complete: true };
  if (pages.pages.length < 2) return { pages: { pages: [newest], pageParams: [undefined] }, complete: true };

  const loaded = pages.pages.flatMap((page) => page.notifications);
  // The list has no gaps: where both have one in common, all below it is loaded.
  const joins = loaded.some((one) => ids.has(one._id));
  const result: NotificationPages = { pages: [newest], pageParams: [undefined] };
  for (const [index, page] of pages.pages.entries()) {
    const older = page.notifications.filter((one) => isNewer(last, one) && !ids.has(one._id));
    const before = result.pages.length - 1;
    if (older.length > 0) {
      result.pages.push({ ...page, notifications: older });
      result.pageParams.push(index === 0 ? (newest.nextCursor ?? undefined) : pages.pageParams[index]);
    } else if (index === pages.pages.length - 1 && before > 0) {
      result.pages[before] = {
        ...(result.pages[before] as NotificationsAnswer),
        nextCursor: page.nextCursor,
      };
    }
  }
  return { pages: result, complete: joins && countsFit(result, newest) };
}

/** Whether the counts of the newest page can be true of what is loaded. */
function countsFit(pages: NotificationPages, { totalCount, unreadCount }: NotificationsAnswer): boolean {
  const loaded = pages.pages.flatMap((page) => page.notifications);
  const unseen = loaded.filter((one) => !one.seen).length;
  const all = pages.pages.at(-1)?.nextCursor === null;
  return all
    ? loaded.length === totalCount && unseen === unreadCount
    : loaded.length <= totalCount && unseen <= unreadCount;
}

/** Those of `newest` that were not there and are unseen: what a person should hear of. */
export function arrivals(known: Notification | undefined, newest: NotificationsAnswer): Notification[] {
  return newest.notifications.filter((one) => !one.seen && (!known || isNewer(one, known)));
}
