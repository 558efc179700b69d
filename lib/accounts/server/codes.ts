import "server-only";
import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { codeMail } from "@/lib/accounts/server/code-mail";
import { hashPassword, unmatchableHash } from "@/lib/accounts/server/password";
import { type Asker, lookUp, mailboxOf, networkOf } from "@/lib/accounts/server/tries";
import { outliveResponse } from "@/lib/platform/after-response";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { mayBeOnItsWay, sendMail } from "@/lib/platform/mail";
import {
  countUses,
  giveBack,
  type LimitName,
  rejectOver,
  secondsOverLimit,
  takeLimits,
  type Use,
} from "@/lib/platform/rate-limit";
import { CODE_LENGTH, CODE_MINUTES } from "@/lib/sessions/limits";
import { USER_NOT_FOUND } from "@/lib/text/messages";

/**
 * Sending one-time codes by mail. A code belongs to the browser that asked for it: what strangers
 * ask for or try neither voids it nor uses it up (docs/security.md, "Signing in"). Time is the
 * database's everywhere.
 */

/**
 * How long everybody waits where known and unknown addresses look alike, in milliseconds: most
 * mails are sent by then.
 */
const ALIKE_MS = 400;

/**
 * Sends a new code, which voids the older one of the same browser. Throws `user_not_found` (404)
 * for an unknown address, `rate_limited`, and `provider_failed` when the mail service fails: the
 * older code stays good then.
 *
 * Once a network address has asked about too many addresses, known and unknown look alike: the
 * answer comes at a fixed time, whatever becomes of the mail. So guessers and their neighbours, who
 * can ask again, don't hear of a mail that failed; the browser that registered or has used the
 * account is told the truth.
 */
export async function sendCode(asker: Asker): Promise<{ message: string }> {
  const { userId, isOwner, hasAsked } = await lookUp(asker);
  const uses = await takeSendLimits(asker, isOwner || hasAsked);
  if (!isOwner && (await isPastUnknownBudget(asker, userId !== undefined))) {
    outliveResponse(sendTo(asker, userId, uses));
    await setTimeout(ALIKE_MS);
  } else if (userId) await sendTo(asker, userId, uses);
  else throw new ApiError("user_not_found", USER_NOT_FOUND);
  return { message: "OTP sent" };
}

/**
 * A browser that is no stranger to the address has a budget of its own. Anybody else has the
 * network address's, a day's total for the mailbox and an hour's for the network address; past
 * those two, a network address that has not asked for this mailbox today still gets one code.
 * Throws `rate_limited`.
 */
async function takeSendLimits(asker: Asker, isOwn: boolean): Promise<Use[]> {
  const mailbox = mailboxOf(asker);
  const network = `${networkOf(asker)}:${mailbox}`;
  const own: Use[] = [
    ["code_browser", `${asker.browser}:${mailbox}`],
    ["code_browser_day", `${asker.browser}:${mailbox}`],
    ...(isOwn ? [] : ([["code_network", network]] as const)),
  ];
  await takeLimits(own);
  // What is refused above must not use up what is everybody's, so it is counted only now.
  const shared: Use[] = [["code_mailbox_day", mailbox], ...(isOwn ? [] : ([["code_ip", asker.ip]] as const))];
  const first: Use[] = isOwn ? [] : [["code_network_first", network]];
  const standings = await countUses([...shared, ...first]);
  // An own browser's codes count for the mailbox's total, but strangers may have used that up.
  if (!isOwn && standings.at(-1)?.isOver) rejectOver(standings.slice(0, -1));
  return [...own, ...shared, ...first];
}

/**
 * True once this network address has asked about too many unknown addresses; an unknown one counts
 * here.
 */
async function isPastUnknownBudget({ ip }: Asker, isKnown: boolean): Promise<boolean> {
  const isUsedUp = (await secondsOverLimit("unknown_address_ip", ip)) > 0;
  if (isUsedUp || isKnown) return isUsedUp;
  const [standing] = await countUses([["unknown_address_ip", ip]]);
  return standing?.isOver ?? false;
}

const TOTALS = new Set<LimitName>(["code_mailbox_day", "code_network_first"]);

/**
 * Makes a code and mails it. An unknown address gets one that is mailed to nobody and matches
 * nothing.
 */
async function sendTo(asker: Asker, userId: string | undefined, uses: Use[]): Promise<void> {
  const id = uuid();
  const code = String(randomInt(0, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  const hash = userId ? await hashPassword(code) : await unmatchableHash();
  const network = asker.hasCookie ? null : networkOf(asker);
  await db().$executeRaw`
    INSERT INTO one_time_codes (id, user_id, mailbox, browser, network, code_hash, expires_at)
    VALUES (${id}::uuid, ${userId ?? null}::uuid, ${mailboxOf(asker)}, ${asker.browser}, ${network}, ${hash},
      now() + make_interval(mins => ${CODE_MINUTES}))`;
  if (userId) {
    try {
      await sendMail({ to: asker.email, ...(await codeMail(code)), idempotencyKey: `code-${id}` });
    } catch (error) {
      // A mail that may still arrive must not bring a dead code; the older one stays good beside
      // it. The mailbox's total keeps counting it: each code that is good is one more to guess at.
      const isDead = !mayBeOnItsWay(error);
      if (isDead) await db().oneTimeCode.deleteMany({ where: { id } });
      await giveBack(isDead ? uses : uses.filter(([name]) => !TOTALS.has(name)));
      throw error;
    }
  }
  await supersede(id);
}

/**
 * Voids the older codes of the same browser. Those that were asked for from the same network
 * address without a cookie stay their own browsers', and are no longer what an asker without a
 * cookie means.
 */
async function supersede(id: string): Promise<void> {
  // Older by the order in which codes are looked up: ids are made before the slow hash, so two at
  // once may swap.
  await db().$executeRaw`
    UPDATE one_time_codes AS older
    SET network = NULL, consumed_at = CASE WHEN older.browser = newer.browser THEN now() END
    FROM one_time_codes AS newer
    WHERE newer.id = ${id}::uuid AND older.mailbox = newer.mailbox AND older.consumed_at IS NULL
      AND (older.browser = newer.browser OR older.network = newer.network)
      AND (older.created_at, older.id) < (newer.created_at, newer.id)`;
}
