import "server-only";
import { setTimeout } from "node:timers/promises";
import { CODE_TRIES, INVALID_CODE } from "@/lib/accounts/policy";
import { matchesHash, type Turn } from "@/lib/accounts/server/password";
import { proveAddress } from "@/lib/accounts/server/prove";
import { type OpenedSession, openSession } from "@/lib/accounts/server/sessions";
import {
  type Attempt,
  countFailure,
  isKnownBrowser,
  mailboxOf,
  networkOf,
  turnOf,
} from "@/lib/accounts/server/tries";
import { siteOf } from "@/lib/platform/client-network";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { LIVE_CODES } from "@/lib/platform/mail-queue";
import { countUses, refundUses, secondsOverLimits, takeLimit } from "@/lib/platform/rate-limit";
import { type OneTimeCode, Prisma } from "@/prisma/generated/client/client";

/**
 * Checks one-time codes: whose attempt it is, how many are left, and what a failure reveals.
 *
 * | who enters a code          | compared with         | tries              | learns of its end     |
 * | -------------------------- | --------------------- | ------------------ | --------------------- |
 * | the browser that asked     | its last two codes    | 5 a code           | always                |
 * | no cookie, but its network | the last two of there | 5 a code           | with the right digits |
 * | any other browser          | the newest one        | 20/hour, a mailbox | with the right digits |
 *
 * Under attack the first two have one try a code and everyone else none, except in browsers that
 * have signed in to the account before. A try counts for every code that it is compared with, and a
 * code that is used voids the other one.
 */

type Code = Pick<OneTimeCode, "id" | "userId" | "codeHash">;

/**
 * How many codes one attempt is compared with, newest first: those that are right, and one whose
 * mail is still waiting to be sent.
 */
const COMPARED_MAX = LIVE_CODES + 1;

/** A code that was entered, with the browser and network it came from. */
export type Check = Attempt & { code: string };

type SignIn = Check & { collegeName?: string | undefined; signInBrowser: string; userAgent: string };

/**
 * Exchanges a code for a session. The first code proves the address (lib/accounts/server/prove.ts),
 * and the answer says that the person is new.
 * Throws as `consumeCode`.
 */
export async function checkCode(check: SignIn): Promise<OpenedSession> {
  return consumeCode(check, async (tx, userId) => {
    const { verifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const user = await proveAddress(tx, userId, check);
    const opened = await openSession(tx, user, check.userAgent, check.signInBrowser);
    const newUser = verifiedAt === null ? { newUser: true } : {};
    return { ...opened, answer: { ...opened.answer, ...newUser, message: "OTP verified" } };
  });
}

/**
 * How soon people who did not ask for a code learn that theirs is wrong, in milliseconds: they
 * should not be able to tell whether there is a code at all. Most comparisons are done by then.
 */
const UNIFORM_FAILURE_MS = 200;

/**
 * Consumes a code and runs `act` in the same transaction. The browser that asked for a code has
 * five attempts of its own at it. Without a cookie, the network address that asked has five.
 * Everyone else shares 20 an hour for the mailbox, on its newest code. Throws `otp_expired` and
 * `otp_spent` (400) to the browser that asked and to anyone with the right code, otherwise
 * `invalid_otp`; `rate_limited` to strangers with too many wrong codes, but never for a right one.
 */
export async function consumeCode<T>(check: Check, act: (tx: Tx, userId: string) => Promise<T>): Promise<T> {
  const began = performance.now();
  const [isAttacked, isKnown] = await Promise.all([isUnderAttack(check), isKnownBrowser(check)]);
  const isStrict = isAttacked && !isKnown;
  const turn = turnOf(check, { isKnown });
  const own = await takeOwnAttempt(check, isStrict);
  let match = await findMatch(own, check.code, turn);
  const compared = [...own.codes];
  if (!match && !isStrict) {
    const strangers = await takeStrangersAttempt(check, own);
    match = await findMatch(strangers, check.code, turn);
    compared.push(...strangers.codes);
  }
  const userId = match?.userId;
  if (match && userId) {
    const { id } = match;
    const result = await transaction(async (tx) =>
      (await takeCode(tx, id)) ? { value: await act(tx, userId) } : undefined,
    );
    if (result) return result.value;
  } else if (compared.length > 0) {
    // Without an account nothing is at risk: such attempts must not count towards the campus-wide
    // alarm.
    await countFailure(check, { isOnlyMailbox: compared.every((candidate) => candidate.userId === null) });
  }
  if (own.isAsker) throw failure(own.state);
  try {
    throw failure(await failAsStranger(check, compared.length > 0, turn));
  } finally {
    await setTimeout(Math.max(0, began + UNIFORM_FAILURE_MS - performance.now()));
  }
}

/**
 * Consumes a code together with the others of the browser, or of the network address, that asked
 * for it. False if it was void already.
 */
async function takeCode(tx: Tx, id: string): Promise<boolean> {
  // Locked in order, so that two of them entered at once cannot both be used.
  const taken = await tx.sql<{ id: string }>`
    WITH taken AS (
      SELECT c.id FROM one_time_codes c JOIN one_time_codes used ON used.id = ${id}::uuid
      WHERE c.mailbox = used.mailbox AND (c.browser = used.browser OR c.network = used.network)
        AND c.consumed_at IS NULL
      ORDER BY c.id FOR UPDATE OF c)
    UPDATE one_time_codes c SET consumed_at = now() FROM taken WHERE c.id = taken.id RETURNING c.id`;
  return taken.some((code) => code.id === id);
}

/** The codes that an attempt, counted already, is compared with; `refund` undoes the count. */
type Candidates = { codes: Code[]; refund: () => Promise<unknown> };

async function findMatch({ codes, refund }: Candidates, code: string, turn: Turn): Promise<Code | undefined> {
  const newestFirst = codes.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const [index, candidate] of newestFirst.slice(0, COMPARED_MAX).entries()) {
    try {
      if (await matchesHash(candidate.codeHash, code, turn)) return candidate;
    } catch (error) {
      // The queue was full. After a first comparison the attempt was worth something.
      if (index === 0) await refund();
      throw error;
    }
  }
  return undefined;
}

function failure(state: State): ApiError {
  if (state === "expired") {
    return new ApiError("otp_expired", "This code has expired. Request a new one.");
  }
  if (state === "spent") return new ApiError("otp_spent", "Too many tries. Request a new code.");
  return new ApiError("invalid_otp", INVALID_CODE);
}

/**
 * True while this mailbox, or the whole campus, is under a guessing attack. Then each code allows
 * one attempt and strangers get none, but a right code still signs in.
 */
async function isUnderAttack(check: Check): Promise<boolean> {
  const waits = await secondsOverLimits([
    ["code_failures", "campus"],
    ["code_failures_mailbox", mailboxOf(check)],
  ]);
  return waits.some((seconds) => seconds > 0);
}

type State = "none" | "live" | "used" | "expired" | "spent";

/**
 * `isAsker`: this browser asked for the code. Without its cookie, the caller may still be at the
 * network address that asked.
 */
type OwnCandidates = Candidates & { state: State; isAsker: boolean };

async function takeOwnAttempt(check: Check, isStrict: boolean): Promise<OwnCandidates> {
  const cost = isStrict ? CODE_TRIES : 1;
  const mailbox = mailboxOf(check);
  if (check.browser) {
    const filter = Prisma.sql`mailbox = ${mailbox} AND browser = ${check.browser}`;
    const codes = await takeAttempts(filter, Prisma.sql`attempts`, cost);
    const state = codes.length > 0 ? "live" : await stateOf(mailbox, check.browser);
    const refund = () => refundAttempts(codes, { attempts: { decrement: cost } });
    if (state !== "none") return { codes, refund, state, isAsker: true };
  }
  const filter = Prisma.sql`mailbox = ${mailbox} AND network = ${networkOf(check)} AND attempts < ${CODE_TRIES}`;
  const codes = await takeAttempts(filter, Prisma.sql`network_attempts`, cost);
  const refund = () => refundAttempts(codes, { networkAttempts: { decrement: cost } });
  return { codes, refund, state: codes.length > 0 ? "live" : "none", isAsker: false };
}

/**
 * The live codes that `filter` selects and that have attempts left, after counting this one in
 * `tries` of each.
 */
function takeAttempts(filter: Prisma.Sql, tries: Prisma.Sql, cost: number): Promise<Code[]> {
  return db().sql<Code>`
    WITH live AS (
      SELECT id FROM one_time_codes
      WHERE ${filter} AND ${tries} < ${CODE_TRIES} AND consumed_at IS NULL AND expires_at > now()
      ORDER BY id FOR UPDATE)
    UPDATE one_time_codes AS c SET ${tries} = ${tries} + ${cost} FROM live
    WHERE c.id = live.id
    RETURNING c.id, c.user_id AS "userId", c.code_hash AS "codeHash"`;
}

const refundAttempts = (codes: Code[], data: Prisma.OneTimeCodeUpdateManyMutationInput) =>
  db().oneTimeCode.updateMany({ where: { id: { in: codes.map(({ id }) => id) } }, data });

/** The state of the newest code that this browser asked for at this mailbox. */
async function stateOf(mailbox: string, browser: string): Promise<State> {
  const code = await newestOf(Prisma.sql`mailbox = ${mailbox} AND browser = ${browser}`);
  if (!code) return "none";
  if (code.isExpired) return "expired";
  return code.isLive || code.isSpent ? "spent" : "used";
}

/**
 * An attempt at the newest code of the mailbox by a caller who did not ask for it, such as its
 * owner in another browser. Nothing is counted while there is no live code to guess.
 */
async function takeStrangersAttempt(check: Check, own: OwnCandidates): Promise<Candidates> {
  const mailbox = mailboxOf(check);
  const refund = () => refundUses([["code_strangers", mailbox]]);
  const newest = await newestOf(Prisma.sql`mailbox = ${mailbox}`);
  if (!newest?.isLive || isOwnOf(check, own, newest)) return { codes: [], refund };
  const [standing] = await countUses([["code_strangers", mailbox]]);
  return { codes: standing?.isOver ? [] : [newest], refund };
}

type Newest = Code &
  Pick<OneTimeCode, "browser" | "network"> & { isLive: boolean; isExpired: boolean; isSpent: boolean };

/**
 * The newest code that `filter` selects and whether it is still good, by the clock of the database.
 */
async function newestOf(filter: Prisma.Sql): Promise<Newest | undefined> {
  const isSpent = Prisma.sql`greatest(attempts, network_attempts) >= ${CODE_TRIES}`;
  const [newest] = await db().sql<Newest>`
    SELECT id, user_id AS "userId", code_hash AS "codeHash", browser, network,
      consumed_at IS NULL AND expires_at > now() AND NOT ${isSpent} AS "isLive",
      consumed_at IS NULL AND expires_at <= now() AS "isExpired",
      consumed_at IS NULL AND ${isSpent} AS "isSpent"
    FROM one_time_codes WHERE ${filter} ORDER BY created_at DESC, id DESC LIMIT 1`;
  return newest;
}

/**
 * True for a code this caller has own attempts at, used up or not: the strangers' budget does not
 * apply to it.
 */
function isOwnOf(check: Check, own: OwnCandidates, code: Newest): boolean {
  return code.browser === check.browser || (!own.isAsker && code.network === networkOf(check));
}

/**
 * What a failure reveals to a stranger: nothing, unless they hold the right code and it is no
 * longer good. Throws `rate_limited` to a site with too many wrong codes.
 */
async function failAsStranger(check: Check, hasGuessed: boolean, turn: Turn): Promise<State> {
  await takeLimit("code_failures_ip", siteOf(check.ip));
  if (hasGuessed) return "none";
  const newest = await newestOf(Prisma.sql`mailbox = ${mailboxOf(check)}`);
  if (!newest || !(newest.isExpired || newest.isSpent)) return "none";
  if (!(await matchesHash(newest.codeHash, check.code, turn))) return "none";
  return newest.isExpired ? "expired" : "spent";
}
