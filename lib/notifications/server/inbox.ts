import "server-only";
import { type PageQuery, pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/schema";
import { isListed } from "@/lib/notifications/server/preferences";
import {
  type NotificationRow,
  notificationColumns,
  notificationJoins,
  toNotification,
} from "@/lib/notifications/server/rows";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { publishChange } from "@/lib/platform/realtime";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** What a person was told: the list, how much of it is unseen, marking and deleting. */

/**
 * The viewer's notifications, newest first, with how many there are and how many are unseen. One
 * query.
 */
export async function listNotifications(
  viewer: Pick<Viewer, "id">,
  query: PageQuery,
): Promise<NotificationsAnswer> {
  const rows = await db().$queryRaw<(NotificationRow & { total: number; unread: number })[]>`
    WITH mine AS (
      SELECT * FROM notifications n WHERE receiver_id = ${viewer.id}::uuid AND ${isListed(viewer.id)}
      ${keyset(query, { at: Prisma.sql`created_at`, id: Prisma.sql`id` })}
    ), counts AS (
      SELECT count(*)::int AS total, count(*) FILTER (WHERE NOT seen)::int AS unread
      FROM notifications n WHERE receiver_id = ${viewer.id}::uuid AND ${isListed(viewer.id)}
    )
    SELECT counts.total, counts.unread, ${notificationColumns}
    FROM counts LEFT JOIN (mine n ${notificationJoins}) ON true
    ORDER BY n.created_at DESC, n.id DESC`;
  const { total = 0, unread = 0 } = rows[0] ?? {};
  const page = paginate(
    rows.filter((row) => row.id !== null),
    query.limit,
  );
  return {
    notifications: page.rows.map(toNotification),
    totalCount: total,
    unreadCount: unread,
    ...pageNumbers(query, total),
    nextCursor: page.nextCursor,
  };
}

/** How many of the viewer's notifications are unseen. */
export async function countUnseen(viewer: Viewer): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM notifications n
    WHERE receiver_id = ${viewer.id}::uuid AND NOT seen AND ${isListed(viewer.id)}`;
  return row?.count ?? 0;
}

/** The refusal for what is not there, or is somebody else's. */
export const notificationNotFound = () =>
  new ApiError("not_found", "That notification is not there any more.");

/** Marks one of the viewer's notifications seen. Throws `not_found`, also for anybody else's. */
export async function markSeen(viewer: Viewer, notificationId: string): Promise<Notification> {
  return changeOne(viewer, notificationId, Prisma.sql`SET seen = true WHERE deleted_at IS NULL`);
}

/** Changes a row of the viewer's and shows it as it is then, in one statement. */
async function changeOne(viewer: Viewer, id: string, change: Prisma.Sql): Promise<Notification> {
  const [row] = await db().$queryRaw<NotificationRow[]>`
    WITH n AS (
      UPDATE notifications ${change} AND id = ${id}::uuid AND receiver_id = ${viewer.id}::uuid RETURNING *
    )
    SELECT ${notificationColumns} FROM n ${notificationJoins}`;
  if (!row) throw notificationNotFound();
  publishChange(viewer.id);
  return toNotification(row);
}

/** Marks all of the viewer's notifications seen, or those of `ids`; returns how many were not. */
export async function markAllSeen(viewer: Viewer, ids?: string[]): Promise<number> {
  const which = ids ? Prisma.sql`AND n.id = ANY(${ids}::uuid[])` : Prisma.empty;
  const marked = await db().$executeRaw`
    UPDATE notifications n SET seen = true
    WHERE receiver_id = ${viewer.id}::uuid AND NOT seen AND ${isListed(viewer.id)} ${which}`;
  if (marked > 0) publishChange(viewer.id);
  return marked;
}

/** What was sent by hand less than a day ago: its sender can't send another one yet. */
export const customOfToday = () =>
  ({ customType: { not: null }, createdAt: { gt: ago(1, "days") } }) satisfies Prisma.NotificationWhereInput;

/** For so long, in minutes, a deletion can be taken back: longer than any browser offers to. */
const RESTORE_MINUTES = 10;

/**
 * Deletes one of the viewer's notifications; `restoreNotification` takes that back for a while.
 * Throws `not_found`, also for anybody else's.
 */
export async function deleteNotification(viewer: Viewer, notificationId: string): Promise<void> {
  const { count } = await db().notification.updateMany({
    where: { id: notificationId, receiverId: viewer.id, deletedAt: null },
    data: { deletedAt: new Date() },
  });
  if (count === 0) throw notificationNotFound();
  publishChange(viewer.id);
}

/**
 * Takes a deletion back, also one that was never made. Throws `not_found`, also when it is too
 * late.
 */
export async function restoreNotification(viewer: Viewer, notificationId: string): Promise<Notification> {
  return changeOne(viewer, notificationId, Prisma.sql`SET deleted_at = NULL WHERE true`);
}

/**
 * Removes for good what was deleted and can no longer be taken back. What a member sent by hand
 * stays for the rest of its day, or its sender could send another one and know by that that the
 * first was deleted.
 */
export async function sweepDeleted(): Promise<void> {
  await db().notification.deleteMany({
    where: { deletedAt: { lt: ago(RESTORE_MINUTES, "minutes") }, NOT: customOfToday() },
  });
}

/**
 * What is read is kept for so many days, and of each person's notifications the newest, read or
 * not.
 */
const READ_KEPT_DAYS = 90;
const KEPT_MAX = 1_000;
/** Rows removed in one statement: their locks are short. */
const BATCH = 1_000;

/**
 * Removes what is too old or too much, so that reading and counting a person's notifications stays
 * cheap.
 */
export async function sweepOldNotifications({ keptMax = KEPT_MAX, batch = BATCH } = {}): Promise<void> {
  await deleteInBatches(batch, {
    where: { seen: true, createdAt: { lt: ago(READ_KEPT_DAYS, "days") } },
  });
  const crowded = await db().notification.groupBy({
    by: ["receiverId"],
    having: { receiverId: { _count: { gt: keptMax } } },
  });
  for (const { receiverId } of crowded) {
    await deleteInBatches(batch, {
      where: { receiverId, NOT: customOfToday() },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: keptMax,
    });
  }
}

async function deleteInBatches(batch: number, which: Prisma.NotificationFindManyArgs): Promise<void> {
  let found = batch;
  while (found === batch) {
    const rows = await db().notification.findMany({ ...which, take: batch, select: { id: true } });
    await db().notification.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
    found = rows.length;
  }
}
