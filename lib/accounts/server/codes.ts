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
} from "@/lib/accounts/server/tries";
import { waitUntil } from "@/lib/platform/after-response";
import { siteOf } from "@/lib/platform/client-network";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { mayStillArrive, sendMail } from "@/lib/platform/mail";
import {
  countUses,
  type LimitName,
  refundUses,
  rejectOver,
  secondsOverLimit,
  takeLimits,
  type Use,
} from "@/lib/platform/rate-limit";
import { USER_NOT_FOUND } from "@/lib/text/errors";

/**
 * Sends one-time codes by mail. A code belongs to the browser that asked for it: strangers can
 * neither void it nor use it up (docs/security.md, "Signing in"). All times are from the clock of
 * the database.
 */

/**
 * Response time when known and unknown addresses must look alike, in milliseconds. Most mails are
 * sent within it.
 */
const UNIFORM_RESPONSE_MS = 400;

/** People who wait for a mail are not locked out: the last code still works. */
const TOO_MANY_CODES = "You can ask for another code";

/**
 * Sends a new code, which voids the previous one of the same browser. Throws `user_not_found` (404)
 * for an unknown address, `rate_limited`, and `provider_failed` when the mail service fails; the
 * previous code stays valid then.
 *
 * Once a network address has asked about too many addresses, known and unknown ones look alike: the
 * answer comes after a fixed time, whether or not the mail could be sent. So no one there learns
 * that a mail failed; they can ask again. The browser that registered or has used the account gets
 * the real answer.
 */
export async function sendCode(asker: Asker): Promise<{ message: string }> {
  const known = await lookUp(asker);
  const { userId, isOwner } = known;
  const uses = await takeSendLimits(asker, known);
  if (!isOwner && (await isPastUnknownBudget(asker, userId !== undefined))) {
    waitUntil(sendTo(asker, userId, uses, { mustLookAlike: true }));
    await setTimeout(UNIFORM_RESPONSE_MS);
  } else if (userId) await sendTo(asker, userId, uses);
  else throw new ApiError("user_not_found", USER_NOT_FOUND);
  return { message: "OTP sent" };
}

/**
 * The browser that registered or has used the account has a budget of its own. Any other also shares
 * what its site may ask for this mailbox in a day, and what all of them together may. One new to the
 * mailbox is limited by its network address for this mailbox, by its site in total per hour, and by
 * a first daily total for the mailbox; once these are used up, a site that has not asked for this
 * mailbox today still gets one code. Throws `rate_limited`.
 */
async function takeSendLimits(asker: Asker, { isOwner, hasAsked }: AddressLookup): Promise<Use[]> {
  const mailbox = mailboxOf(asker);
  const browser = `${asker.browser}:${mailbox}`;
  const isNew = !isOwner && !hasAsked;
  const soon: Use[] = [["code_browser", browser]];
  if (isNew) soon.push(["code_network", `${networkOf(asker)}:${mailbox}`]);
  await takeLimits(soon, TOO_MANY_CODES);
  // Counted only now: a request rejected above must not use up the day, nor the shared budgets below.
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
  return [...soon, ...day, ...site, ...shared, ...total];
}

/**
 * True once this network address has asked about too many unknown addresses; counts this one if it
 * is unknown.
 */
async function isPastUnknownBudget({ ip }: Asker, isKnown: boolean): Promise<boolean> {
  const site = siteOf(ip);
  const isUsedUp = (await secondsOverLimit("unknown_address_ip", site)) > 0;
  if (isUsedUp || isKnown) return isUsedUp;
  const [standing] = await countUses([["unknown_address_ip", site]]);
  return standing?.isOver ?? false;
}

const TOTALS = new Set<LimitName>(["code_mailbox_day", "code_network_day", "code_mailbox_strangers"]);

/**
 * Creates a code and mails it. For an unknown address the code matches nothing and no mail is sent.
 * `uses` are refunded when no code comes of it.
 */
async function sendTo(
  asker: Asker,
  userId: string | undefined,
  uses: Use[],
  { mustLookAlike = false } = {},
): Promise<void> {
  const id = uuid();
  const code = String(randomInt(0, 10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  const network = asker.hasCookie ? null : networkOf(asker);
  const hashing = userId ? hashPassword(code) : unmatchableHash();
  const hash = await hashing.catch(async (error: unknown) => {
    // The queue was full. Only codes for known addresses are hashed, so a refund would reveal them.
    if (!mustLookAlike) await refundUses(uses);
    throw error;
  });
  try {
    await db().$executeRaw`
      INSERT INTO one_time_codes (id, user_id, mailbox, browser, network, code_hash, expires_at)
      VALUES (${id}::uuid, ${userId ?? null}::uuid, ${mailboxOf(asker)}, ${asker.browser}, ${network}, ${hash},
        now() + make_interval(mins => ${CODE_MINUTES}))`;
    if (userId) await sendMail({ to: asker.email, ...(await codeMail(code)), idempotencyKey: `code-${id}` });
  } catch (error) {
    // A mail that may still arrive needs a working code, so both codes stay valid. The daily total
    // still counts it: every valid code is another one to guess.
    const isDead = !mayStillArrive(error);
    if (isDead) await db().oneTimeCode.deleteMany({ where: { id } });
    // As above: only known addresses get mails.
    if (!mustLookAlike) await refundUses(isDead ? uses : uses.filter(([name]) => !TOTALS.has(name)));
    throw error;
  }
  await supersede(id);
}

/**
 * Voids the older codes of the same browser. Codes that others asked for without a cookie from the
 * same network address stay valid in their own browsers, but are no longer what a caller without a
 * cookie means.
 */
async function supersede(id: string): Promise<void> {
  // Ordered by creation time as in look-ups. The id alone is not enough: it is made before the slow
  // hash, so two requests at once may swap.
  await db().$executeRaw`
    UPDATE one_time_codes AS older
    SET network = NULL, consumed_at = CASE WHEN older.browser = newer.browser THEN now() END
    FROM one_time_codes AS newer
    WHERE newer.id = ${id}::uuid AND older.mailbox = newer.mailbox AND older.consumed_at IS NULL
      AND (older.browser = newer.browser OR older.network = newer.network)
      AND (older.created_at, older.id) < (newer.created_at, newer.id)`;
}
