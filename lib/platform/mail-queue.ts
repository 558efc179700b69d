import "server-only";
import { v7 as uuid } from "uuid";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { type Outgoing, pace } from "@/lib/platform/mail-service";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * The queue of mails in the database, which all instances share: whose turn it is, and what becomes
 * of a mail. What sends them is mail.ts.
 */

/**
 * What leaves first. Within a rank, sites take turns, and each of them sends in order: a site that
 * asks for a thousand codes makes others wait for one of them.
 */
export const MailRank = { knownBrowser: 0, firstCode: 1, other: 2 } as const;
export type MailRank = (typeof MailRank)[keyof typeof MailRank];

type MailState = {
  waiting: number;
  /** Seconds until the next request may leave. */
  pause: number;
  /** Seconds since the first of the failures that go on; 0 while mails can be sent. */
  failing: number;
  sentToday: number;
};

/** How the queue is doing, counting what waits in a rank and those before it. */
export async function mailState(rank: MailRank = MailRank.other): Promise<MailState> {
  const [state] = await db().sql<MailState>`
    SELECT greatest(0, extract(epoch FROM p.next_at - now()))::float8 AS pause,
      coalesce(extract(epoch FROM now() - p.failing_since), 0)::float8 AS failing,
      CASE WHEN p.day = current_date THEN p.sent_today ELSE 0 END AS "sentToday",
      (SELECT count(*)::int FROM outbox_mails WHERE next_attempt_at IS NOT NULL AND rank <= ${rank}) AS waiting
    FROM (SELECT 1) AS one LEFT JOIN mail_pace p ON p.id = 1`;
  return state ?? { waiting: 0, pause: 0, failing: 0, sentToday: 0 };
}

type Waiting = Outgoing & {
  idempotencyKey: string;
  codeId: string | null;
  batch: string;
  attempts: number;
};

/** The part of the day's quota that is reserved for known browsers. */
const RESERVED_SHARE = 0.1;
/** The part of the day's quota at which the log warns. */
const ALARM_SHARE = 0.8;

/**
 * Seconds that a new mail of a rank will wait at most, as far as one can tell; infinite once only
 * the reserved part of the day's quota is left and the rank may not use it.
 */
export async function secondsUntilSent(rank: MailRank): Promise<number> {
  if (env().SENDS_TO_OUTBOX) return 0;
  const { waiting, pause, failing, sentToday } = await mailState(rank);
  const quota = env().MAIL_DAILY_QUOTA;
  if (quota && rank > MailRank.knownBrowser && sentToday >= quota * (1 - RESERVED_SHARE)) {
    return Number.POSITIVE_INFINITY;
  }
  // While nothing waits, a new mail is the one that finds out whether the service works again.
  const { batchMax, gap } = pace();
  return Math.max(pause + (waiting / batchMax) * gap, waiting > 0 ? failing : 0);
}

/** Mails that carry no code are given up after this many hours. */
const GIVEN_UP_HOURS = 24;

/** Deletes mails that no one needs any more; returns the ids of those given up after a day. */
export async function deleteDead(): Promise<string[]> {
  const given = await db().sql<{ id: string; isOld: boolean }>`
    DELETE FROM outbox_mails m WHERE next_attempt_at IS NOT NULL AND (
      created_at < now() - make_interval(hours => ${GIVEN_UP_HOURS})
      OR EXISTS (SELECT 1 FROM one_time_codes c
        WHERE c.id = m.code_id AND (c.consumed_at IS NOT NULL OR c.expires_at <= now())))
    RETURNING id, code_id IS NULL AS "isOld"`;
  return given.filter(({ isOld }) => isOld).map(({ id }) => id);
}

/** The column holds milliseconds, so that a time just written may be a little ahead of `now()`. */
const IS_DUE = Prisma.sql`next_attempt_at <= now() + interval '1 millisecond'`;

/** The longest wait for a slot, in seconds: later ones are left to the next look at the queue. */
const SLOT_WAIT_MAX = 5;

/**
 * Reserves the next request of all instances. Returns the milliseconds until it may leave;
 * undefined when nothing is due, or not soon.
 */
export async function takeSlot(): Promise<number | undefined> {
  const { gap } = pace();
  const [slot] = await db().sql<{ ms: number }>`
    INSERT INTO mail_pace AS p (id, next_at)
    SELECT 1, now() + make_interval(secs => ${gap})
    WHERE EXISTS (SELECT 1 FROM outbox_mails WHERE ${IS_DUE})
    ON CONFLICT (id) DO UPDATE SET next_at = greatest(p.next_at, now()) + make_interval(secs => ${gap})
      WHERE p.next_at <= now() + make_interval(secs => ${SLOT_WAIT_MAX})
    RETURNING (extract(epoch FROM next_at - now()) - ${gap}) * 1000 AS ms`;
  return slot && Math.max(0, Math.ceil(Number(slot.ms)));
}

/**
 * For this long, in seconds, no other instance takes a leased mail: longer than a request takes.
 */
const LEASE_SECONDS = 30;

/**
 * Takes the mails of the next request: a batch whose retry is due, or new ones in the order of
 * `MailRank`.
 */
export async function lease(): Promise<Waiting[]> {
  const retried = await db().sql<Waiting>`
    UPDATE outbox_mails SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE ${IS_DUE} AND batch = (
      SELECT batch FROM outbox_mails WHERE batch IS NOT NULL AND ${IS_DUE}
      ORDER BY rank, next_attempt_at LIMIT 1)
    RETURNING id, "to", subject, text, html, idempotency_key AS "idempotencyKey", code_id AS "codeId", batch, attempts`;
  if (retried.length > 0) return inOrder(retried);
  const batch = uuid();
  const taken = await db().sql<Waiting>`
    WITH waiting AS (
      SELECT id, rank, created_at, row_number() OVER (PARTITION BY rank, site ORDER BY created_at, id) AS turn
      FROM outbox_mails WHERE batch IS NULL AND ${IS_DUE}
    ), next AS MATERIALIZED (
      SELECT id FROM waiting ORDER BY rank, turn, created_at, id LIMIT ${pace().batchMax}
    ), picked AS (
      SELECT id FROM outbox_mails WHERE id IN (SELECT id FROM next) AND batch IS NULL FOR UPDATE SKIP LOCKED
    )
    UPDATE outbox_mails m SET attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}),
      batch = CASE WHEN (SELECT count(*) FROM picked) = 1 THEN m.id ELSE ${batch}::uuid END
    FROM picked WHERE m.id = picked.id
    RETURNING m.id, m."to", m.subject, m.text, m.html, m.idempotency_key AS "idempotencyKey",
      m.code_id AS "codeId", m.batch, m.attempts`;
  return inOrder(taken);
}

/** A retry under the same key has to be the same request. */
const inOrder = (mails: Waiting[]) => mails.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Deletes what was sent, and counts it in the quota of the day. */
export async function markSent(mails: Waiting[]): Promise<void> {
  const codes = mails.map(({ codeId }) => codeId).filter((id) => id !== null);
  await db().outboxMail.deleteMany({ where: { id: { in: mails.map(({ id }) => id) } } });
  await voidOlderCodes(codes);
  const [day] = await db().sql<{ sent: number; wasFailing: boolean }>`
    UPDATE mail_pace p SET failing_since = NULL, day = current_date,
      sent_today = CASE WHEN p.day = current_date THEN p.sent_today ELSE 0 END + ${mails.length}
    FROM (SELECT failing_since FROM mail_pace WHERE id = 1 FOR UPDATE) AS before WHERE p.id = 1
    RETURNING p.sent_today AS sent, before.failing_since IS NOT NULL AS "wasFailing"`;
  if (!day) return;
  warnOfQuota(day.sent - mails.length, day.sent);
  // The service works again: what waits for a retry need not wait any longer.
  if (day.wasFailing)
    await db().sql`
    UPDATE outbox_mails SET next_attempt_at = now() WHERE attempts > 0 AND next_attempt_at > now()`;
}

/** An alarm while there is time to act, and one when only the reserve is left. */
function warnOfQuota(before: number, sent: number): void {
  const quota = env().MAIL_DAILY_QUOTA;
  if (!quota) return;
  for (const share of [ALARM_SHARE, 1 - RESERVED_SHARE]) {
    if (before < quota * share && sent >= quota * share) {
      log().error({ sent, quota }, "the daily quota of mails is running out");
    }
  }
}

/** Notes when the failures began that go on. */
export const markFailing = () =>
  db().sql`UPDATE mail_pace SET failing_since = coalesce(failing_since, now()) WHERE id = 1`;

/** Lets the next request wait for so many seconds. */
export const pauseFor = (seconds: number) => db().sql`
  UPDATE mail_pace SET next_at = greatest(next_at, now() + make_interval(secs => ${seconds})),
    failing_since = coalesce(failing_since, now())
  WHERE id = 1`;

/**
 * Puts mails that were not taken back into the queue, in their old places. Those that an earlier
 * try may have sent keep its key.
 */
export const release = (ids: string[]) => db().sql`
  UPDATE outbox_mails SET batch = CASE WHEN attempts > 1 THEN batch END, attempts = attempts - 1, next_attempt_at = now()
  WHERE id = ANY(${ids}::uuid[])`;

/** Takes mails out of the queue that the service will never take. */
export const discard = (ids: string[]) => db().outboxMail.deleteMany({ where: { id: { in: ids } } });

/** Puts each mail of a batch into a batch of its own. */
export const separate = (ids: string[]) => db().sql`
  UPDATE outbox_mails SET batch = id, next_attempt_at = now() WHERE id = ANY(${ids}::uuid[])`;

/** The longest pause between two tries, in seconds; the first is a second, then twice as long. */
const RETRY_SECONDS_MAX = 30;

/** Tries a batch again after a pause that grows with `attempts`, the tries so far. */
export const retryLater = (ids: string[], attempts: number) => db().sql`
  UPDATE outbox_mails SET next_attempt_at = now() + make_interval(secs => ${Math.min(RETRY_SECONDS_MAX, 2 ** (attempts - 1))})
  WHERE id = ANY(${ids}::uuid[])`;

/** How many of the codes that a browser asked for work at the same time: the last ones. */
export const LIVE_CODES = 2;

/**
 * Voids the codes of the browsers that asked for these that are older than their last two. Codes
 * that others asked for without a cookie from the same network address stay valid in their own
 * browsers, but only the last two of them are what a caller without a cookie means. Called once a
 * mail is on its way: codes whose mail still waits void no other.
 */
export async function voidOlderCodes(ids: string[]): Promise<void> {
  // Ordered by creation time as in look-ups. The id alone is not enough: it is made before the slow
  // hash, so two requests at once may swap.
  const newer = Prisma.sql`ORDER BY created_at DESC, id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING`;
  await db().sql`
    WITH codes AS (
      SELECT c.*, NOT EXISTS (
        SELECT FROM outbox_mails m WHERE m.code_id = c.id AND m.next_attempt_at IS NOT NULL) AS is_sent
      FROM one_time_codes c
      WHERE consumed_at IS NULL AND mailbox IN (SELECT mailbox FROM one_time_codes WHERE id = ANY(${ids}::uuid[]))
    ), counted AS (
      SELECT id,
        count(*) FILTER (WHERE is_sent) OVER (PARTITION BY mailbox, browser ${newer}) AS newer_of_browser,
        count(*) FILTER (WHERE is_sent) OVER (PARTITION BY mailbox, network ${newer}) AS newer_of_network
      FROM codes)
    UPDATE one_time_codes c
    SET consumed_at = CASE WHEN newer_of_browser >= ${LIVE_CODES} THEN now() END,
      network = CASE WHEN newer_of_network < ${LIVE_CODES} THEN network END
    FROM counted WHERE c.id = counted.id
      AND (newer_of_browser >= ${LIVE_CODES} OR network IS NOT NULL AND newer_of_network >= ${LIVE_CODES})`;
}
