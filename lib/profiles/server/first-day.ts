import "server-only";
import { ExpiringCache } from "@/lib/platform/cache";
import { addTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { countUses, limitOf, refundUses, tooMany, type Use } from "@/lib/platform/rate-limit";
import { sendSignal } from "@/lib/platform/signals";

/**
 * What an account can do in its first day, so that no one floods the campus from accounts made for
 * it (docs/security.md, Limits).
 */

const FIRST_DAY_HOURS = 24;

/** What each limit says, with its count. */
const WORDINGS = {
  new_post: (count: number) => `publish ${count} posts in their first 24 hours`,
  new_comment: (count: number) => `write ${count} comments in their first 24 hours`,
  new_follow: (count: number) => `join ${count} circles an hour in their first 24 hours`,
  new_message_request: (count: number) => `message ${count} new people in their first 24 hours`,
};
type FirstDayLimit = keyof typeof WORDINGS;

/**
 * When the first day of an account ends, in milliseconds since 1970. It never changes, so each
 * process asks once for a person, however many acts of theirs arrive together.
 */
const ends = new ExpiringCache<Promise<number>>(50_000);

function endOfFirstDay(userId: string): Promise<number> {
  const known = ends.get(userId);
  if (known) return known;
  const end = readEnd(userId);
  ends.set(userId, end);
  end.catch(() => ends.delete(userId));
  return end;
}

async function readEnd(userId: string): Promise<number> {
  const account = await db().user.findUnique({ where: { id: userId }, select: { verifiedAt: true } });
  // No one without a proven address has a session, but it may have ended while this was asked.
  return account?.verifiedAt ? addTime(account.verifiedAt, FIRST_DAY_HOURS, "hours").getTime() : 0;
}

/** What an act came to. A repetition of what was done before counts for nothing. */
type Done<Result> = { result: Result; isNew: boolean };

/**
 * Acts for a person, and counts it where their account is in its first day. Throws `rate_limited`
 * past the limit, except for what `isRepeated` recognises: that is answered as it was the first
 * time. Of an act that fails or comes to nothing new the use is refunded.
 */
export async function withFirstDayLimit<Result>(
  name: FirstDayLimit,
  userId: string,
  isRepeated: () => Promise<boolean>,
  act: () => Promise<Done<Result>>,
): Promise<Result> {
  const msLeft = (await endOfFirstDay(userId)) - Date.now();
  if (msLeft <= 0) return (await act()).result;
  const use: Use = [name, userId];
  const [state] = await countUses([use]);
  if (state?.isOver && !(await isRepeated())) {
    sendSignal("rejection", { limit: name });
    const seconds = Math.min(state.secondsLeft, Math.ceil(msLeft / 1000));
    throw tooMany(seconds, `New accounts can ${WORDINGS[name](limitOf(name).count)}. Please try again`);
  }
  let isCounted = false;
  try {
    const { result, isNew } = await act();
    isCounted = isNew;
    return result;
  } finally {
    if (!isCounted && !state?.isOver) await refundUses([use]);
  }
}
