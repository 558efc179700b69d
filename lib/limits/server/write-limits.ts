import "server-only";
import { LRUCache } from "lru-cache";
import { addTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { limitOf } from "@/lib/platform/limits";
import {
  countUses,
  type LimitState,
  refundUses,
  rejectOver,
  tooMany,
  type Use,
} from "@/lib/platform/rate-limit";
import { sendSignal } from "@/lib/platform/signals";
import { pseudonym } from "@/lib/sessions/server/browser";

/**
 * The limits of what a person writes (docs/security.md, Limits):
 * - What an account can do in its first day, so that no one floods the campus from accounts made
 *   for it.
 * - Repeated links. The same link again and again is how spam looks. Past a limit, a post or
 *   comment that has it is not published but held for review. What one member writes to another is
 *   rejected, because moderators read nothing private that no one reported, and so is a bio.
 */

const FIRST_DAY_HOURS = 24;

/** What each limit of the first day says, with its count. */
const WORDINGS = {
  new_post: (count: number) => `publish ${count} posts in their first 24 hours`,
  new_comment: (count: number) => `write ${count} comments in their first 24 hours`,
  new_follow: (count: number) => `join ${count} circles an hour in their first 24 hours`,
  new_message_request: (count: number) => `message ${count} new people in their first 24 hours`,
};
type FirstDayLimit = keyof typeof WORDINGS;

export type WriteLimits = {
  firstDay?: FirstDayLimit | undefined;
  /** Whether this was written before. Past the limit of the first day it is still answered. */
  isRepeated?: () => Promise<boolean>;
  /** The addresses of other sites in the text (`outsideLinks`). */
  links?: string[];
  /** What happens to a text whose link was repeated too often: held for review, or rejected. */
  repeatedLinks?: "hold" | "reject";
  /** Further limits, and what they say. */
  others?: { uses: Use[]; wording: string };
};

/** What was counted, and whether moderators look at it before anyone else does. */
export type CountedWrite = { uses: Use[]; isHeld: boolean };

/**
 * Counts a write by a person towards its limits. Throws `rate_limited` when one of them is used up,
 * and then none of them is counted.
 */
export async function takeWriteLimits(
  personId: string,
  { firstDay, isRepeated, links = [], repeatedLinks = "hold", others }: WriteLimits,
): Promise<CountedWrite> {
  const msLeft = firstDay ? (await endOfFirstDay(personId)) - Date.now() : 0;
  const firstDayUses: Use[] = firstDay && msLeft > 0 ? [[firstDay, personId]] : [];
  const linkUses = usesOfLinks(personId, links);
  const uses = [...firstDayUses, ...linkUses, ...(others?.uses ?? [])];
  if (uses.length === 0) return { uses, isHeld: false };
  const states = await countUses(uses);
  const [ofFirstDay, ofLinks, ofOthers] = [
    states.slice(0, firstDayUses.length),
    states.slice(firstDayUses.length, firstDayUses.length + linkUses.length),
    states.slice(firstDayUses.length + linkUses.length),
  ];
  const counted = uses.filter((_, index) => !states[index]?.isOver);
  try {
    if (ofFirstDay.some(({ isOver }) => isOver) && !(await isRepeated?.())) {
      rejectFirstDay(ofFirstDay, msLeft);
    }
    if (repeatedLinks === "reject") {
      rejectOver(ofLinks, "You've shared this link too often today. Please try again");
    }
    rejectOver(ofOthers, others?.wording);
  } catch (error) {
    await refundUses(counted);
    throw error;
  }
  return { uses: counted, isHeld: ofLinks.some(({ isOver }) => isOver) };
}

/** What a write came to. A repetition of what was written before counts for nothing. */
export type WriteResult<Result> = { result: Result; isNew: boolean };

/** Writes, and refunds the limits it took if it fails or comes to nothing new. */
export async function refundUnlessNew<Result>(
  { uses }: CountedWrite,
  write: () => Promise<WriteResult<Result>>,
): Promise<Result> {
  let isNew = false;
  try {
    const written = await write();
    isNew = written.isNew;
    return written.result;
  } finally {
    if (!isNew && uses.length > 0) await refundUses(uses);
  }
}

/**
 * When the first day of an account ends, in milliseconds since 1970. It never changes, so each
 * process asks once for a person, however many writes of theirs arrive together.
 */
const ends = new LRUCache<string, Promise<number>>({ max: 50_000 });

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

/** Throws `rate_limited`. `msLeft` is what is left of the account's first day. */
function rejectFirstDay([state]: LimitState[], msLeft: number): void {
  if (!state) return;
  const name = state.name as FirstDayLimit;
  sendSignal("rejection", { limit: name });
  const seconds = Math.min(state.secondsLeft, Math.ceil(msLeft / 1000));
  throw tooMany(seconds, `New accounts can ${WORDINGS[name](limitOf(name).count)}. Please try again`);
}

/** By site as well: another query (`?a=1`, `?a=2`) makes another address of the same page. */
function usesOfLinks(personId: string, links: string[]): Use[] {
  const sites = [...new Set(links.map((link) => link.replace(/[/?].*$/, "")))];
  return [
    ...links.map((link): Use => ["same_link", `${pseudonym("link", link)}:${personId}`]),
    ...sites.map((site): Use => ["same_site", `${pseudonym("link", site)}:${personId}`]),
  ];
}
