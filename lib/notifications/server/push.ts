import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { notificationText, SUBSCRIPTIONS_MAX } from "@/lib/notifications/policy";
import type { NotificationType, SubscriptionBody } from "@/lib/notifications/schema";
import { commentPath, NOTIFICATIONS } from "@/lib/paths";
import { addTime, ago, repeat } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lease } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { arePushKeys, isPushService, pushPublicKey, sendPush } from "@/lib/platform/web-push";
import { APP_NAME } from "@/lib/product";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Web push. Messages wait in an outbox, written in the same statement as the notification. Any
 * instance may send them; a lease stops two instances from sending the same one.
 */

/**
 * Subscribes the viewer's browser for as long as the session lasts. Throws `validation`, and
 * `not_found` when push is off.
 */
export async function subscribe(viewer: Viewer, { endpoint, keys }: SubscriptionBody): Promise<void> {
  if (!pushPublicKey()) throw new ApiError("not_found", "Push notifications are not set up here.");
  if (!isPushService(endpoint)) throw new ApiError("validation", "Unsupported push service.");
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!arePushKeys(p256dh, auth)) throw new ApiError("validation", "Invalid subscription keys.");
  await transaction(async (tx) => {
    // A browser belongs to the person signed in there now. Deleting another person's subscription
    // also drops its pending messages.
    await tx.pushSubscription.deleteMany({ where: { endpoint, userId: { not: viewer.id } } });
    const device = { sessionId: viewer.sessionId, p256dh, auth };
    await tx.pushSubscription.upsert({
      where: { endpoint },
      create: { id: uuid(), userId: viewer.id, endpoint, ...device },
      update: { ...device, rejections: 0, createdAt: new Date() },
    });
    const excess = await tx.pushSubscription.findMany({
      where: { userId: viewer.id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: SUBSCRIPTIONS_MAX,
      select: { id: true },
    });
    await tx.pushSubscription.deleteMany({ where: { id: { in: excess.map(({ id }) => id) } } });
  });
}

/** Unsubscribes the viewer's browser; an unknown one is ignored. */
export async function unsubscribe(viewer: Viewer, endpoint: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { endpoint, userId: viewer.id } });
}

/**
 * The delay before a push: by then an accidental like is undone, and a person who is online has
 * seen the notification.
 */
export const PUSH_AFTER_SECONDS = 5;
/** For this long after a push, the same like or join is not pushed again, even if it is redone. */
export const PUSH_QUIET_HOURS = 24;
/**
 * For this long after a push, further comments by that person on that post collect into one push.
 */
export const COMMENT_QUIET_MINUTES = 15;

/** Messages leased at a time. */
const BATCH = 20;
/** Seconds until the first retry: longer than any request takes. */
const FIRST_RETRY_SECONDS = 30;
const ATTEMPTS_MAX = 8;
/** The longest delay a push service may ask for. */
const RETRY_SECONDS_MAX = 3_600;
/** A subscription is deleted after this many rejected messages in a row. */
const REJECTIONS_MAX = 5;

/** A message with everything needed to send it. */
type MessageRow = {
  id: string;
  attempts: number;
  /** False once the notification is seen, deleted or muted, or a person or the session is gone. */
  isWanted: boolean;
  notificationId: string;
  type: NotificationType;
  custom: boolean;
  message: string;
  postId: string | null;
  senderId: string;
  senderName: string;
  subscriptionId: string;
  endpoint: string;
  p256dh: Uint8Array;
  auth: Uint8Array;
};

/**
 * Sends due messages. Several instances may run it at once. Throws only when the database fails.
 */
export async function sendPushes(): Promise<void> {
  if (!pushPublicKey()) return;
  for (;;) {
    const messages = await leaseMessages();
    await Promise.all(messages.map(deliver));
    if (messages.length < BATCH) return;
  }
}

/** Waits until a message written just now is due and sends it: serverless has no timer for that. */
export async function sendPushesWhenDue(): Promise<void> {
  await delay(PUSH_AFTER_SECONDS * 1_000);
  await sendPushes();
}

/** Leases some due messages for this instance (lib/platform/locks.ts). */
async function leaseMessages(): Promise<MessageRow[]> {
  const leased = await lease("push_messages", { firstWait: FIRST_RETRY_SECONDS, limit: BATCH });
  if (leased.length === 0) return [];
  // One statement, so that a concurrent deletion is seen entirely or not at all.
  return db().$queryRaw<MessageRow[]>`
    SELECT m.id, m.attempts,
      NOT n.seen AND n.deleted_at IS NULL AND r.is_active AND p.is_active AND o.revoked_at IS NULL AND o.expires_at > now()
        AND CASE WHEN n.custom_type IS NULL THEN n.type <> ALL (r.muted_notifications) ELSE NOT r.muted_custom END
        AS "isWanted",
      n.id AS "notificationId", n.type::text AS type, n.custom_type IS NOT NULL AS custom, n.message,
      n.post_id AS "postId", p.id AS "senderId", p.name AS "senderName",
      s.id AS "subscriptionId", s.endpoint, s.p256dh, s.auth
    FROM push_messages m
    JOIN notifications n ON n.id = m.notification_id
    JOIN users p ON p.id = n.sender_id
    JOIN push_subscriptions s ON s.id = m.subscription_id
    JOIN users r ON r.id = s.user_id
    JOIN sessions o ON o.id = s.session_id
    WHERE m.id = ANY(${leased.map(({ id }) => id)}::uuid[])`;
}

async function deliver(message: MessageRow): Promise<void> {
  const { id, attempts, notificationId, subscriptionId } = message;
  const result = message.isWanted
    ? await sendPush(message, payloadOf(message), notificationId.replaceAll("-", ""))
    : { kind: "unwanted" as const };
  switch (result.kind) {
    case "sent":
      return markSent(message);
    case "gone":
      await db().pushSubscription.deleteMany({ where: { id: subscriptionId } });
      return;
    case "retry":
      if (attempts < ATTEMPTS_MAX) return result.seconds ? postpone(id, result.seconds) : undefined;
      log().warn({ message: id }, "push abandoned after many attempts");
      break;
    case "rejected":
      log().warn({ message: id }, "push rejected by the service");
      await countRejection(subscriptionId);
      break;
  }
  await db().pushMessage.deleteMany({ where: { id } });
}

/**
 * Records when this browser got the push, for the quiet periods in
 * lib/notifications/server/write.ts, and resets its rejections.
 */
async function markSent({ id, notificationId, subscriptionId }: MessageRow): Promise<void> {
  await db().$executeRaw`
    WITH done AS (DELETE FROM push_messages WHERE id = ${id}::uuid),
    works AS (UPDATE push_subscriptions SET rejections = 0 WHERE id = ${subscriptionId}::uuid AND rejections > 0)
    INSERT INTO sent_pushes (notification_id, subscription_id)
    SELECT ${notificationId}::uuid, id FROM push_subscriptions WHERE id = ${subscriptionId}::uuid
    ON CONFLICT (notification_id, subscription_id) DO UPDATE SET sent_at = now()`;
}

async function countRejection(id: string): Promise<void> {
  await db().pushSubscription.updateMany({ where: { id }, data: { rejections: { increment: 1 } } });
  await db().pushSubscription.deleteMany({ where: { id, rejections: { gte: REJECTIONS_MAX } } });
}

/** Postpones a message as its push service asked, unless the next attempt is later anyway. */
async function postpone(id: string, seconds: number): Promise<void> {
  const nextAttemptAt = addTime(new Date(), Math.min(seconds, RETRY_SECONDS_MAX), "seconds");
  await db().pushMessage.updateMany({
    where: { id, nextAttemptAt: { lt: nextAttemptAt } },
    data: { nextAttemptAt },
  });
}

/**
 * What the service worker shows (lib/offline/service-worker/push.ts). The tag makes a repeated push
 * replace the first one.
 */
function payloadOf(row: MessageRow): string {
  const { notificationId, type, custom, message, senderName } = row;
  return JSON.stringify({
    title: APP_NAME,
    body: `${senderName} ${notificationText({ custom, message })}`,
    url: URLS[type](row),
    tag: notificationId,
  });
}

const postUrl = ({ postId }: MessageRow) => (postId ? `/post/${postId}` : NOTIFICATIONS);

const commentUrl = (row: MessageRow) => (row.postId ? commentPath(row.postId, row.senderId) : postUrl(row));

/** Where a push leads. One sent by hand is stored as a comment without a post. */
const URLS: Record<NotificationType, (row: MessageRow) => string> = {
  like: postUrl,
  comment: commentUrl,
  follow: ({ senderId }) => `/profile/${senderId}`,
};

/** How often to look for due messages. */
const INTERVAL_MS = 5_000;

/** Sends due messages at an interval for the lifetime of this process. */
export function startPushing(): void {
  if (pushPublicKey()) repeat("push", INTERVAL_MS, sendPushes);
}

/** Deletes subscriptions whose session has ended, and records of pushes past their quiet period. */
export async function sweepSubscriptions(): Promise<void> {
  await db().sentPush.deleteMany({ where: { sentAt: { lt: ago(PUSH_QUIET_HOURS, "hours") } } });
  const hasEnded = { OR: [{ revokedAt: { not: null } }, { expiresAt: { lt: new Date() } }] };
  await db().pushSubscription.deleteMany({ where: { session: hasEnded } });
}
