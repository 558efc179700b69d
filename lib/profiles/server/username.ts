import "server-only";
import anyAscii from "any-ascii";
import { db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { takeToken } from "@/lib/platform/token-bucket";
import { ANONYMOUS_NAME } from "@/lib/product";
import { usernameChangeableAt } from "@/lib/profiles/policy";
import { isReservedUsername } from "@/lib/profiles/username";
import type { Viewer } from "@/lib/sessions/server/access";
import { fold } from "@/lib/text/fold";
import { withoutRollNumber } from "@/lib/text/names";
import { dayMonthYear } from "@/lib/time/relative-time";

/** Usernames: the first one is derived from the person's name, later ones are chosen. */

/** A username has at most 30 characters, and a number may follow the base. */
const BASE_MAX = 26;

/**
 * The base of a username: `Ishita Verma` → `ishita.verma`, `अमित शाह` → `amit.sah`, or `student`
 * for a name without letters.
 */
export function usernameBase(name: string): string {
  const base = fold(toLatin(withoutRollNumber(name).join(" ")))
    .replace(/[^a-z0-9]+/g, ".")
    .replace(/^\.+|\.+$/g, "")
    .slice(0, BASE_MAX)
    .replace(/\.+$/, "");
  return base === "" ? "student" : base;
}

/**
 * A text in Latin letters. Emoji are no letters, and signs that represent a sound (`Ol'ga`) would
 * split a word.
 */
function toLatin(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Extended_Pictographic}/gu, "")
    .replace(/[^ -~]+/g, (letters) => anyAscii(letters).replace(/[^a-z0-9 ]/gi, ""));
}

/** A free username derived from a person's name; null for the placeholder name. */
export async function usernameFor(tx: Tx, name: string): Promise<string | null> {
  if (name === ANONYMOUS_NAME) return null;
  const base = usernameBase(name);
  return freeUsername(tx, isReservedUsername(base) ? "student" : base);
}

/**
 * The first free one of `base`, `base.2`, `base.3` … It doubles the number until one is free, then
 * searches between the last taken and the first free one: some twenty lookups in the unique index,
 * however many people share the name.
 */
async function freeUsername(tx: Tx, base: string): Promise<string> {
  await lockUsername(tx, base);
  const numbered = (number: number) => (number === 1 ? base : `${base}.${number}`);
  if (!(await isTaken(tx, base))) return base;
  let taken = 1;
  let free = 2;
  while (await isTaken(tx, numbered(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(tx, numbered(middle))) taken = middle;
    else free = middle;
  }
  return numbered(free);
}

async function isTaken(tx: Tx, username: string): Promise<boolean> {
  return (await tx.user.count({ where: { username } })) > 0;
}

/** Lets one transaction at a time give out a username with this base. */
async function lockUsername(tx: Tx, base: string): Promise<void> {
  await tx.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`username:${base}`}, 0))`;
}

/**
 * Checks that a person may take a username now, and locks it until the transaction ends. Throws
 * `username_taken`, and `username_locked` when they chose one recently.
 */
export async function claimUsername(
  tx: Tx,
  user: { usernameChangedAt: Date | null },
  username: string,
): Promise<void> {
  const at = usernameChangeableAt(user);
  if (at) throw new ApiError("username_locked", `You can change your username again on ${dayMonthYear(at)}.`);
  // `dev.patel.2` may be given out for the name Dev Patel at this moment, so its base is locked
  // too. The base comes first in every transaction, so that there is no deadlock.
  const base = username.replace(/\.\d+$/, "");
  if (base !== username) await lockUsername(tx, base);
  await lockUsername(tx, username);
  if (await isTaken(tx, username))
    throw new ApiError("username_taken", `@${username} is taken. Please choose another.`);
}

/**
 * Whether no one else has a username. The viewer's own counts as available. Throws `rate_limited`.
 */
export async function checkUsername(viewer: Viewer, username: string) {
  takeToken("search", viewer.id);
  const others = await db().user.count({ where: { username, id: { not: viewer.id } } });
  return others > 0
    ? { available: false, message: `@${username} is taken.` }
    : { available: true, message: `@${username} is available.` };
}

/**
 * The id of the person with a username, in any case; undefined when there is none, or when they
 * have blocked the viewer.
 */
export async function findByUsername(viewer: Viewer, username: string): Promise<string | undefined> {
  const user = await db().user.findUnique({
    where: {
      username: username.toLowerCase(),
      verifiedAt: { not: null },
      blocks: { none: { blockedId: viewer.id } },
    },
    select: { id: true },
  });
  return user?.id;
}
