import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { SUBSCRIPTIONS_MAX } from "@/lib/notifications/limits";
import { notificationText } from "@/lib/notifications/messages";
import type { SubscriptionBody } from "@/lib/notifications/schema";
import { ago, later } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lease } from "@/lib/platform/lease";
import { log } from "@/lib/platform/log";
import { repeat } from "@/lib/platform/repeat";
import { arePushKeys, isPushService, pushPublicKey, sendPush } from "@/lib/platform/web-push";
import { APP_NAME } from "@/lib/product";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Push: what is to be told waits in an outbox, written with the notification itself. Any instance
 * sends it; a message that one has taken is left alone by the others.
 */

/**
 * Remembers the viewer's browser, for as long as the session lasts. Throws `validation`, and
 * `not_found` where push is off.
 */
export async function subscribe(viewer: Viewer, { endpoint, keys }: SubscriptionBody): Promise<void> {
  if (!pushPublicKey()) throw new ApiError("not_found", "Push notifications are not set up here.");
  if (!isPushService(endpoint)) throw new ApiError("validation", "That is no push service we know.");
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!arePushKeys(p256dh, auth)) throw new ApiError("validation", "Those are no keys of a browser.");
  await transaction(async (tx) => {
    // A browser belongs to who is signed in there now, and what somebody else was to be told there
    // is not told.
    await tx.pushSubscription.deleteMany({ where: { endpoint, userId: { not: viewer.id } } });
    const device = { sessionId: viewer.sessionId, p256dh, auth };
    await tx.pushSubscription.upsert({
      where: { endpoint },
      create: { id: uuid(), userId: viewer.id, endpoint, ...device },
      update: { ...device, rejections: 0, createdAt: new Date() },
    });
    const surplus = await tx.pushSubscription.findMany({
      where: { userId: viewer.id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: SUBSCRIPTIONS_MAX,
      select: { id: true },
    });
    await tx.pushSubscription.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
  });
}

/** Forgets the viewer's browser; one that is not known is forgotten already. */
export async function unsubscribe(viewer: Viewer, endpoint: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { endpoint, userId: viewer.id } });
}

/**
 * A browser is told after so many seconds: by then a like by mistake is taken back, and who is
 * there has seen it.
 */
export const PUSH_AFTER_SECONDS = 5;
/**
 * For so long after a push, in hours, the same like or join is not pushed again, however often it
 * is taken back.
 */
export const PUSH_QUIET_HOURS = 24;
/**
 * For so long after a push, in minutes, further comments of that person under that post wait and
 * are one push.
 */
export const COMMENT_QUIET_MINUTES = 15;

/** Messages taken at once. */
const BATCH = 20;
/**
 * Seconds until the second try: longer than any sending takes. After the last try a message is
 * given up.
 */
const FIRST_WAIT = 30;
const TRIES_MAX = 8;
/** The longest wait a push service may ask for, in seconds. */
const WAIT_MAX = 3_600;
/**
 * A browser whose push service rejects so many messages in a row is forgotten: it will not take the
 * next one either.
 */
const REJECTIONS_MAX = 5;

/** A message with all that is needed to send it, in one row. */
type MessageRow = {
  id: string;
  attempts: number;
  /**
   * False when there is nothing to tell any more: seen or deleted meanwhile, switched off, or
   * somebody gone.
   */
  isWanted: boolean;
  notificationId: string;
  type: string;
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

/** Sends what is due. Safe on several instances at once. Throws only for the database. */
export async function sendPushes(): Promise<void> {
  if (!pushPublicKey()) return;
  for (;;) {
    const messages = await takeMessages();
    await Promise.all(messages.map(deliver));
    if (messages.length < BATCH) return;
  }
}

/**
 * Waits until what was written just now is due, and sends it: for functions, where nothing else
 * comes in time.
 */
export async function sendPushesWhenDue(): Promise<void> {
  await delay(PUSH_AFTER_SECONDS * 1_000);
  await sendPushes();
}

/** Takes some of what is due for this instance (lib/platform/lease.ts). */
async function takeMessages(): Promise<MessageRow[]> {
  const leased = await lease("push_messages", { firstWait: FIRST_WAIT, limit: BATCH });
  if (leased.length === 0) return [];
  // One statement: what is taken back while it is read must not be half there.
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
    ? await sendPush(message, textOf(message), notificationId.replaceAll("-", ""))
    : { kind: "unwanted" as const };
  switch (result.kind) {
    case "sent":
      return noteSent(message);
    case "gone":
      await db().pushSubscription.deleteMany({ where: { id: subscriptionId } });
      return;
    case "retry":
      if (attempts < TRIES_MAX) return result.seconds ? putOff(id, result.seconds) : undefined;
      log().warn({ message: id }, "push given up after many tries");
      break;
    case "rejected":
      log().warn({ message: id }, "push rejected by the service");
      await countRejection(subscriptionId);
      break;
  }
  await db().pushMessage.deleteMany({ where: { id } });
}

/**
 * Remembers when this browser was told of it (lib/notifications/server/write.ts), and that its
 * service works.
 */
async function noteSent({ id, notificationId, subscriptionId }: MessageRow): Promise<void> {
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

/**
 * Leaves a message until its service wants to hear of us again, where that is after the next try
 * would be.
 */
async function putOff(id: string, seconds: number): Promise<void> {
  const nextAttemptAt = later(new Date(), Math.min(seconds, WAIT_MAX), "seconds");
  await db().pushMessage.updateMany({
    where: { id, nextAttemptAt: { lt: nextAttemptAt } },
    data: { nextAttemptAt },
  });
}

/**
 * What the service worker shows (lib/offline/service-worker/push.ts). The tag makes a repetition
 * replace the first.
 */
function textOf({ notificationId, type, custom, message, postId, senderId, senderName }: MessageRow): string {
  const url = postId ? `/post/${postId}` : type === "follow" ? `/profile/${senderId}` : "/notify";
  return JSON.stringify({
    title: APP_NAME,
    body: `${senderName} ${notificationText({ custom, message })}`,
    url,
    tag: notificationId,
  });
}

/** How often due messages are looked for, in milliseconds. */
const EVERY_MS = 5_000;

/** Sends what is due again and again while this process lives. */
export function startPushing(): void {
  if (pushPublicKey()) repeat("push", EVERY_MS, sendPushes);
}

/**
 * Forgets browsers whose session is over, and what was sent so long ago that it may be sent again.
 */
export async function sweepSubscriptions(): Promise<void> {
  await db().sentPush.deleteMany({ where: { sentAt: { lt: ago(PUSH_QUIET_HOURS, "hours") } } });
  const isOver = { OR: [{ revokedAt: { not: null } }, { expiresAt: { lt: new Date() } }] };
  await db().pushSubscription.deleteMany({ where: { session: isOver } });
}
