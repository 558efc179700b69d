import "server-only";
import { Resend } from "resend";
import { TimedOut, withTimeout } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { checkSmtp, sendBySmtp } from "@/lib/platform/mail-smtp";

/** The mail service: Resend, or the mail server of SMTP_URL. */

export type Message = { to: string; subject: string; text: string; html: string };
/** A mail with its id in the queue. */
export type Outgoing = Message & { id: string };

/** Mails that one request may carry: Resend's limit. */
const BATCH_MAX = 100;
/** Mails that a mail server takes well within their lease (mail-queue.ts), four at a time. */
const SMTP_BATCH_MAX = 40;

/**
 * How many mails one request carries, and the seconds between two requests. MAIL_RATE counts
 * requests to Resend, which charges for those, but mails over SMTP, where servers count mails.
 */
export function pace(): { batchMax: number; gap: number } {
  const { MAIL_RATE, SMTP_URL } = env();
  if (!SMTP_URL) return { batchMax: BATCH_MAX, gap: 1 / MAIL_RATE };
  const batchMax = Math.min(SMTP_BATCH_MAX, Math.max(1, Math.floor(MAIL_RATE)));
  return { batchMax, gap: batchMax / MAIL_RATE };
}

/** In milliseconds. No one waits for it on a screen. */
const SEND_TIMEOUT_MS = 8_000;

/** The position of a mail in the request, and what the service says about it. */
export type Rejection = { index: number; reason: string };

export type SendResult =
  /** Without those that the service would not take, or not yet. */
  | { kind: "sent"; rejected: Rejection[]; later: Rejection[] }
  /** Not taken, and to be asked again no earlier than after `seconds`. */
  | { kind: "wait"; seconds: number; reason: string }
  /** It may have been taken or not: to be repeated under the same key. */
  | { kind: "unconfirmed"; reason: string }
  /** The service would give the same answer again. */
  | { kind: "rejected"; reason: string };

const SENT: SendResult = { kind: "sent", rejected: [], later: [] };

/**
 * Hands one mail or several over in one request. Resend sends them once for each key, however often
 * the request is repeated; for SMTP see mail-smtp.ts. Never throws for what the service does.
 */
export async function sendToService(mails: Outgoing[], idempotencyKey: string): Promise<SendResult> {
  const { SMTP_URL } = env();
  return SMTP_URL ? sendBySmtp(SMTP_URL, mails) : sendToResend(mails, idempotencyKey);
}

async function sendToResend(mails: Message[], idempotencyKey: string): Promise<SendResult> {
  const baseUrl = env().RESEND_BASE_URL;
  const resend = new Resend(env().RESEND_API_KEY, baseUrl ? { baseUrl } : undefined);
  const [first, ...others] = mails.map(({ to, subject, text, html }) => {
    return { from: env().MAIL_FROM, to, subject, text, html };
  });
  if (!first) return SENT;
  try {
    if (others.length === 0) {
      const sending = resend.emails.send(first, { idempotencyKey });
      const { error, headers } = await withTimeout(SEND_TIMEOUT_MS, sending);
      return error ? failure(error, headers) : SENT;
    }
    const options = { idempotencyKey, batchValidation: "permissive" } as const;
    const sending = resend.batch.send([first, ...others], options);
    const { error, headers, data } = await withTimeout(SEND_TIMEOUT_MS, sending);
    if (error) return failure(error, headers);
    const rejected = (data.errors ?? []).map(({ index, message }) => ({ index, reason: message }));
    return { kind: "sent", rejected, later: [] };
  } catch (error) {
    if (!(error instanceof TimedOut)) throw error;
    return { kind: "unconfirmed", reason: "The mail service did not answer in time." };
  }
}

/** Waits in seconds when the service names none: for its rate, and for a quota. */
const RATE_WAIT = 1;
const QUOTA_WAIT = 10;
/** The longest that the service may make us wait, in seconds. */
const WAIT_MAX = 3_600;

function failure(
  { name, message, statusCode }: { name: string; message: string; statusCode: number | null },
  headers: Record<string, string> | null,
): SendResult {
  const reason = `${name}: ${message}`;
  // An earlier try under this key was taken, with mails that are not needed any more.
  if (name === "invalid_idempotent_request") return SENT;
  // Without headers there was no answer: the connection failed.
  const status = headers ? (statusCode ?? 0) : 0;
  if (status === 429) {
    const asked = Number(headers?.["retry-after"]);
    const wait = asked > 0 ? asked : name === "rate_limit_exceeded" ? RATE_WAIT : QUOTA_WAIT;
    return { kind: "wait", seconds: Math.min(wait, WAIT_MAX), reason };
  }
  // A key or a domain that is not in order (401, 403) may be so soon, and is no fault of the mail.
  if (status >= 400 && status < 500 && ![401, 403, 408, 409].includes(status)) {
    return { kind: "rejected", reason };
  }
  return { kind: "unconfirmed", reason };
}

/** In milliseconds. */
const CHECK_TIMEOUT_MS = 4_000;

/**
 * Resolves when the mail service is reachable. Any response of Resend counts, because a send-only
 * key may not query more. The outbox works whenever the database does. Throws otherwise.
 */
export async function checkMail(): Promise<void> {
  const { SENDS_TO_OUTBOX, SMTP_URL } = env();
  if (SENDS_TO_OUTBOX) return;
  if (SMTP_URL) return checkSmtp(SMTP_URL);
  const address = env().RESEND_BASE_URL ?? "https://api.resend.com";
  await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(CHECK_TIMEOUT_MS), cache: "no-store" });
}
