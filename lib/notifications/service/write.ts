import "server-only";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import { idParam } from "@/lib/api/pages";
import type { Viewer } from "@/lib/auth/access";
import type { NewNotification, Notification, NotificationType } from "@/lib/notifications/contract";
import { notificationNotFound } from "@/lib/notifications/service/inbox";
import { PUSH_AFTER_SECONDS, sendPushesWhenDue } from "@/lib/notifications/service/push";
import {
  type NotificationRow,
  notificationColumns,
  notificationJoins,
  viewNotification,
} from "@/lib/notifications/view";
import { afterResponse } from "@/lib/platform/after-response";
import { afterCommit, type Tx, transaction } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/realtime";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Writing notifications. One writer: likes, comments and joins call `notify` in the transaction that makes them, and
 * there is one row for each sender, receiver, type and post (docs/decisions/0002).
 */

type Event = { senderId: string; receiverId: string; type: NotificationType; postId: string | null };

/**
 * Writes the notification of an event, never to oneself. A like or join that was notified before stays silent, so that
 * liking on and off makes no noise; another comment renews the one there is.
 */
export async function notify(tx: Tx, event: Event & { message: string }): Promise<void> {
  if (event.senderId === event.receiverId) return;
  await insert(
    tx,
    event,
    Prisma.sql`UPDATE SET message = excluded.message, seen = false, created_at = now(), deleted_at = NULL WHERE n.type = 'comment'`,
  );
}

/** Writes a row, and what the receiver's browsers are to be told of it, unless there is one; then does `otherwise`. */
async function insert(tx: Tx, event: Event & { message: string }, otherwise: Prisma.Sql): Promise<void> {
  const pushes = await tx.$executeRaw`
    WITH written AS (
      INSERT INTO notifications AS n (id, sender_id, receiver_id, type, post_id, message)
      VALUES (${uuid()}::uuid, ${event.senderId}::uuid, ${event.receiverId}::uuid, ${event.type}::"NotificationType",
        ${event.postId}::uuid, ${event.message})
      ON CONFLICT (sender_id, receiver_id, type, post_id) DO ${otherwise}
      RETURNING id, receiver_id
    )
    INSERT INTO push_messages (id, notification_id, subscription_id, next_attempt_at)
    SELECT gen_random_uuid(), w.id, s.id, now() + make_interval(secs => ${PUSH_AFTER_SECONDS})
    FROM written w JOIN push_subscriptions s ON s.user_id = w.receiver_id
    ON CONFLICT (notification_id, subscription_id) DO NOTHING`;
  afterCommit(tx, () => {
    publishChange(event.receiverId);
    if (pushes > 0) afterResponse(sendPushesWhenDue);
  });
}

/** Changes what the notification of an event says; it stays as new or as old as it is. */
export async function reword(tx: Tx, event: Event & { message: string }): Promise<void> {
  await tx.$executeRaw`UPDATE notifications SET message = ${event.message} WHERE ${isOf(event)}`;
  afterCommit(tx, () => publishChange(event.receiverId));
}

/** Takes an event back: its notification vanishes while it is unseen, and with `alsoSeen` in any case. */
export async function withdraw(tx: Tx, event: Event, { alsoSeen = false } = {}): Promise<void> {
  await tx.$executeRaw`DELETE FROM notifications WHERE ${isOf(event)} AND (${alsoSeen} OR NOT seen)`;
  afterCommit(tx, () => publishChange(event.receiverId));
}

const isOf = (event: Event) => Prisma.sql`
  sender_id = ${event.senderId}::uuid AND receiver_id = ${event.receiverId}::uuid
  AND type = ${event.type}::"NotificationType" AND post_id IS NOT DISTINCT FROM ${event.postId}::uuid`;

/**
 * Writes a notification somebody asked for by hand: the specification's call after a like or comment, or its test
 * form. Likes and comments notify by themselves, so the call gets the one there is: one for each sender, receiver,
 * type and post, however often it is asked for. A like or comment of a post has to have happened, and is told only
 * to the post's author. Throws `not_found`, `validation` for oneself and `forbidden`.
 */
export async function createNotification(viewer: Viewer, wanted: NewNotification): Promise<Notification> {
  const receiverId = idParam.safeParse(wanted.receiverId.trim()).data;
  const postId = wanted.postId?.trim() ? idParam.safeParse(wanted.postId.trim()).data : null;
  if (!receiverId) throw new ApiError("not_found", "User not found");
  if (postId === undefined) throw new ApiError("not_found", "That post is not there any more.");
  if (receiverId === viewer.id)
    throw new ApiError("validation", "You can't send a notification to yourself.");
  return transaction(async (tx) => {
    const receiver = await tx.user.findUnique({
      where: { id: receiverId, isActive: true, verifiedAt: { not: null } },
      select: { id: true },
    });
    if (!receiver) throw new ApiError("not_found", "User not found");
    if (postId) await requireDone(tx, { senderId: viewer.id, receiverId, type: wanted.type, postId });
    await insert(
      tx,
      { senderId: viewer.id, receiverId, type: wanted.type, postId, message: wanted.message },
      Prisma.sql`NOTHING`,
    );
    const [row] = await tx.$queryRaw<NotificationRow[]>`
      SELECT ${notificationColumns} FROM notifications n ${notificationJoins}
      WHERE n.sender_id = ${viewer.id}::uuid AND n.receiver_id = ${receiverId}::uuid
        AND n.type = ${wanted.type}::"NotificationType" AND n.post_id IS NOT DISTINCT FROM ${postId}::uuid`;
    // Its receiver may delete it between the two statements.
    if (!row) throw notificationNotFound();
    return viewNotification(row);
  });
}

/** Throws unless the post is there and, for a like or comment, the sender did it and the receiver is the author. */
async function requireDone(tx: Tx, event: Event & { postId: string }): Promise<void> {
  // Locked, so that no unlike in between leaves a notification of a like that is gone.
  const [post] = await tx.$queryRaw<{ author_id: string; liked: boolean; commented: boolean }[]>`
    SELECT author_id,
      EXISTS (SELECT 1 FROM likes WHERE post_id = p.id AND user_id = ${event.senderId}::uuid) AS liked,
      EXISTS (SELECT 1 FROM comments WHERE post_id = p.id AND author_id = ${event.senderId}::uuid) AS commented
    FROM posts p WHERE id = ${event.postId}::uuid AND is_active FOR SHARE OF p`;
  if (!post) throw new ApiError("not_found", "That post is not there any more.");
  if (event.type === "follow") return;
  if (post.author_id !== event.receiverId) throw new ApiError("forbidden", "That post is somebody else's.");
  const done = event.type === "like" ? post.liked : post.commented;
  if (!done)
    throw new ApiError(
      "forbidden",
      `You have not ${event.type === "like" ? "liked" : "commented on"} that post.`,
    );
}
