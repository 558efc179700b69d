import "server-only";
import { createTransport, type NodemailerError, type SMTPTransportOptions } from "nodemailer";
import { env } from "@/lib/platform/env";
import { scrub } from "@/lib/platform/log";
import type { Outgoing, Rejection, SendResult } from "@/lib/platform/mail-service";
import type { SmtpServer } from "@/lib/platform/smtp-url";

/**
 * Mail through a server of the college's own choice (SMTP_URL). SMTP knows no idempotency: a mail
 * whose confirmation was lost is sent again, with the same Message-ID, by which mail programs and
 * servers recognise it.
 */

/** Connections that one instance opens at a time: common servers take 10 to 20 of one client. */
const CONNECTIONS_MAX = 4;

/** In milliseconds. */
const CONNECTION_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
/** For all the mails of a request together: shorter than their lease (mail-queue.ts). */
const SEND_TIMEOUT_MS = 20_000;

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];

/**
 * Other machines are spoken to over TLS alone, with a certificate that Node.js trusts. On this one
 * a relay rarely has one.
 */
function options({ host, port, secure, auth }: SmtpServer): SMTPTransportOptions {
  const isHere = LOOPBACK.includes(host);
  return {
    host,
    port,
    secure,
    auth,
    requireTLS: !isHere,
    tls: { rejectUnauthorized: !isHere },
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    dnsTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Hands several mails over. Never throws for what the server does. */
export async function sendBySmtp(server: SmtpServer, mails: Outgoing[]): Promise<SendResult> {
  const transport = createTransport({
    ...options(server),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // What is tried again is up to the queue.
    maxRequeues: 0,
  });
  const { MAIL_FROM } = env();
  const domain = MAIL_FROM.replace(/^.*@|[>\s]*$/g, "");
  const send = async ({ id, to, subject, text, html }: Outgoing): Promise<Outcome> => {
    try {
      await transport.sendMail({
        from: MAIL_FROM,
        // As an object, so that nothing in it is read as another address.
        to: { name: "", address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      return { kind: "sent" };
    } catch (error) {
      return outcomeOf(error as NodemailerError);
    }
  };
  try {
    return summary(await Promise.all(mails.map(send)));
  } finally {
    transport.close({ force: true });
  }
}

/** `later` and `rejected` concern one mail, `failing` the server or our account there. */
type Outcome = { kind: "sent" } | { kind: "rejected" | "later" | "failing"; reason: string };

function outcomeOf({ command, code, responseCode, permanent, message }: NodemailerError): Outcome {
  const reason = scrub([code, message].filter(Boolean).join(": "));
  // 421: the server is about to close the connection, whatever was asked.
  const isAboutReceiver = command === "RCPT TO" && responseCode !== undefined && responseCode !== 421;
  if (isAboutReceiver) return { kind: permanent ? "rejected" : "later", reason };
  // The mail itself is rejected, or is none (an address that the protocol cannot carry).
  const isAboutMail = command === "DATA" ? permanent : command === "API" && code === "EENVELOPE";
  return { kind: isAboutMail ? "rejected" : "failing", reason };
}

/** While any mail is taken the server works, and what failed is about the others. */
function summary(outcomes: Outcome[]): SendResult {
  const failure = outcomes.find(({ kind }) => kind === "failing");
  if (failure?.kind === "failing" && !outcomes.some(({ kind }) => kind === "sent")) {
    return { kind: "unconfirmed", reason: failure.reason };
  }
  const rejected: Rejection[] = [];
  const later: Rejection[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind === "rejected") rejected.push({ index, reason: outcome.reason });
    else if (outcome.kind !== "sent") later.push({ index, reason: outcome.reason });
  }
  return { kind: "sent", rejected, later };
}

/**
 * Resolves when the server answers, over TLS where it has to. Does not log in, because anyone may
 * ask for it as often as they like. Throws otherwise.
 */
export async function checkSmtp(server: SmtpServer): Promise<void> {
  await createTransport({ ...options(server), auth: undefined }).verify();
}
