import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { isNotified } from "@/lib/audience/server/people";
import { isOfOpenPost, quotedText } from "@/lib/notifications/server/preferences";
import { type PushContent, pushText } from "@/lib/notifications/server/push-text";
import { commentPath, conversationPath, DECISIONS, MODERATION, NOTIFICATIONS, REPORTS } from "@/lib/paths";
import { addTime, repeat } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { lease } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { type PushOutcome, sendSignal } from "@/lib/platform/signals";
import { pushPublicKey, pushServiceOf, sendPush } from "@/lib/platform/web-push";
import { APP_NAME } from "@/lib/product";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Web push. Pushes wait in an outbox, written in the transaction of the notification or the message
 * they are about. Any instance may send them; a lease stops two instances from sending the same
 * one.
 */

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

/** Pushes leased at a time. */
const BATCH = 20;
/** Seconds until the first retry: longer than any request takes. */
const FIRST_RETRY_SECONDS = 30;
const ATTEMPTS_MAX = 8;
/** The longest delay a push service may ask for. */
const RETRY_SECONDS_MAX = 3_600;
/** A subscription is deleted after this many rejected messages in a row. */
const REJECTIONS_MAX = 5;

/** A push with everything needed to send it. */
type MessageRow = PushContent & {
  id: string;
  attempts: number;
  /**
   * False once what it is about is seen, deleted or muted, the list was viewed, or a person or the
   * session is gone.
   */
  isWanted: boolean;
  /** The notification or the conversation. */
  subjectId: string;
  postId: string | null;
  commentId: string | null;
  senderId: string;
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

/** Whether a receiver `r` reads what people wrote in pushes; a minor does not. */
const showsText = Prisma.sql`(r.shows_message_text AND r.is_adult IS TRUE)`;

/** Leases some due messages for this instance (lib/platform/locks.ts). */
async function leaseMessages(): Promise<MessageRow[]> {
  const leased = await lease("push_messages", { firstWait: FIRST_RETRY_SECONDS, limit: BATCH });
  if (leased.length === 0) return [];
  // One statement, so that a concurrent deletion is seen entirely or not at all.
  const ids = leased.map(({ id }) => id);
  return db().sql<MessageRow>`
    SELECT m.id, m.attempts,
      NOT n.seen AND (r.notifications_viewed_at IS NULL OR n.created_at > r.notifications_viewed_at) AND n.deleted_at IS NULL AND o.revoked_at IS NULL AND o.expires_at > now()
        AND CASE WHEN n.custom_type IS NULL THEN n.type <> ALL (r.muted_notifications) ELSE NOT r.muted_custom AND r.is_adult IS NOT FALSE END
        AND ${isNotified} AND ${isOfOpenPost(Prisma.sql`r.id`)} AND CASE WHEN r.muted_pattern IS NULL THEN true
          ELSE (fold_name(${quotedText}) ~ r.muted_pattern) IS NOT TRUE END AS "isWanted",
      n.id AS "subjectId", n.type::text AS type, n.custom_type IS NOT NULL AS custom, n.message,
      ${showsText} AS "showsText", r.is_adult IS NOT TRUE AS "hidesWords",
      n.post_id AS "postId", n.comment_id AS "commentId", p.id AS "senderId", p.name AS "senderName",
      s.id AS "subscriptionId", s.endpoint, s.p256dh, s.auth
    FROM push_messages m
    JOIN notifications n ON n.id = m.notification_id
    JOIN users p ON p.id = n.sender_id
    JOIN push_subscriptions s ON s.id = m.subscription_id
    JOIN users r ON r.id = s.user_id
    JOIN sessions o ON o.id = s.session_id
    WHERE m.id = ANY(${ids}::uuid[])
    UNION ALL
    SELECT m.id, m.attempts,
      p.id IS NOT NULL AND w.box = 'inbox' AND NOT r.muted_messages AND ${isNotified}
        AND o.revoked_at IS NULL AND o.expires_at > now(),
      w.conversation_id, 'message', false, t.text, ${showsText}, r.is_adult IS NOT TRUE, t.post_id, NULL, p.id, p.name, s.id, s.endpoint, s.p256dh, s.auth
    FROM push_messages m
    JOIN push_subscriptions s ON s.id = m.subscription_id
    JOIN users r ON r.id = s.user_id
    JOIN conversation_participants w ON w.conversation_id = m.conversation_id AND w.person_id = r.id
    JOIN sessions o ON o.id = s.session_id
    LEFT JOIN LATERAL (
      SELECT * FROM messages
      WHERE conversation_id = w.conversation_id AND seq > greatest(w.seen_seq, w.hidden_seq)
        AND sender_id <> r.id AND deleted_at IS NULL AND withheld_at IS NULL
      ORDER BY seq DESC LIMIT 1
    ) t ON true
    LEFT JOIN users p ON p.id = t.sender_id AND p.is_active
    WHERE m.id = ANY(${ids}::uuid[])`;
}

async function deliver(message: MessageRow): Promise<void> {
  const { id, attempts, subjectId, subscriptionId } = message;
  const result = message.isWanted
    ? await sendPush(message, payloadOf(message), subjectId.replaceAll("-", ""))
    : { kind: "unwanted" as const };
  const count = (outcome: PushOutcome) =>
    sendSignal("push", { service: pushServiceOf(message.endpoint), outcome });
  switch (result.kind) {
    case "sent":
      count("sent");
      return markSent(message);
    case "gone":
      count("gone");
      await db().pushSubscription.deleteMany({ where: { id: subscriptionId } });
      return;
    case "retry":
      if (attempts < ATTEMPTS_MAX) {
        count("retried");
        return result.seconds ? postpone(id, result.seconds) : undefined;
      }
      count("given_up");
      log().warn({ message: id }, "push abandoned after many attempts");
      break;
    case "rejected":
      count("rejected");
      log().warn({ message: id }, "push rejected by the service");
      await countRejection(subscriptionId);
      break;
  }
  await db().pushMessage.deleteMany({ where: { id, attempts } });
}

/**
 * Resets the browser's rejections, and records when it got the push, for the quiet periods in
 * lib/notifications/server/write.ts. Messages have none. A push that was queued again since,
 * for another message or comment, stays, and that of a comment waits for the quiet period.
 */
async function markSent({ id, attempts, type, subjectId, subscriptionId }: MessageRow): Promise<void> {
  await transaction(async (tx) => {
    const done = await tx.pushMessage.deleteMany({ where: { id, attempts } });
    const { count } = await tx.pushSubscription.updateMany({
      where: { id: subscriptionId },
      data: { rejections: 0 },
    });
    if (count === 0 || type === "message") return;
    const sent = { notificationId: subjectId, subscriptionId };
    const sentAt = new Date();
    if (done.count === 0) {
      const nextAttemptAt = addTime(sentAt, COMMENT_QUIET_MINUTES, "minutes");
      await tx.pushMessage.updateMany({ where: { id }, data: { nextAttemptAt } });
    }
    await tx.sentPush.upsert({
      where: { notificationId_subscriptionId: sent },
      create: { ...sent, sentAt },
      update: { sentAt },
    });
  });
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
  const { subjectId, type } = row;
  return JSON.stringify({
    title: APP_NAME,
    body: pushText(row),
    url: URLS[type](row),
    tag: subjectId,
  });
}

function postUrl({ postId, commentId }: MessageRow): string {
  if (!postId) return NOTIFICATIONS;
  return commentId ? commentPath(postId, commentId) : `/post/${postId}`;
}

/** What a push opens. One sent by hand is stored as a comment, perhaps without a post. */
const URLS: Record<MessageRow["type"], (row: MessageRow) => string> = {
  like: postUrl,
  comment: postUrl,
  reply: postUrl,
  comment_like: postUrl,
  mention: postUrl,
  follow: ({ senderId }) => `/profile/${senderId}`,
  message: ({ subjectId }) => conversationPath(subjectId),
  report: () => REPORTS,
  moderation: () => DECISIONS,
  case: () => MODERATION,
  affiliation: ({ senderId }) => `/profile/${senderId}`,
};

/** How often to look for due messages. */
const INTERVAL_MS = 5_000;

/** Sends due messages at an interval for the lifetime of this process. */
export function startPushing(): void {
  if (pushPublicKey()) repeat("push", INTERVAL_MS, sendPushes);
}
