import "server-only";
import { INVALID_CODE } from "@/lib/accounts/messages";
import { matchesHash, unmatchableHash } from "@/lib/accounts/server/password";
import { proveAddress } from "@/lib/accounts/server/prove";
import { type OpenedSession, openSession } from "@/lib/accounts/server/sessions";
import {
  type Attempt,
  countFailure,
  isKnownBrowser,
  mailboxOf,
  networkOf,
} from "@/lib/accounts/server/tries";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { countUses, secondsOver, secondsOverLimit, takeLimit } from "@/lib/platform/rate-limit";
import { CODE_TRIES } from "@/lib/sessions/limits";
import { type OneTimeCode, Prisma } from "@/prisma/generated/client/client";

/** Checking one-time codes: whose tries they are, how many are left, and what a failure says. */

type Code = Pick<OneTimeCode, "id" | "userId" | "codeHash">;

/**
 * Codes compared at most in one try: a mail service that hangs leaves several that may arrive. The
 * newest count.
 */
const COMPARED = 3;

/** A code somebody entered, and who did: by the cookie the browser showed, if any. */
export type Check = Attempt & { code: string };

type SignIn = Check & { collegeName?: string | undefined; signInBrowser: string; userAgent: string };

/**
 * Exchanges a code for a session. The first code proves the address (lib/accounts/server/prove.ts).
 * Throws as `consumeCode`.
 */
export async function checkCode(check: SignIn): Promise<OpenedSession> {
  const opened = await consumeCode(check, async (tx, userId) => {
    const user = await proveAddress(tx, userId, check);
    return openSession(tx, user, check.userAgent, check.signInBrowser);
  });
  return { ...opened, answer: { ...opened.answer, message: "OTP verified" } };
}

/**
 * Uses a code, once, and does `act` in the same transaction. The browser that asked has five tries
 * of its own at its code. Without a cookie, the network address that asked without one has five;
 * everybody else shares 20 an hour for the mailbox, at its newest code. Throws `otp_expired` and
 * `otp_spent` (400) to the browser that asked and to whoever holds the right code, else
 * `invalid_otp`; and `rate_limited` to strangers who have been wrong too often, never for a right
 * code.
 */
export async function consumeCode<T>(check: Check, act: (tx: Tx, userId: string) => Promise<T>): Promise<T> {
  const isStrict = await isGuessingUnderWay(check);
  const own = await takeOwnTry(check, isStrict);
  let match = await findMatch(own.codes, check.code);
  const guessed = [...own.codes];
  if (!match && !isStrict) {
    const foreign = await takeStrangersTry(check, own);
    match = await findMatch(foreign, check.code);
    guessed.push(...foreign);
  }
  const userId = match?.userId;
  if (match && userId) {
    const { id } = match;
    const done = await transaction(async (tx) => {
      const { count } = await tx.oneTimeCode.updateMany({
        where: { id, consumedAt: null },
        data: { consumedAt: new Date() },
      });
      return count === 0 ? undefined : { value: await act(tx, userId) };
    });
    if (done) return done.value;
  } else if (guessed.length > 0) {
    // Nobody is in danger where there is no account: such tries must not put the campus on its
    // guard.
    await countFailure(check, { isOnlyMailbox: guessed.every((guess) => guess.userId === null) });
  }
  throw failure(own.isAsker ? own.state : await failAsStranger(check, guessed.length > 0));
}

async function findMatch(codes: Code[], code: string): Promise<Code | undefined> {
  const newestFirst = codes.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const candidate of newestFirst.slice(0, COMPARED)) {
    if (await matchesHash(candidate.codeHash, code)) return candidate;
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
 * True while there is too much guessing at this mailbox or all over campus. A code is good for one
 * try then, and strangers' tries stop: a right code still opens the door. A browser that has signed
 * in to the account before is spared.
 */
async function isGuessingUnderWay(check: Check): Promise<boolean> {
  const waits = await secondsOver([
    ["code_failures", "campus"],
    ["code_failures_mailbox", mailboxOf(check)],
  ]);
  return waits.some((seconds) => seconds > 0) && !(await isKnownBrowser(check));
}

type State = "none" | "live" | "used" | "expired" | "spent";

/**
 * `isAsker` tells that this browser asked; without its cookie one may still be at the network
 * address that asked.
 */
type Own = { codes: Code[]; state: State; isAsker: boolean };

async function takeOwnTry(check: Check, isStrict: boolean): Promise<Own> {
  const cost = isStrict ? CODE_TRIES : 1;
  const mailbox = mailboxOf(check);
  if (check.browser) {
    const asked = Prisma.sql`mailbox = ${mailbox} AND browser = ${check.browser}`;
    const codes = await takeTries(asked, Prisma.sql`attempts`, cost);
    const state = codes.length > 0 ? "live" : await stateOf(mailbox, check.browser);
    if (state !== "none") return { codes, state, isAsker: true };
  }
  const asked = Prisma.sql`mailbox = ${mailbox} AND network = ${networkOf(check)} AND attempts < ${CODE_TRIES}`;
  const codes = await takeTries(asked, Prisma.sql`network_attempts`, cost);
  return { codes, state: codes.length > 0 ? "live" : "none", isAsker: false };
}

/**
 * The live codes that `asked` selects, once their tries are counted in `tries`; none when one of
 * them has none left.
 */
function takeTries(asked: Prisma.Sql, tries: Prisma.Sql, cost: number): Promise<Code[]> {
  return db().$queryRaw<Code[]>`
    WITH live AS (
      SELECT id, ${tries} AS tries FROM one_time_codes
      WHERE ${asked} AND consumed_at IS NULL AND expires_at > now() ORDER BY id FOR UPDATE)
    UPDATE one_time_codes AS c SET ${tries} = tries + ${cost} FROM live
    WHERE c.id = live.id AND (SELECT max(tries) FROM live) < ${CODE_TRIES}
    RETURNING c.id, c.user_id AS "userId", c.code_hash AS "codeHash"`;
}

/** Where the newest code of this mailbox that the browser asked for stands. */
async function stateOf(mailbox: string, browser: string): Promise<State> {
  const code = await newestOf(Prisma.sql`mailbox = ${mailbox} AND browser = ${browser}`);
  if (!code) return "none";
  if (code.isExpired) return "expired";
  return code.isLive || code.isSpent ? "spent" : "used";
}

/**
 * A try at the newest code of the mailbox by somebody who did not ask for it, such as its owner at
 * another browser. Nothing is counted while there is nothing to be guessed.
 */
async function takeStrangersTry(check: Check, own: Own): Promise<Code[]> {
  const mailbox = mailboxOf(check);
  const newest = await newestOf(Prisma.sql`mailbox = ${mailbox}`);
  if (!newest?.isLive || isOwnOf(check, own, newest)) return [];
  const [standing] = await countUses([["code_strangers", mailbox]]);
  return standing?.isOver ? [] : [newest];
}

type Newest = Code &
  Pick<OneTimeCode, "browser" | "network"> & { isLive: boolean; isExpired: boolean; isSpent: boolean };

/** The newest code that `asked` selects, and whether it is still good; time is the database's. */
async function newestOf(asked: Prisma.Sql): Promise<Newest | undefined> {
  const isSpent = Prisma.sql`greatest(attempts, network_attempts) >= ${CODE_TRIES}`;
  const [newest] = await db().$queryRaw<Newest[]>`
    SELECT id, user_id AS "userId", code_hash AS "codeHash", browser, network,
      consumed_at IS NULL AND expires_at > now() AND NOT ${isSpent} AS "isLive",
      consumed_at IS NULL AND expires_at <= now() AS "isExpired",
      consumed_at IS NULL AND ${isSpent} AS "isSpent"
    FROM one_time_codes WHERE ${asked} ORDER BY created_at DESC, id DESC LIMIT 1`;
  return newest;
}

/**
 * True for a code whose own tries this caller has, used up or not: strangers' tries are not for
 * that one.
 */
function isOwnOf(check: Check, own: Own, code: Newest): boolean {
  return code.browser === check.browser || (!own.isAsker && code.network === networkOf(check));
}

/**
 * What a stranger learns of a failure: nothing, unless the code they hold is the right one and good
 * for nobody but the browser that asked. Takes as long whether there is a code or not, and throws
 * `rate_limited` to a network address that has been wrong too often.
 */
async function failAsStranger(check: Check, hasGuessed: boolean): Promise<State> {
  const isOver = (await secondsOverLimit("code_failures_ip", check.ip)) > 0;
  let state: State = "none";
  if (!hasGuessed && !isOver) {
    const newest = await newestOf(Prisma.sql`mailbox = ${mailboxOf(check)}`);
    const dead = newest && (newest.isExpired || newest.isSpent) ? newest : undefined;
    const isRight = await matchesHash(dead?.codeHash ?? (await unmatchableHash()), check.code);
    if (dead && isRight) state = dead.isExpired ? "expired" : "spent";
  }
  await takeLimit("code_failures_ip", check.ip);
  return state;
}
