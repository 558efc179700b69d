import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { ANONYMOUS_NAME } from "@/lib/product";
import { usernameChangeableAt } from "@/lib/profiles/policy";
import { isReservedUsername } from "@/lib/profiles/username";
import type { Viewer } from "@/lib/sessions/server/access";
import { usernameBase } from "@/lib/text/names";
import { dayMonthYear } from "@/lib/time/relative-time";

/** Usernames: one made of the first real name, and the one somebody chooses. */

/** A username made of a person's name that nobody has; null for the placeholder name. */
export async function usernameFor(tx: Tx, name: string): Promise<string | null> {
  if (name === ANONYMOUS_NAME) return null;
  const base = usernameBase(name);
  return freeUsername(tx, isReservedUsername(base) ? "student" : base);
}

/**
 * `base`, or `base.2`, `base.3` … that nobody has. Numbers are doubled until one is free, then
 * halved down to the first free one above a taken one: some twenty looks through the unique index,
 * however many share the name.
 */
async function freeUsername(tx: Tx, base: string): Promise<string> {
  await lockUsername(tx, base);
  const named = (number: number) => (number === 1 ? base : `${base}.${number}`);
  if (!(await isTaken(tx, base))) return base;
  let taken = 1;
  let free = 2;
  while (await isTaken(tx, named(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(tx, named(middle))) taken = middle;
    else free = middle;
  }
  return named(free);
}

async function isTaken(tx: Tx, username: string): Promise<boolean> {
  return (await tx.user.count({ where: { username } })) > 0;
}

/** One writer at a time for each base. */
async function lockUsername(tx: Tx, base: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`username:${base}`}, 0))`;
}

/**
 * Makes sure that a person may take a username now. Throws `username_locked` when they chose one
 * lately and `username_taken`.
 */
export async function claimUsername(
  tx: Tx,
  user: { usernameChangedAt: Date | null },
  username: string,
): Promise<void> {
  const at = usernameChangeableAt(user);
  if (at) throw new ApiError("username_locked", `You can change your username again on ${dayMonthYear(at)}.`);
  // It may also be the next one made of somebody's name: the shorter base first, so that nobody
  // waits in a circle.
  const base = username.replace(/\.\d+$/, "");
  if (base !== username) await lockUsername(tx, base);
  await lockUsername(tx, username);
  if (await isTaken(tx, username))
    throw new ApiError("username_taken", `@${username} is taken. Please choose another.`);
}

/**
 * Whether the viewer could take a username, as far as others are concerned. One's own is available.
 */
export async function checkUsername(viewer: Viewer, username: string) {
  const others = await db().user.count({ where: { username, id: { not: viewer.id } } });
  return others > 0
    ? { available: false, message: `@${username} is taken.` }
    : { available: true, message: `@${username} is available.` };
}

/** The id of the person with a username, whatever its case; undefined when nobody has it. */
export async function findByUsername(username: string): Promise<string | undefined> {
  const user = await db().user.findUnique({
    where: { username: username.toLowerCase(), verifiedAt: { not: null } },
    select: { id: true },
  });
  return user?.id;
}
