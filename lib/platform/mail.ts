import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { waitUntil } from "@/lib/platform/after-response";
import { repeat } from "@/lib/platform/clock";
import { afterCommit, db, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { notFoundError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import {
  type Message,
  type Outgoing,
  pace,
  type Rejection,
  sendToService,
} from "@/lib/platform/mail-service";
import { type MailOutcome, sendSignal } from "@/lib/platform/signals";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Mail leaves through a queue in the database: a mail service takes a few requests a second, and a
 * campus asks for its codes in the same minute. Any instance sends what waits, all of them together
 * at MAIL_RATE. In embedded mode and on previews mails stay in the table, read at /dev/outbox.
 */

// ─── Writing ────────────────────────────────────────────────────────────────────────────────────

/**
 * What leaves first. Within a rank, sites take turns, and each of them sends in order: a site that
 * asks for a thousand codes makes others wait for one of them.
 */
export const MailRank = { knownBrowser: 0, firstCode: 1, other: 2 } as const;
type MailRank = (typeof MailRank)[keyof typeof MailRank];

export type Mail = Message & {
  /** One mail is sent per key, even when it is retried. */
  idempotencyKey: string;
  rank?: MailRank;
  /** A keyed hash of the site that asked for it. */
  site?: string;
  /** The code in it: the mail is not sent once that is void. */
  codeId?: string;
};

/**
 * Queues one mail, in the transaction of what it announces if there is one, and sends it as soon as
 * the pace allows. It is tried for a day, or as long as its code lives. A second
 * one with the same key is not sent. Throws only what the database throws.
 */
export async function sendMail(mail: Mail, tx?: Tx): Promise<void> {
  const { to, subject, text, html, idempotencyKey, rank = MailRank.other, site = null, codeId = null } = mail;
  const stays = env().SENDS_TO_OUTBOX;
  await (tx ?? db()).sql`
    INSERT INTO outbox_mails (id, "to", subject, text, html, idempotency_key, rank, site, code_id, next_attempt_at)
    VALUES (${uuid()}::uuid, ${to}, ${subject}, ${text}, ${html}, ${idempotencyKey}, ${rank}, ${site}, ${codeId}::uuid,
      CASE WHEN ${stays} THEN NULL ELSE now() END)
    ON CONFLICT (idempotency_key) DO NOTHING`;
  if (stays) return;
  if (tx) afterCommit(tx, wake);
  else wake();
}

/**
 * Voids the older codes of the browsers that asked for these. Codes that others asked for without a
 * cookie from the same network address stay valid in their own browsers, but are no longer what a
 * caller without a cookie means. Called once a mail is on its way: until then the last code works.
 */
export async function voidOlderCodes(ids: string[]): Promise<void> {
  // Ordered by creation time as in look-ups. The id alone is not enough: it is made before the slow
  // hash, so two requests at once may swap.
  await db().sql`
    UPDATE one_time_codes AS older
    SET network = NULL, consumed_at = CASE WHEN older.browser = newer.browser THEN now() END
    FROM one_time_codes AS newer
    WHERE (newer.id = ANY(${ids}::uuid[])
        -- A newer one that was committed earlier, when this one could not be seen yet.
        OR older.id = ANY(${ids}::uuid[]) AND newer.consumed_at IS NULL AND NOT EXISTS (
          SELECT FROM outbox_mails m WHERE m.code_id = newer.id AND m.next_attempt_at IS NOT NULL))
      AND older.mailbox = newer.mailbox AND older.consumed_at IS NULL
      AND (older.browser = newer.browser OR older.network = newer.network)
      AND (older.created_at, older.id) < (newer.created_at, newer.id)`;
}

/** The part of the day's quota that is reserved for known browsers. */
const RESERVED_SHARE = 0.1;
/** The part of the day's quota at which the log warns. */
const ALARM_SHARE = 0.8;

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

// ─── Sending ────────────────────────────────────────────────────────────────────────────────────

/** How often to look for retries, and for what an instance left that ended. */
const INTERVAL_MS = 5_000;

/** Sends what waits at an interval, for the lifetime of this process. */
export function startMailing(): void {
  if (!env().SENDS_TO_OUTBOX) repeat("mail", INTERVAL_MS, sendMails);
}

let running: Promise<void> | undefined;
let isWanted = false;

/**
 * Sends what waits, until nothing is due or the service wants a pause. Several instances may run it
 * at once. Throws only when the database fails.
 */
export function sendMails(): Promise<void> {
  if (env().SENDS_TO_OUTBOX) return Promise.resolve();
  isWanted = true;
  running ??= sendWhileWanted();
  return running;
}

async function sendWhileWanted(): Promise<void> {
  try {
    // What comes while the last request is under way may miss its look at the queue.
    while (isWanted) {
      isWanted = false;
      while (await sendNextBatch());
    }
  } finally {
    running = undefined;
  }
}

function wake(): void {
  waitUntil(env().VERCEL ? sendWithRetries() : sendMails());
}

/** Rounds a function makes, which has no timers, before it leaves retries to the next request. */
const FUNCTION_ROUNDS = 3;

async function sendWithRetries(): Promise<void> {
  for (let round = 1; ; round++) {
    await sendMails();
    const hasMore = round < FUNCTION_ROUNDS && (await mailState()).waiting > 0;
    if (!hasMore) return;
    await delay(INTERVAL_MS);
  }
}

type Waiting = Outgoing & {
  idempotencyKey: string;
  codeId: string | null;
  batch: string;
  attempts: number;
};

/** Returns false when nothing is due or the pace allows no request soon. */
async function sendNextBatch(): Promise<boolean> {
  await dropDead();
  const wait = await takeSlot();
  if (wait === undefined) return false;
  await delay(wait);
  // Taken only now, so that a mail queued meanwhile has its turn.
  const mails = await lease();
  const [first] = mails;
  if (!first) return true;
  const key = mails.length === 1 && first.batch === first.id ? first.idempotencyKey : `batch-${first.batch}`;
  const result = await sendToService(mails, key);
  const ids = mails.map(({ id }) => id);
  switch (result.kind) {
    case "sent": {
      const idsOf = (rejections: Rejection[]) => rejections.flatMap(({ index }) => ids[index] ?? []);
      const [rejected, later] = [idsOf(result.rejected), idsOf(result.later)];
      await markSent(mails.filter(({ id }) => !rejected.includes(id) && !later.includes(id)));
      count("sent", mails.length - rejected.length - later.length);
      count("rejected", rejected.length);
      count("retried", later.length);
      if (rejected.length > 0) {
        log().warn({ mails: rejected, reason: result.rejected[0]?.reason }, "mails rejected by the service");
        await db().outboxMail.deleteMany({ where: { id: { in: rejected } } });
      }
      if (later.length > 0) {
        log().warn({ mails: later, reason: result.later[0]?.reason }, "mails put off, will be retried");
        await retryLater(later, first.attempts);
      }
      return true;
    }
    case "wait":
      count("retried", mails.length);
      log().warn({ reason: result.reason, seconds: result.seconds }, "the mail service wants a pause");
      await pauseFor(result.seconds);
      await release(ids);
      return true;
    case "unconfirmed":
      count("retried", mails.length);
      log().warn({ reason: result.reason, attempts: first.attempts }, "mail not confirmed, will be retried");
      await markFailing();
      await retryLater(ids, first.attempts);
      return true;
    case "rejected":
      log().warn({ reason: result.reason, mails: ids }, "mail rejected by the service");
      count(mails.length === 1 ? "rejected" : "retried", mails.length);
      if (mails.length === 1) await db().outboxMail.deleteMany({ where: { id: { in: ids } } });
      // One of them may be the reason: each has to do alone.
      else
        await db().sql`
        UPDATE outbox_mails SET batch = id, next_attempt_at = now() WHERE id = ANY(${ids}::uuid[])`;
      return true;
  }
}

/** Mails that carry no code are given up after this many hours. */
const GIVEN_UP_HOURS = 24;

/** Deletes mails that no one needs any more. */
async function dropDead(): Promise<void> {
  const given = await db().sql<{ id: string; isOld: boolean }>`
    DELETE FROM outbox_mails m WHERE next_attempt_at IS NOT NULL AND (
      created_at < now() - make_interval(hours => ${GIVEN_UP_HOURS})
      OR EXISTS (SELECT 1 FROM one_time_codes c
        WHERE c.id = m.code_id AND (c.consumed_at IS NOT NULL OR c.expires_at <= now())))
    RETURNING id, code_id IS NULL AS "isOld"`;
  const old = given.filter(({ isOld }) => isOld).map(({ id }) => id);
  if (old.length > 0) log().error({ mails: old }, "mails given up after a day");
  count("given_up", old.length);
}

/** For metrics: what became of mails at the service that sends them. */
function count(outcome: MailOutcome, mails: number): void {
  if (mails > 0) sendSignal("mail", { host: env().SMTP_URL ? "smtp" : "resend", outcome, count: mails });
}

/** The column holds milliseconds, so that a time just written may be a little ahead of `now()`. */
const IS_DUE = Prisma.sql`next_attempt_at <= now() + interval '1 millisecond'`;

/** The longest wait for a slot, in seconds: later ones are left to the next look at the queue. */
const SLOT_WAIT_MAX = 5;

/**
 * Reserves the next request of all instances. Returns the milliseconds until it may leave;
 * undefined when nothing is due, or not soon.
 */
async function takeSlot(): Promise<number | undefined> {
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
async function lease(): Promise<Waiting[]> {
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

async function markSent(mails: Waiting[]): Promise<void> {
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

const markFailing = () =>
  db().sql`UPDATE mail_pace SET failing_since = coalesce(failing_since, now()) WHERE id = 1`;

const pauseFor = (seconds: number) => db().sql`
  UPDATE mail_pace SET next_at = greatest(next_at, now() + make_interval(secs => ${seconds})),
    failing_since = coalesce(failing_since, now())
  WHERE id = 1`;

/**
 * Puts mails that were not taken back into the queue, in their old places. Those that an earlier
 * try may have sent keep its key.
 */
const release = (ids: string[]) => db().sql`
  UPDATE outbox_mails SET batch = CASE WHEN attempts > 1 THEN batch END, attempts = attempts - 1, next_attempt_at = now()
  WHERE id = ANY(${ids}::uuid[])`;

/** The longest pause between two tries, in seconds; the first is a second, then twice as long. */
const RETRY_SECONDS_MAX = 30;

const retryLater = (ids: string[], attempts: number) => db().sql`
  UPDATE outbox_mails SET next_attempt_at = now() + make_interval(secs => ${Math.min(RETRY_SECONDS_MAX, 2 ** (attempts - 1))})
  WHERE id = ANY(${ids}::uuid[])`;

// ─── Reading the outbox ─────────────────────────────────────────────────────────────────────────

export type SentMail = Message & { createdAt: Date };

/**
 * The outbox, newest first, at most 100 mails. Throws `not_found` in production.
 */
export async function listOutbox(to?: string): Promise<SentMail[]> {
  if (!env().HAS_OUTBOX) throw notFoundError();
  return db().outboxMail.findMany({
    where: to ? { to: to.trim().toLowerCase() } : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 100,
    select: { to: true, subject: true, text: true, html: true, createdAt: true },
  });
}
