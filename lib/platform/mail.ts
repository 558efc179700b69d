import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { Resend } from "resend";
import { v7 as uuid } from "uuid";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { TimedOut, withTimeout } from "@/lib/platform/with-timeout";

/** Mail: Resend in production; in embedded mode an outbox in the database, read at /dev/outbox. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same key never makes a second mail, also when a try is repeated. */
  idempotencyKey: string;
};

/**
 * Longest waits for the mail service, in milliseconds: with both tries its caller answers within 10
 * s.
 */
const TRY_TIMEOUTS = [5_000, 3_000];
/** Between two tries: Resend counts calls by the second. */
const PAUSE = 600;

/**
 * Sends one mail, once. A try that failed is repeated under the same key. Throws `provider_failed`
 * (502) when the service rejects it or hangs; `mayBeOnItsWay` tells which.
 */
export async function sendMail(mail: Mail): Promise<void> {
  if (env().EMBEDDED && !env().RESEND_API_KEY) {
    await db().outboxMail.createMany({ data: [{ id: uuid(), ...mail }], skipDuplicates: true });
    return;
  }
  const failures: MailFailure[] = [];
  for (const timeout of TRY_TIMEOUTS) {
    if (failures.length > 0) await delay(PAUSE);
    const failure = await sendWithResend(mail, timeout);
    if (!failure) return;
    failures.push(failure);
    if (failure.isFinal) break;
  }
  const cause = failures.find(({ isRejection }) => !isRejection) ?? failures[0];
  log().warn({ err: cause, tries: failures.length }, "mail not sent");
  throw new ApiError("provider_failed", "We couldn't send the email. Please try again in a moment.", {
    cause,
  });
}

/**
 * True for a failure of `sendMail` after which the mail may arrive all the same: the service gave
 * no answer.
 */
export function mayBeOnItsWay(error: unknown): boolean {
  return error instanceof ApiError && error.cause instanceof MailFailure && !error.cause.isRejection;
}

class MailFailure extends Error {
  override name = "MailFailure";

  constructor(
    message: string,
    /** The service answered that it did not take the mail. */
    readonly isRejection: boolean,
    /** Another try would be answered the same. */
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
    // Without headers there was no answer: the connection was refused, or it broke.
    const status = error.statusCode ?? 0;
    const isFinal = status >= 400 && status < 500 && status !== 409 && status !== 429;
    return new MailFailure(`${error.name}: ${error.message}`, headers !== null, isFinal);
  } catch (error) {
    if (!(error instanceof TimedOut)) throw error;
    return new MailFailure("The mail service did not answer in time.", false);
  }
}

/** Longest wait for a sign of life of the mail service, in milliseconds. */
const CHECK_TIMEOUT = 4_000;

/**
 * Resolves when the mail service can be reached; any answer counts, because keys that may only send
 * may not ask for more. The outbox works as long as the database does. Throws what `fetch` throws.
 */
export async function checkMail(): Promise<void> {
  if (env().EMBEDDED && !env().RESEND_API_KEY) return;
  const address = env().RESEND_BASE_URL ?? "https://api.resend.com";
  await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(CHECK_TIMEOUT), cache: "no-store" });
}

export type SentMail = { to: string; subject: string; text: string; html: string; createdAt: Date };

/**
 * The embedded outbox, newest first, at most 100. Throws `not_found` anywhere but in embedded mode.
 */
export async function listOutbox(to?: string): Promise<SentMail[]> {
  if (!env().EMBEDDED) throw notFoundError();
  return db().outboxMail.findMany({
    where: to ? { to: to.trim().toLowerCase() } : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 100,
    select: { to: true, subject: true, text: true, html: true, createdAt: true },
  });
}
