import "server-only";
import { type PageQuery, pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { hiddenPeopleIds } from "@/lib/audience/server/people";
import type {
  Notification,
  NotificationCounts,
  NotificationsAnswer,
  SeenFilter,
} from "@/lib/notifications/schema";
import { hasNoMutedQuote, isInInbox, isOfOpenPost, isReceived } from "@/lib/notifications/server/preferences";
import {
  type NotificationRow,
  notificationColumns,
  notificationJoins,
  toNotification,
} from "@/lib/notifications/server/rows";
import { ago } from "@/lib/platform/clock";
import { afterCommit, db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { publishChange } from "@/lib/platform/realtime";
import type { Viewer } from "@/lib/sessions/server/access";
import { USER_NOT_FOUND } from "@/lib/text/errors";
import { Prisma } from "@/prisma/generated/client/client";

/** A person's notifications: listing, counting, viewing, marking seen and deleting. */

/** Whether a notification `n` came after its receiver last viewed the list. */
const isNew = Prisma.sql`
  n.created_at > (SELECT coalesce(notifications_viewed_at, '-infinity') FROM users WHERE id = n.receiver_id)`;

/**
 * The viewer's notifications, newest first, with the total and how many are unseen and new. The
 * total counts those with a muted word too: comparing all of them costs more than the rest of this
 * one query.
 */
export async function listNotifications(
  viewer: Pick<Viewer, "id">,
  query: PageQuery,
): Promise<NotificationsAnswer> {
  const rows = await db().sql<NotificationRow & NotificationCounts & { total: number }>`
    WITH mine AS (
      SELECT * FROM notifications n WHERE receiver_id = ${viewer.id}::uuid AND ${isInInbox(viewer.id)}
      ${keyset(query, { at: Prisma.sql`created_at`, id: Prisma.sql`id` })}
    ), counts AS (
      SELECT count(*)::int AS total,
        count(*) FILTER (WHERE NOT n.seen AND ${hasNoMutedQuote(viewer.id)})::int AS "unreadCount",
        count(*) FILTER (WHERE NOT n.seen AND ${isNew} AND ${hasNoMutedQuote(viewer.id)})::int AS "newCount"
      FROM notifications n WHERE receiver_id = ${viewer.id}::uuid AND ${isReceived(viewer.id)}
    )
    SELECT counts.*, ${notificationColumns}
    FROM counts LEFT JOIN (mine n ${notificationJoins}) ON true
    ORDER BY n.created_at DESC, n.id DESC`;
  const { total = 0, unreadCount = 0, newCount = 0 } = rows[0] ?? {};
  const page = paginate(
    rows.filter((row) => row.id !== null),
    query.limit,
  );
  return {
    notifications: page.rows.map(toNotification),
    totalCount: total,
    unreadCount,
    newCount,
    ...pageNumbers(query, total),
    nextCursor: page.nextCursor,
  };
}

/** How many of a person's notifications are unseen and new, as one JSON value. */
export const notificationCounts = (personId: string) => Prisma.sql`(
  SELECT json_build_object('unreadCount', count(*), 'newCount', count(*) FILTER (WHERE ${isNew}))
  FROM notifications n
  WHERE receiver_id = ${personId}::uuid AND NOT seen AND ${isInInbox(personId)})`;

/**
 * Notes that the viewer looks at the list, which quiets the bell on all their pages and leaves what
 * is unseen unseen. Returns when.
 */
export async function viewNotifications(viewer: Viewer): Promise<Date> {
  const [row] = await db().sql<{ viewedAt: Date }>`
    UPDATE users SET notifications_viewed_at = now() WHERE id = ${viewer.id}::uuid
    RETURNING notifications_viewed_at AS "viewedAt"`;
  if (!row) throw new ApiError("not_found", USER_NOT_FOUND);
  publishChange(viewer.id);
  return row.viewedAt;
}

/** The error for a notification that is missing or another person's. */
export const notificationNotFound = () =>
  new ApiError("not_found", "This notification is no longer available.");

/** Marks one of the viewer's notifications seen. Throws `not_found`, also for another person's. */
export async function markSeen(viewer: Viewer, notificationId: string): Promise<Notification> {
  return updateOwn(viewer, notificationId, Prisma.sql`SET seen = true WHERE deleted_at IS NULL`);
}

/** Updates a notification of the viewer and returns it, in one statement. */
async function updateOwn(viewer: Viewer, id: string, change: Prisma.Sql): Promise<Notification> {
  const [row] = await db().sql<NotificationRow>`
    WITH n AS (
      UPDATE notifications n ${change} AND id = ${id}::uuid AND receiver_id = ${viewer.id}::uuid
        AND sender_id NOT IN ${hiddenPeopleIds(viewer.id)} AND ${isOfOpenPost(viewer.id)} RETURNING *
    )
    SELECT ${notificationColumns} FROM n ${notificationJoins}`;
  if (!row) throw notificationNotFound();
  publishChange(viewer.id);
  return toNotification(row);
}

/**
 * Marks the viewer's notifications seen: all, those in `ids`, or those about a post. Returns how
 * many were unseen.
 */
export async function markAllSeen(viewer: Viewer, { ids, postId }: SeenFilter = {}): Promise<number> {
  const byId = ids ? Prisma.sql`AND n.id = ANY(${ids}::uuid[])` : Prisma.empty;
  const byPost = postId ? Prisma.sql`AND n.post_id = ${postId}::uuid` : Prisma.empty;
  const marked = await db().sql`
    UPDATE notifications n SET seen = true
    WHERE receiver_id = ${viewer.id}::uuid AND NOT seen AND ${isInInbox(viewer.id)} ${byId} ${byPost}
    RETURNING 1`;
  if (marked.length > 0) publishChange(viewer.id);
  return marked.length;
}

/** Custom notifications of the last day: their senders can't send another one yet. */
export const recentCustom = () =>
  ({ customType: { not: null }, createdAt: { gt: ago(1, "days") } }) satisfies Prisma.NotificationWhereInput;

const isRecentCustom = Prisma.sql`n.custom_type IS NOT NULL AND n.created_at > now() - interval '1 day'`;

/** How long a deletion can be undone: longer than any browser offers it. */
const RESTORE_MINUTES = 10;

/**
 * Deletes one of the viewer's notifications; `restoreNotification` can undo that for a while.
 * Throws `not_found`, also for another person's.
 */
export async function deleteNotification(viewer: Viewer, notificationId: string): Promise<void> {
  const { count } = await db().notification.updateMany({
    where: { id: notificationId, receiverId: viewer.id, deletedAt: null },
    data: { deletedAt: new Date() },
  });
  if (count === 0) throw notificationNotFound();
  publishChange(viewer.id);
}

/** Undoes a deletion, if there was one. Throws `not_found`, also when it is too late. */
export async function restoreNotification(viewer: Viewer, notificationId: string): Promise<Notification> {
  return updateOwn(
    viewer,
    notificationId,
    Prisma.sql`
      SET deleted_at = NULL
      WHERE (deleted_at IS NULL OR deleted_at > now() - make_interval(mins => ${RESTORE_MINUTES}))`,
  );
}

/** Deletes a notification that moderators removed, for good. */
export async function removeNotification(tx: Tx, notificationId: string): Promise<void> {
  const { receiverId } = (await tx.notification.findUnique({ where: { id: notificationId } })) ?? {};
  if (!receiverId) return;
  await tx.notification.delete({ where: { id: notificationId } });
  afterCommit(tx, () => publishChange(receiverId));
}

/**
 * Removes deleted notifications that can no longer be restored. A custom one stays for the rest of
 * its day; otherwise its sender could send another one and learn that the first was deleted. One of
 * a mention stays as long as its text, which would otherwise notify again when it is edited.
 */
export async function sweepDeleted(): Promise<void> {
  await db().sql`
    DELETE FROM notifications n
    WHERE deleted_at < now() - make_interval(mins => ${RESTORE_MINUTES}) AND type <> 'mention'
      AND NOT (${isRecentCustom})`;
}

/** How long seen notifications are stored, and how many per person, seen or not. */
const SEEN_DAYS_MAX = 90;
const STORED_MAX = 1_000;
/** Rows removed per statement, so that locks are short. */
const BATCH = 1_000;

/** Removes notifications beyond these limits, so that listing and counting them stays cheap. */
export async function sweepOldNotifications({ storedMax = STORED_MAX, batch = BATCH } = {}): Promise<void> {
  await removeInBatches(
    batch,
    Prisma.sql`seen AND created_at < now() - make_interval(days => ${SEEN_DAYS_MAX}) AND deleted_at IS NULL`,
  );
  const receivers = await db().notification.groupBy({
    by: ["receiverId"],
    where: { deletedAt: null },
    having: { receiverId: { _count: { gt: storedMax } } },
  });
  for (const { receiverId } of receivers) {
    await removeInBatches(
      batch,
      Prisma.sql`
        receiver_id = ${receiverId}::uuid AND deleted_at IS NULL AND NOT (${isRecentCustom})
        ORDER BY created_at DESC, id DESC OFFSET ${storedMax}`,
    );
  }
}

/** Removes what `selection` selects. Rows of mentions stay, deleted (`sweepDeleted`). */
async function removeInBatches(batch: number, selection: Prisma.Sql): Promise<void> {
  let removed = batch;
  while (removed === batch) {
    const rows = await db().sql`
      WITH old AS (
        SELECT id, type FROM notifications n WHERE ${selection} LIMIT ${batch}
      ), kept AS (
        UPDATE notifications SET deleted_at = now() WHERE id IN (SELECT id FROM old WHERE type = 'mention')
      ), gone AS (
        DELETE FROM notifications WHERE id IN (SELECT id FROM old WHERE type <> 'mention')
      )
      SELECT 1 FROM old`;
    removed = rows.length;
  }
}
