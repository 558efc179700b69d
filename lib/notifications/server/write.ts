import "server-only";
import { v7 as uuid } from "uuid";
import { idParam } from "@/lib/api/pagination";
import { commentMessage, JOINED, LIKED } from "@/lib/notifications/messages";
import type { NewNotification, NewNotificationAnswer, Notification } from "@/lib/notifications/schema";
import { type Event, eventId } from "@/lib/notifications/server/event-id";
import { customOfToday, notificationNotFound } from "@/lib/notifications/server/inbox";
import {
  COMMENT_QUIET_MINUTES,
  PUSH_AFTER_SECONDS,
  PUSH_QUIET_HOURS,
  sendPushesWhenDue,
} from "@/lib/notifications/server/push";
import {
  type NotificationRow,
  notificationColumns,
  notificationJoins,
  toNotification,
} from "@/lib/notifications/server/rows";
import { afterResponse } from "@/lib/platform/after-response";
import { afterCommit, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/lock-users";
import { publishChange } from "@/lib/platform/realtime";
import { type UserSummaryRow, userSummaryColumns } from "@/lib/profiles/server/rows";
import { isShown } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";
import { POST_NOT_FOUND, USER_NOT_FOUND } from "@/lib/text/messages";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Writing notifications. One writer: likes, comments and joins call `notify` in the transaction
 * that makes them, and there is one row for each sender, receiver, type and post
 * (docs/decisions/0002).
 */

/**
 * Writes the notification of an event, never to oneself. A like or join that was notified before
 * stays silent, so that liking on and off makes no noise; another comment renews the one there is.
 */
export async function notify(tx: Tx, event: Event & { message: string }): Promise<void> {
  if (event.senderId === event.receiverId) return;
  await writeAndPush(
    tx,
    event.receiverId,
    Prisma.sql`
      INSERT INTO notifications AS n (id, sender_id, receiver_id, type, post_id, message)
      VALUES (${eventId(event)}::uuid, ${event.senderId}::uuid, ${event.receiverId}::uuid,
        ${event.type}::"NotificationType", ${event.postId}::uuid, ${event.message})
      ON CONFLICT (sender_id, receiver_id, type, post_id) DO UPDATE
        SET message = excluded.message, seen = false, created_at = now(), deleted_at = NULL
        WHERE n.type = 'comment'`,
  );
}

/** Writes a row of `receiverId`'s with `insert`, and what their browsers are to be told of it. */
async function writeAndPush(tx: Tx, receiverId: string, insert: Prisma.Sql): Promise<void> {
  const pushes = await tx.$executeRaw`
    WITH written AS (${insert} RETURNING id, receiver_id, type)
    INSERT INTO push_messages (id, notification_id, subscription_id, next_attempt_at)
    SELECT gen_random_uuid(), w.id, s.id, greatest(now() + make_interval(secs => ${PUSH_AFTER_SECONDS}),
      p.sent_at + make_interval(mins => ${COMMENT_QUIET_MINUTES}))
    FROM written w JOIN push_subscriptions s ON s.user_id = w.receiver_id
    LEFT JOIN sent_pushes p ON p.notification_id = w.id AND p.subscription_id = s.id
      AND p.sent_at > now() - make_interval(hours => ${PUSH_QUIET_HOURS})
    WHERE p.sent_at IS NULL OR w.type = 'comment'
    ON CONFLICT (notification_id, subscription_id) DO NOTHING`;
  afterCommit(tx, () => {
    publishChange(receiverId);
    if (pushes > 0) afterResponse(sendPushesWhenDue);
  });
}

/** Changes what the notification of an event says; it stays as new or as old as it is. */
export async function updateMessage(tx: Tx, event: Event & { message: string }): Promise<void> {
  await tx.$executeRaw`UPDATE notifications SET message = ${event.message} WHERE ${isOf(event)}`;
  afterCommit(tx, () => publishChange(event.receiverId));
}

/**
 * Takes an event back: its notification vanishes while it is unseen, and with `alsoSeen` in any
 * case.
 */
export async function retract(tx: Tx, event: Event, { alsoSeen = false } = {}): Promise<void> {
  await tx.$executeRaw`DELETE FROM notifications WHERE ${isOf(event)} AND (${alsoSeen} OR NOT seen)`;
  afterCommit(tx, () => publishChange(event.receiverId));
}

/**
 * Raw like the rest of a like: all who like a post wait for its row, and Prisma's calls take longer
 * while it is locked.
 */
const isOf = (event: Event) => Prisma.sql`
  sender_id = ${event.senderId}::uuid AND receiver_id = ${event.receiverId}::uuid
  AND type = ${event.type}::"NotificationType" AND post_id IS NOT DISTINCT FROM ${event.postId}::uuid`;

/**
 * Answers the specification's call after a like or comment, and its test form. What happened has
 * notified by itself, in its own transaction, so the call makes nothing then and gets that
 * notification. Anything else is a custom one, with the sender's own words and shown as such: one a
 * day for each sender and receiver.
 *
 * The answer says nothing of what the receiver did. It is the same whether they have seen, deleted
 * or muted the notification, so it is made of the event and not of the notification's row.
 *
 * Throws `not_found`, `validation` for oneself, and `forbidden` for a post that is not the
 * receiver's or an event that has not happened.
 */
export async function createNotification(
  viewer: Viewer,
  wanted: NewNotification,
): Promise<NewNotificationAnswer> {
  const receiverId = idParam.safeParse(wanted.receiverId.trim()).data;
  const postId = wanted.postId?.trim() ? idParam.safeParse(wanted.postId.trim()).data : null;
  if (!receiverId) throw new ApiError("not_found", USER_NOT_FOUND);
  if (postId === undefined) throw postGone();
  if (receiverId === viewer.id)
    throw new ApiError("validation", "You can't send a notification to yourself.");
  return transaction(async (tx) => {
    // Locks the sender's row: what one person sends comes one after the other.
    const people = await lockUsers(tx, [viewer.id, receiverId]);
    if (!people.has(receiverId)) throw new ApiError("not_found", USER_NOT_FOUND);
    const event = { senderId: viewer.id, receiverId, type: wanted.type, postId };
    const row = await findEvent(tx, event);
    return row
      ? { notification: toNotification(row), created: false }
      : createCustom(tx, event, wanted.message);
  });
}

const postGone = () => new ApiError("not_found", POST_NOT_FOUND);

/**
 * The notification of an event, as its sender knows it; undefined where none is named: a like or
 * comment without a post, or a join that has not happened. Throws `not_found` and `forbidden` for a
 * post that can't be named so.
 */
async function findEvent(tx: Tx, event: Event): Promise<NotificationRow | undefined> {
  const { senderId, receiverId, type, postId } = event;
  if (type !== "follow" && !postId) return undefined;
  const [found] = await tx.$queryRaw<Happened[]>`
    SELECT ${userSummaryColumns}, p.id AS "postId", p.author_id = ${receiverId}::uuid AS "isTheirs",
      m.public_id AS "publicId", m.media_type::text AS "mediaType", m.format,
      f.created_at AS "joinedAt", l.created_at AS "likedAt", c.created_at AS "commentedAt", c.content
    FROM users u
    LEFT JOIN (posts p JOIN media_assets m ON m.id = p.asset_id) ON p.id = ${postId}::uuid AND ${isShown}
    LEFT JOIN follows f ON f.follower_id = u.id AND f.followee_id = ${receiverId}::uuid
    LEFT JOIN likes l ON l.post_id = p.id AND l.user_id = u.id
    LEFT JOIN LATERAL (
      SELECT created_at, content FROM comments WHERE post_id = p.id AND author_id = u.id
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) c ON true
    WHERE u.id = ${senderId}::uuid`;
  if (!found || (postId && !found.postId)) throw postGone();
  if (postId && !found.isTheirs) throw new ApiError("forbidden", "That post is somebody else's.");
  const row = (at: Date, message: string, of = event): NotificationRow => ({
    ...found,
    id: eventId(of),
    type,
    custom: false,
    message,
    seen: false,
    createdAt: at,
  });
  switch (type) {
    case "like":
      if (!found.likedAt) throw new ApiError("forbidden", "You have not liked that post.");
      return row(found.likedAt, LIKED);
    case "comment":
      if (!found.commentedAt) throw new ApiError("forbidden", "You have not commented on that post.");
      return row(found.commentedAt, commentMessage(found.content ?? ""));
    case "follow":
      if (found.joinedAt) return { ...row(found.joinedAt, JOINED, { ...event, postId: null }), postId: null };
      if (postId) throw new ApiError("forbidden", "You have not joined their circle.");
      return undefined;
  }
}

type Happened = Pick<
  NotificationRow,
  keyof UserSummaryRow | "postId" | "publicId" | "mediaType" | "format"
> & {
  isTheirs: boolean | null;
  joinedAt: Date | null;
  likedAt: Date | null;
  commentedAt: Date | null;
  content: string | null;
};

/**
 * Sends a notification in the sender's own words, in place of the one of another day, or gives
 * today's. It is stored as a comment without a post, whatever type its sender named
 * (prisma/schema.prisma).
 */
async function createCustom(tx: Tx, event: Event, message: string): Promise<NewNotificationAnswer> {
  const { senderId, receiverId, type } = event;
  const ofPair = { senderId, receiverId };
  const today = await tx.notification.findFirst({
    where: { ...ofPair, ...customOfToday() },
    select: { id: true },
  });
  if (today) return { notification: { ...(await read(tx, today.id)), seen: false }, created: false };
  // The last part is how releases before `custom_type` stored them.
  await tx.notification.deleteMany({
    where: { ...ofPair, OR: [{ customType: { not: null } }, { type: "comment", postId: null }] },
  });
  const id = uuid();
  await writeAndPush(
    tx,
    receiverId,
    Prisma.sql`
      INSERT INTO notifications (id, sender_id, receiver_id, type, custom_type, message)
      VALUES (${id}::uuid, ${senderId}::uuid, ${receiverId}::uuid, 'comment', ${type}::"NotificationType", ${message})`,
  );
  return { notification: await read(tx, id), created: true };
}

async function read(tx: Tx, id: string): Promise<Notification> {
  const [row] = await tx.$queryRaw<NotificationRow[]>`
    SELECT ${notificationColumns} FROM notifications n ${notificationJoins} WHERE n.id = ${id}::uuid`;
  if (!row) throw notificationNotFound();
  return toNotification(row);
}
