import "server-only";
import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { CODE_LENGTH, CODE_MINUTES } from "@/lib/accounts/policy";
import { codeMail } from "@/lib/accounts/server/mails";
import { hashPassword, unmatchableHash } from "@/lib/accounts/server/password";
import {
  type AddressLookup,
  type Asker,
  lookUp,
  mailboxOf,
  networkOf,
  sitePseudonym,
  turnOf,
} from "@/lib/accounts/server/tries";
import { peopleWhoMaySignIn } from "@/lib/audience/server/standing";
import { waitUntil } from "@/lib/platform/after-response";
import { siteOf } from "@/lib/platform/client-network";
import { db, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { sendMail } from "@/lib/platform/mail";
import { MailRank, secondsUntilSent, voidOlderCodes } from "@/lib/platform/mail-queue";
import {
  countUses,
  refundUses,
  rejectOver,
  secondsOverLimit,
  takeLimits,
  type Use,
} from "@/lib/platform/rate-limit";
import { USER_NOT_FOUND } from "@/lib/text/errors";

/**
 * Queues one-time codes for mailing. A code belongs to the browser that asked for it: strangers can
 * neither void it nor use it up (docs/security.md, "Signing in"). All times are from the clock of
 * the database.
 */

/**
 * Response time when known and unknown addresses must look alike, in milliseconds. Most codes are
 * hashed within it.
 */
const UNIFORM_RESPONSE_MS = 400;

/** People who wait for a mail are not locked out: the last code still works. */
const TOO_MANY_CODES = "You can ask for another code";

/**
 * Creates a code and queues its mail. Once that is sent, the previous code of the same browser is
 * void. Throws `user_not_found` (404) for an unknown address, `rate_limited`, and `unavailable`
 * (503) while so much mail waits that the code would be old before it arrives.
 *
 * An address that the college has invited counts as known. Once a site has asked about too many
 * addresses, known and unknown ones look alike: the answer comes after a fixed time. The browser
 * that registered or has used the account gets the real answer.
 */
export async function sendCode(asker: Asker): Promise<{ message: string }> {
  const known = await lookUp(asker);
  const isKnown = known.userId !== undefined || known.isInvited;
  await requireMail(isProvenOwner(known));
  const { uses, rank } = await takeSendLimits(asker, known);
  if (!known.isOwner && (await isPastUnknownBudget(asker, isKnown))) {
    waitUntil(sendTo(asker, known, { uses, rank, mustLookAlike: true }));
    await setTimeout(UNIFORM_RESPONSE_MS);
  } else if (isKnown) await sendTo(asker, known, { uses, rank });
  else throw new ApiError("user_not_found", USER_NOT_FOUND);
  return { message: "OTP sent" };
}

/** Half of a code's life: a mail that takes longer would leave too little of it. */
const MAIL_WAIT_MAX = (CODE_MINUTES * 60) / 2;

/** A browser that signed in before. One that only registered an address may have made it up. */
const isProvenOwner = ({ isOwner, isProven }: AddressLookup) => isOwner && isProven;

/** Before any look at the address, so that the answer says nothing of it. */
async function requireMail(isKnown: boolean): Promise<void> {
  const rank = isKnown ? MailRank.knownBrowser : MailRank.firstCode;
  if ((await secondsUntilSent(rank)) <= MAIL_WAIT_MAX) return;
  throw new ApiError("unavailable", "We can't send codes right now. Please try again in a few minutes.", {
    headers: { "Retry-After": "60" },
  });
}

/** The limits that a code has used, refunded when none comes of it, and its rank among mails. */
type Taken = { uses: Use[]; rank: (typeof MailRank)[keyof typeof MailRank] };

/**
 * The browser that registered or has used the account has a budget of its own. Any other also
 * shares what its site may ask for this mailbox in a day, and what all of them together may. One
 * new to the mailbox is limited by its network address for this mailbox, by its site in total per
 * hour, and by a first daily total for the mailbox; once these are used up, a site that has not
 * asked for this mailbox today still gets one code. Throws `rate_limited`.
 */
async function takeSendLimits(asker: Asker, known: AddressLookup): Promise<Taken> {
  const { isOwner, hasAsked } = known;
  const mailbox = mailboxOf(asker);
  const browser = `${asker.browser}:${mailbox}`;
  const isNew = !isOwner && !hasAsked;
  const soon: Use[] = [["code_browser", browser]];
  if (isNew) soon.push(["code_network", `${networkOf(asker)}:${mailbox}`]);
  await takeLimits(soon, TOO_MANY_CODES);
  // Counted only now: a request rejected above must not use up the day, nor the shared budgets
  // below.
  const day: Use[] = [["code_browser_day", browser]];
  await takeLimits(day, TOO_MANY_CODES);
  const site: Use[] = isOwner ? [] : [["code_network_day", `${sitePseudonym(asker)}:${mailbox}`]];
  const [ofSite] = await countUses(site);
  if (ofSite) rejectOver([ofSite], TOO_MANY_CODES);
  // Only what a site has left counts here, so that no single one can use up what all share.
  const total: Use[] = isOwner ? [] : [["code_mailbox_strangers", mailbox]];
  const shared: Use[] = [["code_mailbox_day", mailbox]];
  if (isNew) shared.push(["code_ip", siteOf(asker.ip)]);
  const states = await countUses([...shared, ...total]);
  rejectOver(states.slice(shared.length), TOO_MANY_CODES);
  if (isNew && !ofSite?.isFirst) rejectOver(states.slice(0, shared.length), TOO_MANY_CODES);
  const rankOfStranger = isOwner || ofSite?.isFirst ? MailRank.firstCode : MailRank.other;
  return {
    uses: [...soon, ...day, ...site, ...shared, ...total],
    rank: isProvenOwner(known) ? MailRank.knownBrowser : rankOfStranger,
  };
}

/** True once this site has asked about too many unknown addresses; counts this one if unknown. */
async function isPastUnknownBudget({ ip }: Asker, isKnown: boolean): Promise<boolean> {
  const site = siteOf(ip);
  const isUsedUp = (await secondsOverLimit("unknown_address_ip", site)) > 0;
  if (isUsedUp || isKnown) return isUsedUp;
  const [standing] = await countUses([["unknown_address_ip", site]]);
  return standing?.isOver ?? false;
}

/** An account of an invited address, to be proven; undefined if it has just been switched off. */
async function openInvited(email: string): Promise<string | undefined> {
  await db().user.createMany({ data: { id: uuid(), email }, skipDuplicates: true });
  const where = { email, ...peopleWhoMaySignIn.where };
  return (await db().user.findFirst({ where, select: { id: true } }))?.id;
}

/**
 * Creates a code and queues its mail. An invited address gets its account. For an unknown address
 * the code matches nothing and no mail is sent. While the mail of this browser's last code still
 * waits, that code lives longer instead.
 */
async function sendTo(
  asker: Asker,
  known: AddressLookup,
  { uses, rank, mustLookAlike = false }: Taken & { mustLookAlike?: boolean },
): Promise<void> {
  // Only known addresses get mails and hashes, so a refund would reveal them.
  const refund = async () => (mustLookAlike ? undefined : refundUses(uses));
  if (await prolongWaiting(asker)) return refund();
  const userId = known.userId ?? (known.isInvited ? await openInvited(asker.email) : undefined);
  const id = uuid();
  const code = String(randomInt(0, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  const network = asker.hasCookie ? null : networkOf(asker);
  try {
    const hash = await (userId
      ? hashPassword(code, turnOf(asker, { isKnown: isProvenOwner(known) }))
      : unmatchableHash());
    const content = userId ? await codeMail(code) : undefined;
    await transaction(async (tx) => {
      await tx.sql`
        INSERT INTO one_time_codes (id, user_id, mailbox, browser, network, code_hash, expires_at)
        VALUES (${id}::uuid, ${userId ?? null}::uuid, ${mailboxOf(asker)}, ${asker.browser}, ${network}, ${hash},
          now() + make_interval(mins => ${CODE_MINUTES}))`;
      if (!content) return;
      const mail = { to: asker.email, ...content, idempotencyKey: `code-${id}` };
      await sendMail({ ...mail, codeId: id, rank, site: sitePseudonym(asker) }, tx);
    });
    // No mail has to be waited for: only a committed code is seen by another that is made
    // in the meantime.
    if (!content || env().SENDS_TO_OUTBOX) await voidOlderCodes([id]);
  } catch (error) {
    await refund();
    throw error;
  }
}

/**
 * True if the mail of a code that this browser asked for still waits to be sent: no one has seen
 * that code yet, so it begins to live now.
 */
async function prolongWaiting(asker: Asker): Promise<boolean> {
  const prolonged = await db().sql`
    UPDATE one_time_codes c SET expires_at = now() + make_interval(mins => ${CODE_MINUTES})
    WHERE mailbox = ${mailboxOf(asker)} AND browser = ${asker.browser} AND consumed_at IS NULL AND expires_at > now()
      AND EXISTS (SELECT 1 FROM outbox_mails m WHERE m.code_id = c.id AND m.next_attempt_at IS NOT NULL)
    RETURNING 1`;
  return prolonged.length > 0;
}
