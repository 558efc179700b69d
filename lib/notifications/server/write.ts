import "server-only";
import { v5 as nameBasedId } from "uuid";
import type { OfficialType } from "@/lib/notifications/policy";
import type { NotificationType } from "@/lib/notifications/schema";
import {
  COMMENT_QUIET_MINUTES,
  PUSH_AFTER_SECONDS,
  PUSH_QUIET_HOURS,
  sendPushesWhenDue,
} from "@/lib/notifications/server/push";
import { afterResponse } from "@/lib/platform/after-response";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { publishChange } from "@/lib/platform/realtime";
import { Prisma, type NotificationType as StoredType } from "@/prisma/generated/client/client";

/**
 * Only this file and `lib/messages/server/notification.ts` write notifications. Likes, comments and
 * joins call `notify` in their own transaction. There is one row for each sender, receiver, type
 * and post, and of comments one that is unseen (docs/decisions/0002).
 */

/** A like, comment, reply or mention, a like of a comment, or a person joining a circle. */
export type NotificationEvent = {
  senderId: string;
  receiverId: string;
  type: NotificationType;
  postId: string | null;
  /** The comment or reply that is quoted, or that was liked; none of a mention in a caption. */
  commentId?: string;
};
/** An event of a person, or one that the product itself sends. */
type StoredEvent = Omit<NotificationEvent, "type"> & { type: StoredType };

/** Any fixed UUID, to separate these ids from other name-based ones. */
const NAMESPACE = "5b0ad5f6-3f0c-4a57-9a49-5d1c8f0c5c0e";

/**
 * The id of an event's notification. The same event always has the same id, also after it was
 * undone. A new id would show the sender whether the receiver had seen or deleted the last one.
 */
export function eventId({ senderId, receiverId, type, postId, commentId }: StoredEvent): string {
  const text = type === "comment_like" || type === "mention" ? [commentId] : [];
  return nameBasedId([senderId, receiverId, type, postId, ...text].join(), NAMESPACE);
}

/**
 * Writes the notification of an event, unless sender and receiver are the same, or the receiver has
 * muted the post. A repeated like or join stays silent, so that toggling one cannot spam the
 * receiver; another comment or reply renews the notification of an earlier one that is unseen.
 */
export async function notify(tx: Tx, event: NotificationEvent & { message: string }): Promise<void> {
  if (event.senderId === event.receiverId) return;
  await upsertEvent(
    tx,
    event,
    Prisma.sql`NOT EXISTS (
      SELECT FROM post_mutes WHERE user_id = ${event.receiverId}::uuid AND post_id = ${event.postId}::uuid)`,
  );
}

/**
 * The key and the rows of `notifications_event_key`. A further comment or reply does not take the
 * place of a seen one.
 */
const EVENT_KEY = Prisma.sql`
  (sender_id, receiver_id, type, post_id, custom_type, (CASE WHEN type IN ('comment_like', 'mention') THEN comment_id END))
  WHERE NOT (type IN ('comment', 'reply') AND custom_type IS NULL AND seen)`;

/**
 * The first comment's row takes an id of its event. Whenever that one exists, a further comment
 * brings an id of its own, because the first may be marked as seen at this very moment.
 */
async function upsertEvent(
  tx: Tx,
  event: StoredEvent & { message: string },
  isWanted = Prisma.sql`true`,
): Promise<void> {
  const id = Prisma.sql`${eventId(event)}::uuid`;
  await writeAndPush(
    tx,
    event.receiverId,
    Prisma.sql`
      INSERT INTO notifications AS n (id, sender_id, receiver_id, type, post_id, comment_id, message)
      SELECT CASE WHEN EXISTS (SELECT FROM notifications WHERE id = ${id} AND type IN ('comment', 'reply'))
          THEN gen_random_uuid() ELSE ${id} END, ${event.senderId}::uuid, ${event.receiverId}::uuid,
        ${event.type}::"NotificationType", ${event.postId}::uuid, ${event.commentId ?? null}::uuid, ${event.message}
      WHERE ${isWanted}
      ON CONFLICT ${EVENT_KEY} DO UPDATE
        SET message = excluded.message, comment_id = excluded.comment_id, seen = false, created_at = now(), deleted_at = NULL
        WHERE n.type IN ('comment', 'reply', 'moderation', 'report', 'case', 'affiliation')`,
  );
}

/**
 * What the product itself sends a person: a decision about them, what came of a report, or to the
 * staff that something urgent waits.
 */
type OfficialNotification = {
  receiverId: string;
  type: OfficialType;
  postId: string | null;
  message: string;
};

/**
 * Writes such a notification. Its sender is its receiver, because no one learns who moderates. A
 * newer one about the same post, or about none, takes its place, as comments do.
 */
export async function notifyOfficially(
  tx: Tx,
  { receiverId, ...official }: OfficialNotification,
): Promise<void> {
  await upsertEvent(tx, { ...official, receiverId, senderId: receiverId });
}

/**
 * Runs `insert` for the receiver's notification and queues a push to each of their browsers, except
 * for likes of comments. Until one is sent it covers all that renew the notification; one that
 * is being sent is sent again.
 */
export async function writeAndPush(tx: Tx, receiverId: string, insert: Prisma.Sql): Promise<void> {
  const pushes = await tx.sql`
    WITH written AS (${insert} RETURNING *)
    INSERT INTO push_messages (id, notification_id, subscription_id, next_attempt_at)
    SELECT gen_random_uuid(), w.id, s.id, greatest(now() + make_interval(secs => ${PUSH_AFTER_SECONDS}),
      p.sent_at + make_interval(mins => ${COMMENT_QUIET_MINUTES}))
    FROM written w JOIN push_subscriptions s ON s.user_id = w.receiver_id
    LEFT JOIN LATERAL (
      SELECT max(sent_at) AS sent_at FROM sent_pushes p
      WHERE p.subscription_id = s.id AND p.sent_at > now() - make_interval(hours => ${PUSH_QUIET_HOURS})
        AND (p.notification_id = w.id OR p.notification_id IN (
          SELECT id FROM notifications e WHERE e.sender_id = w.sender_id AND e.receiver_id = w.receiver_id
            AND e.type = w.type AND e.post_id = w.post_id
            AND e.custom_type IS NOT DISTINCT FROM w.custom_type))
    ) p ON true
    WHERE w.type <> 'comment_like'
      AND (p.sent_at IS NULL OR w.type IN ('comment', 'reply', 'mention', 'moderation', 'report', 'case', 'affiliation'))
    ON CONFLICT (notification_id, subscription_id) DO UPDATE SET attempts = 0
    RETURNING 1`;
  afterCommit(tx, () => {
    publishChange(receiverId);
    if (pushes.length > 0) afterResponse(sendPushesWhenDue);
  });
}

/** What a notification quotes of a comment, and which one. */
export type Quoted = { commentId: string; message: string };

/**
 * Before a comment of the sender is deleted, and after one was hidden or shown again, makes the
 * newest of their notifications about the post quote the newest of `remaining`, and deletes what
 * quotes none of these. Neither changes times, nor whether something is seen.
 */
export async function requote(
  tx: Tx,
  event: NotificationEvent,
  remaining: readonly [Quoted, ...Quoted[]],
): Promise<void> {
  const { senderId, receiverId, type, postId } = event;
  const [latest, ...earlier] = await tx.notification.findMany({
    where: { senderId, receiverId, type, postId, customType: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, commentId: true },
  });
  if (!latest) return;
  const [newest] = remaining;
  const ids = new Set<string | null>(remaining.map(({ commentId }) => commentId));
  const gone = earlier.filter((row) => !ids.has(row.commentId));
  // The newest comment that is left may have a notification of its own.
  if (earlier.some((row) => row.commentId === newest.commentId) && latest.commentId !== newest.commentId) {
    gone.push(latest);
  } else await tx.notification.update({ where: { id: latest.id }, data: newest });
  await tx.notification.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  afterCommit(tx, () => publishChange(receiverId));
}

/** Deletes the notification of an undone event while it is unseen; with `alsoSeen`, in any case. */
export async function retract(tx: Tx, event: StoredEvent, { alsoSeen = false } = {}): Promise<void> {
  // SQL like the rest of a like, whose transaction must not lock the post for long.
  await tx.sql`
    DELETE FROM notifications
    WHERE sender_id = ${event.senderId}::uuid AND receiver_id = ${event.receiverId}::uuid
      AND type = ${event.type}::"NotificationType" AND custom_type IS NULL AND post_id IS NOT DISTINCT FROM ${event.postId}::uuid
      AND (type NOT IN ('comment_like', 'mention') OR comment_id IS NOT DISTINCT FROM ${event.commentId ?? null}::uuid)
      AND (${alsoSeen} OR NOT seen)`;
  afterCommit(tx, () => publishChange(event.receiverId));
}
