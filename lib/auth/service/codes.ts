import "server-only";
import { randomInt } from "node:crypto";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import { codeMail } from "@/lib/auth/code-mail";
import { CODE_LENGTH, CODE_MINUTES } from "@/lib/auth/contract";
import { hashPassword, unmatchableHash } from "@/lib/auth/password";
import { type Asker, lookUp, mailboxOf, networkOf } from "@/lib/auth/service/tries";
import { inBackground } from "@/lib/platform/background";
import { db } from "@/lib/platform/db";
import { mayBeOnItsWay, sendMail } from "@/lib/platform/mail";
import {
  countUses,
  giveBack,
  type LimitName,
  rejectOver,
  secondsOverLimit,
  type Use,
} from "@/lib/platform/rate-limit";

/**
 * Sending one-time codes by mail. A code belongs to the browser that asked for it: what strangers ask for or try neither voids it
 * nor uses it up (docs/security.md, "Signing in"). Time is the database's everywhere.
 */

/**
 * Sends a new code, which voids the older one of the same browser. Throws `user_not_found` (404) for an unknown address,
 * `rate_limited`, and `provider_failed` when the mail service fails: the older code stays good then.
 *
 * Once a network address has asked about too many unknown addresses, known and unknown look alike: the answer comes before
 * anything that only happens for a known one. That costs the news of a mail that failed, so it is kept for those guessers
 * (and their neighbours, who can ask again); the browser that registered or has used the account is told the truth.
 */
export async function sendCode(asker: Asker): Promise<{ message: string }> {
  const { userId, isOwner, hasAsked } = await lookUp(asker);
  const uses = await takeSendLimits(asker, isOwner || hasAsked);
  const isGuessing = !isOwner && (await isPastUnknownBudget(asker, userId !== undefined));
  if (isGuessing) inBackground(() => sendTo(asker, userId, uses));
  else if (userId) await sendTo(asker, userId, uses);
  else throw new ApiError("user_not_found", "User not found");
  return { message: "OTP sent" };
}

/**
 * A browser that is no stranger to the address has a budget of its own. Anybody else has the network address's, a day's
 * total for the mailbox and an hour's for the network address; past those two, a network address that has not asked
 * for this mailbox today still gets one code. Throws `rate_limited`.
 */
async function takeSendLimits(asker: Asker, isOwn: boolean): Promise<Use[]> {
  const mailbox = mailboxOf(asker);
  const network = `${networkOf(asker)}:${mailbox}`;
  const uses = {
    browser: ["code_browser", `${asker.browser}:${mailbox}`],
    browserDay: ["code_browser_day", `${asker.browser}:${mailbox}`],
    mailboxDay: ["code_mailbox_day", mailbox],
    network: ["code_network", network],
    networkFirst: ["code_network_first", network],
    ip: ["code_ip", asker.ip],
  } as const satisfies Record<string, Use>;
  if (isOwn) {
    // The mailbox's total counts it and does not stop it: strangers may have used that up.
    const own = [uses.browser, uses.browserDay, uses.mailboxDay];
    rejectOver((await countUses(own)).slice(0, 2));
    return own;
  }
  const all = Object.values(uses);
  const [browser, browserDay, mailboxDay, perNetwork, first, ip] = await countUses(all);
  const totals = first?.isOver ? [mailboxDay, ip] : [];
  rejectOver([browser, browserDay, perNetwork, ...totals].filter((standing) => standing !== undefined));
  return all;
}

/** True once this network address has asked about too many unknown addresses; an unknown one counts here. */
async function isPastUnknownBudget({ ip }: Asker, isKnown: boolean): Promise<boolean> {
  const isUsedUp = (await secondsOverLimit("unknown_address_ip", ip)) > 0;
  if (isUsedUp || isKnown) return isUsedUp;
  const [standing] = await countUses([["unknown_address_ip", ip]]);
  return standing?.isOver ?? false;
}

const TOTALS = new Set<LimitName>(["code_mailbox_day", "code_network_first"]);

/** Makes a code and mails it. An unknown address gets one that is mailed to nobody and matches nothing. */
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
      // A mail that may still arrive must not bring a dead code; the older one stays good beside it. The mailbox's total
      // keeps counting it: each code that is good is one more to guess at.
      const isDead = !mayBeOnItsWay(error);
      if (isDead) await db().$executeRaw`DELETE FROM one_time_codes WHERE id = ${id}::uuid`;
      await giveBack(isDead ? uses : uses.filter(([name]) => !TOTALS.has(name)));
      throw error;
    }
  }
  await supersede(id);
}

/**
 * Voids the older codes of the same browser. Those that were asked for from the same network address without a cookie
 * stay their own browsers', and are no longer what an asker without a cookie means.
 */
async function supersede(id: string): Promise<void> {
  // Older by the order in which codes are looked up: ids are made before the slow hash, so two at once may swap.
  await db().$executeRaw`
    UPDATE one_time_codes AS older
    SET network = NULL, consumed_at = CASE WHEN older.browser = newer.browser THEN now() END
    FROM one_time_codes AS newer
    WHERE newer.id = ${id}::uuid AND older.mailbox = newer.mailbox AND older.consumed_at IS NULL
      AND (older.browser = newer.browser OR older.network = newer.network)
      AND (older.created_at, older.id) < (newer.created_at, newer.id)`;
}
