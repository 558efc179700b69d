import "server-only";
import { setTimeout } from "node:timers/promises";
import { Resend } from "resend";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** Mail: Resend in production; in embedded mode an outbox in the database, read at /dev/outbox. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same key never makes a second mail, also when a try is repeated. */
  idempotencyKey: string;
};

/** Longest wait for the mail service, in milliseconds: its caller answers within 10 s (contract §6). */
const MAIL_TIMEOUT = 8_000;

/** Sends one mail, once. Throws `provider_failed` (502) when the service refuses or hangs. */
export async function sendMail(mail: Mail): Promise<void> {
  if (env().EMBEDDED && !env().RESEND_API_KEY) {
    await db().outboxMail.createMany({ data: [{ id: uuid(), ...mail }], skipDuplicates: true });
    return;
  }
  await sendWithResend(mail);
}

async function sendWithResend({ idempotencyKey, ...mail }: Mail): Promise<void> {
  const baseUrl = env().RESEND_BASE_URL;
  const resend = new Resend(env().RESEND_API_KEY, baseUrl ? { baseUrl } : undefined);
  const finished = new AbortController();
  const tooLate = setTimeout(MAIL_TIMEOUT, undefined, { signal: finished.signal }).then(() => {
    throw new Error("The mail service did not answer in time.");
  });
  try {
    const sending = resend.emails.send({ from: env().MAIL_FROM, ...mail }, { idempotencyKey });
    const { error } = await Promise.race([sending, tooLate]);
    if (error) throw new Error(`${error.name}: ${error.message}`);
  } catch (cause) {
    log().warn({ err: cause }, "mail not sent");
    throw new ApiError("provider_failed", "We couldn't send the email. Please try again in a moment.", {
      cause,
    });
  } finally {
    // The abandoned timer rejects with AbortError, which nobody waits for any more.
    tooLate.catch((reason: Error) => log().debug({ reason: reason.name }, "mail timer ended"));
    finished.abort();
  }
}

/** Longest wait for a sign of life of the mail service, in milliseconds. */
const CHECK_TIMEOUT = 4_000;

/**
 * Resolves when the mail service can be reached; any answer counts, because keys that may only send may not ask for
 * more. The outbox works as long as the database does. Throws what `fetch` throws.
 */
export async function checkMail(): Promise<void> {
  if (env().EMBEDDED && !env().RESEND_API_KEY) return;
  const address = env().RESEND_BASE_URL ?? "https://api.resend.com";
  await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(CHECK_TIMEOUT), cache: "no-store" });
}

export type SentMail = { to: string; subject: string; text: string; html: string; createdAt: Date };

/** The embedded outbox, newest first, at most 100. Throws `not_found` anywhere but in embedded mode. */
export async function listOutbox(to?: string): Promise<SentMail[]> {
  if (!env().EMBEDDED) throw new ApiError("not_found", "There is nothing here.");
  return db().outboxMail.findMany({
    where: to ? { to: to.trim().toLowerCase() } : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 100,
    select: { to: true, subject: true, text: true, html: true, createdAt: true },
  });
}
