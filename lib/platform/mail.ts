import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { Resend } from "resend";
import { v7 as uuid } from "uuid";
import { TimedOut, withTimeout } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/**
 * Mail: Resend in production; in embedded mode and on previews an outbox in the database, read at
 * /dev/outbox.
 */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The service sends one mail per key, even when a request is retried. */
  idempotencyKey: string;
};

/**
 * Timeouts of the two attempts, in milliseconds: with both, the caller still answers within 10 s.
 */
const ATTEMPT_TIMEOUTS_MS = [5_000, 3_000];
/** Pause between attempts, in milliseconds: Resend limits requests per second. */
const PAUSE_MS = 600;

/**
 * Sends one mail, once. A failed attempt is retried under the same key. Throws `provider_failed`
 * (502) when the service rejects it or times out; `mayStillArrive` distinguishes the two.
 */
export async function sendMail(mail: Mail): Promise<void> {
  if (env().SENDS_TO_OUTBOX) {
    await db().outboxMail.createMany({ data: [{ id: uuid(), ...mail }], skipDuplicates: true });
    return;
  }
  const failures: MailFailure[] = [];
  for (const timeout of ATTEMPT_TIMEOUTS_MS) {
    if (failures.length > 0) await delay(PAUSE_MS);
    const failure = await sendWithResend(mail, timeout);
    if (!failure) return;
    failures.push(failure);
    if (failure.isFinal) break;
  }
  const cause = failures.find(({ isRejection }) => !isRejection) ?? failures[0];
  log().warn({ err: cause, attempts: failures.length }, "mail not sent");
  throw new ApiError("provider_failed", "We couldn't send the email. Please try again in a moment.", {
    cause,
  });
}

/**
 * True if the mail may still arrive after `sendMail` failed, because the service gave no answer.
 */
export function mayStillArrive(error: unknown): boolean {
  return error instanceof ApiError && error.cause instanceof MailFailure && !error.cause.isRejection;
}

class MailFailure extends Error {
  override name = "MailFailure";

  constructor(
    message: string,
    /** The service answered that it rejects the mail. */
    readonly isRejection: boolean,
    /** A retry would get the same answer. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}

async function sendWithResend(
  { idempotencyKey, ...mail }: Mail,
  timeout: number,
): Promise<MailFailure | undefined> {
  const baseUrl = env().RESEND_BASE_URL;
  const resend = new Resend(env().RESEND_API_KEY, baseUrl ? { baseUrl } : undefined);
  try {
    const sending = resend.emails.send({ from: env().MAIL_FROM, ...mail }, { idempotencyKey });
    const { error, headers } = await withTimeout(timeout, sending);
    if (!error) return undefined;
    // Without headers there was no answer: the connection failed.
    const status = error.statusCode ?? 0;
    const isFinal = status >= 400 && status < 500 && status !== 409 && status !== 429;
    return new MailFailure(`${error.name}: ${error.message}`, headers !== null, isFinal);
  } catch (error) {
    if (!(error instanceof TimedOut)) throw error;
    return new MailFailure("The mail service did not answer in time.", false);
  }
}

/** In milliseconds. */
const CHECK_TIMEOUT_MS = 4_000;

/**
 * Resolves when the mail service is reachable. Any response counts, because a send-only key may not
 * query more. The outbox works whenever the database does. Throws what `fetch` throws.
 */
export async function checkMail(): Promise<void> {
  if (env().SENDS_TO_OUTBOX) return;
  const address = env().RESEND_BASE_URL ?? "https://api.resend.com";
  await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(CHECK_TIMEOUT_MS), cache: "no-store" });
}

export type SentMail = { to: string; subject: string; text: string; html: string; createdAt: Date };

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
