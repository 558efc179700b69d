import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import type { Viewer } from "@/lib/auth/access";
import { SUBSCRIPTIONS_MAX, type SubscriptionBody } from "@/lib/notifications/contract";
import { notificationText } from "@/lib/notifications/messages";
import { db, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { arePushKeys, isPushService, pushPublicKey, sendPush } from "@/lib/platform/web-push";
import { APP_NAME } from "@/lib/product";

/**
 * Push: what is to be told waits in an outbox, written with the notification itself. Any instance sends it; a message
 * that one has taken is left alone by the others.
 */

/** Remembers the viewer's browser, for as long as the session lasts. Throws `validation`, and `not_found` where push is off. */
export async function subscribe(viewer: Viewer, { endpoint, keys }: SubscriptionBody): Promise<void> {
  if (!pushPublicKey()) throw new ApiError("not_found", "Push notifications are not set up here.");
  if (!isPushService(endpoint)) throw new ApiError("validation", "That is no push service we know.");
  const [p256dh, auth] = [Buffer.from(keys.p256dh, "base64url"), Buffer.from(keys.auth, "base64url")];
  if (!arePushKeys(p256dh, auth)) throw new ApiError("validation", "Those are no keys of a browser.");
  await transaction(async (tx) => {
    // A browser belongs to who is signed in there now, and what somebody else was to be told there is not told.
    await tx.pushSubscription.deleteMany({ where: { endpoint, userId: { not: viewer.id } } });
    await tx.$executeRaw`
      INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
      VALUES (${uuid()}::uuid, ${viewer.id}::uuid, ${viewer.sessionId}::uuid, ${endpoint}, ${p256dh}, ${auth})
      ON CONFLICT (endpoint) DO UPDATE
        SET session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, rejections = 0,
          created_at = now()`;
    await tx.$executeRaw`
      DELETE FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE user_id = ${viewer.id}::uuid
        ORDER BY created_at DESC, id DESC OFFSET ${SUBSCRIPTIONS_MAX})`;
  });
}

/** Forgets the viewer's browser; one that is not known is forgotten already. */
export async function unsubscribe(viewer: Viewer, endpoint: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { endpoint, userId: viewer.id } });
}

/** A browser is told after so many seconds: by then a like by mistake is taken back, and who is there has seen it. */
export const PUSH_AFTER_SECONDS = 5;
/** For so long after a push, in hours, the same like or join is not pushed again, however often it is taken back. */
export const PUSH_QUIET_HOURS = 24;
/** For so long after a push, in minutes, further comments of that person under that post wait and are one push. */
export const COMMENT_QUIET_MINUTES = 15;

/** Messages taken at once. */
const BATCH = 20;
/** For so long, in seconds, a message that was taken is left alone: longer than any sending takes. */
const TAKEN_SECONDS = 60;
/** Waits between the tries, in seconds: 30, doubled each time up to an hour. After the last one it is given up. */
const WAIT_SECONDS = 30;
const WAIT_MAX_SECONDS = 3_600;
const TRIES_MAX = 8;
/** A browser whose push service rejects so many messages in a row is forgotten: it will not take the next one either. */
const REJECTIONS_MAX = 5;

type Message = {
  id: string;
  attempts: number;
  subscriptionId: string;
  notificationId: string;
  /** False when there is nothing to tell any more: seen or deleted meanwhile, switched off, or signed out. */
  wanted: boolean;
  name: string;
  message: string;
  custom: boolean;
  postId: string | null;
  type: string;
  senderId: string;
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

/** Waits until what was written just now is due, and sends it: for functions, where nothing else comes in time. */
export async function sendPushesWhenDue(): Promise<void> {
  await delay(PUSH_AFTER_SECONDS * 1_000);
  await sendPushes();
}

async function takeMessages(): Promise<Message[]> {
  return db().$queryRaw<Message[]>`
    WITH taken AS (
      UPDATE push_messages SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${TAKEN_SECONDS})
      WHERE id IN (
        SELECT id FROM push_messages WHERE next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, attempts, subscription_id, notification_id
    )
    SELECT t.id::text AS id, t.attempts, s.id::text AS "subscriptionId", n.id::text AS "notificationId",
      NOT n.seen AND n.deleted_at IS NULL AND r.is_active AND p.is_active AND o.revoked_at IS NULL AND o.expires_at > now()
        AND CASE WHEN n.custom_type IS NULL THEN n.type <> ALL (r.muted_notifications) ELSE NOT r.muted_custom END
        AS wanted,
      p.name, n.message, n.custom_type IS NOT NULL AS custom, n.post_id::text AS "postId", n.type::text AS type, n.sender_id::text AS "senderId",
      s.endpoint, s.p256dh, s.auth
    FROM taken t
    JOIN notifications n ON n.id = t.notification_id
    JOIN users p ON p.id = n.sender_id
    JOIN push_subscriptions s ON s.id = t.subscription_id
    JOIN users r ON r.id = s.user_id
    JOIN sessions o ON o.id = s.session_id`;
}

async function deliver(message: Message): Promise<void> {
  const result = message.wanted
    ? await sendPush(message, wordsOf(message), message.notificationId.replaceAll("-", ""))
    : { kind: "unwanted" as const };
  switch (result.kind) {
    case "sent":
      return noteSent(message);
    case "gone":
      await db().pushSubscription.deleteMany({ where: { id: message.subscriptionId } });
      return;
    case "later":
      if (message.attempts < TRIES_MAX) return putOff(message, result.seconds);
      log().warn({ message: message.id }, "push given up after many tries");
      break;
    case "refused":
      log().warn({ message: message.id }, "push refused by the service");
      await countRejection(message);
      break;
  }
  await db().pushMessage.deleteMany({ where: { id: message.id } });
}

/** Remembers when this browser was told of it (lib/notifications/service/write.ts), and that its service works. */
async function noteSent({ id, notificationId, subscriptionId }: Message): Promise<void> {
  await db().$executeRaw`
    WITH done AS (DELETE FROM push_messages WHERE id = ${id}::uuid),
    works AS (UPDATE push_subscriptions SET rejections = 0 WHERE id = ${subscriptionId}::uuid AND rejections > 0)
    INSERT INTO sent_pushes (notification_id, subscription_id)
    SELECT ${notificationId}::uuid, id FROM push_subscriptions WHERE id = ${subscriptionId}::uuid
    ON CONFLICT (notification_id, subscription_id) DO UPDATE SET sent_at = now()`;
}

async function countRejection({ subscriptionId }: Message): Promise<void> {
  await db().$executeRaw`
    UPDATE push_subscriptions SET rejections = rejections + 1 WHERE id = ${subscriptionId}::uuid`;
  await db().pushSubscription.deleteMany({
    where: { id: subscriptionId, rejections: { gte: REJECTIONS_MAX } },
  });
}

async function putOff({ id, attempts }: Message, asked: number | undefined): Promise<void> {
  const own = WAIT_SECONDS * 2 ** (attempts - 1);
  const seconds = Math.min(Math.max(own, asked ?? 0), WAIT_MAX_SECONDS);
  await db().$executeRaw`
    UPDATE push_messages SET next_attempt_at = now() + make_interval(secs => ${seconds}) WHERE id = ${id}::uuid`;
}

/** What the service worker shows (lib/offline/service-worker/push.ts). The tag makes a repetition replace the first. */
function wordsOf({ name, message, custom, postId, type, senderId, notificationId }: Message): string {
  const url = postId ? `/post/${postId}` : type === "follow" ? `/profile/${senderId}` : "/notify";
  return JSON.stringify({
    title: APP_NAME,
    body: `${name} ${notificationText({ custom, message })}`,
    url,
    tag: notificationId,
  });
}

/** How often due messages are looked for, in milliseconds. */
const EVERY_MS = 5_000;

/** Sends what is due again and again while this process lives; the timer does not keep it alive. */
export function startPushing(): void {
  if (!pushPublicKey()) return;
  let busy = false;
  setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      await sendPushes();
    } catch (error) {
      log().warn({ err: error }, "push failed, will be tried again");
    }
    busy = false;
  }, EVERY_MS).unref();
}

/** Forgets browsers whose session is over, and what was sent so long ago that it may be sent again. */
export async function sweepSubscriptions(): Promise<void> {
  await db().$executeRaw`
    DELETE FROM sent_pushes WHERE sent_at < now() - make_interval(hours => ${PUSH_QUIET_HOURS})`;
  await db().$executeRaw`
    DELETE FROM push_subscriptions s USING sessions o
    WHERE o.id = s.session_id AND (o.revoked_at IS NOT NULL OR o.expires_at < now())`;
}
