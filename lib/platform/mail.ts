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
  deleteDead,
  discard,
  lease,
  MailRank,
  mailState,
  markFailing,
  markSent,
  pauseFor,
  release,
  retryLater,
  separate,
  takeSlot,
} from "@/lib/platform/mail-queue";
import { type Message, type Rejection, sendToService } from "@/lib/platform/mail-service";
import { type MailOutcome, sendSignal } from "@/lib/platform/signals";

/**
 * Mail leaves through a queue in the database: a mail service takes a few requests a second, and a
 * campus asks for its codes in the same minute. Any instance sends what waits, all of them together
 * at MAIL_RATE. In embedded mode and on previews mails stay in the table, read at /dev/outbox.
 */

// ─── Writing ────────────────────────────────────────────────────────────────────────────────────

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
 * the pace allows. It is tried for a day, or as long as its code lives. A second one with the same
 * key is not sent. Throws only what the database throws.
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

/** How the idempotency key of a mail begins that names a person to others; it goes with them. */
export const mailAbout = (personId: string) => `about-${personId}-`;

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

/** Returns false when nothing is due or the pace allows no request soon. */
async function sendNextBatch(): Promise<boolean> {
  const old = await deleteDead();
  if (old.length > 0) log().error({ mails: old }, "mails given up after a day");
  count("given_up", old.length);
  const wait = await takeSlot();
  if (wait === undefined) return false;
  await delay(wait);
  // Taken only now, so that a mail queued since has its turn.
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
        await discard(rejected);
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
      // One of several may be the reason.
      await (mails.length === 1 ? discard(ids) : separate(ids));
      return true;
  }
}

/** For metrics: what became of mails at the service that sends them. */
function count(outcome: MailOutcome, mails: number): void {
  if (mails > 0) sendSignal("mail", { host: env().SMTP_URL ? "smtp" : "resend", outcome, count: mails });
}

// ─── Reading the outbox ─────────────────────────────────────────────────────────────────────────

export type SentMail = Message & { createdAt: Date };

/** The outbox, newest first, at most 100 mails. Throws `not_found` in production. */
export async function listOutbox(to?: string): Promise<SentMail[]> {
  if (!env().HAS_OUTBOX) throw notFoundError();
  return db().outboxMail.findMany({
    where: to ? { to: to.trim().toLowerCase() } : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 100,
    select: { to: true, subject: true, text: true, html: true, createdAt: true },
  });
}
