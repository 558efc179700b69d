import "server-only";
import { ApiError } from "@/lib/api/errors";
import type { Viewer } from "@/lib/auth/access";
import { usernameBase } from "@/lib/format/names";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ANONYMOUS_NAME } from "@/lib/product";
import { claimPicture, confirmPicture } from "@/lib/uploads/service/claim";
import type { ProfileBody, User } from "@/lib/users/contract";
import { canEditProfile } from "@/lib/users/policy";
import { searchText } from "@/lib/users/search-text";
import { lockUsers } from "@/lib/users/service/lock";
import { type OwnUserRow, viewOwnUser, viewUser } from "@/lib/users/view";

/** Profiles: reading one, changing one's own. */

export const userNotFound = () => new ApiError("not_found", "User not found");

/** The viewer's own row. Throws `unauthenticated` when the account is gone. */
export async function getOwnUser(viewer: Viewer): Promise<OwnUserRow> {
  const user = await db().user.findUnique({ where: { id: viewer.id, isActive: true } });
  if (!user) throw new ApiError("unauthenticated", "Please log in to continue.");
  return user;
}

/**
 * A profile; one's own has the private fields. Throws `not_found`, and `user_deactivated` for an account that was
 * switched off.
 */
export async function getUser(viewer: Viewer, userId: string): Promise<User> {
  if (userId === viewer.id) return viewOwnUser(await getOwnUser(viewer));
  const user = await db().user.findUnique({
    where: { id: userId, verifiedAt: { not: null } },
    include: { followers: { where: { followerId: viewer.id }, select: { followerId: true } } },
  });
  if (!user) throw userNotFound();
  if (!user.isActive) throw new ApiError("user_deactivated", "This account is deactivated.");
  return viewUser(user, { isInCircle: user.followers.length > 0 });
}

/** The person's column for search; the placeholder name is nothing to be found by. */
export function searchTextOf(user: { name: string; username?: string | null; collegeId?: string }): string {
  const name = user.name === ANONYMOUS_NAME ? "" : user.name;
  return searchText({ name, username: user.username ?? "", collegeId: user.collegeId ?? "" });
}

/** A change of the viewer's own profile; `passwordHash` comes only from registration. */
type ProfileChange = ProfileBody & { passwordHash?: string };

/** Throws `forbidden` when the profile is another person's, and `not_found` when it is nobody's. */
export async function assertOwnProfile(viewer: Viewer, userId: string): Promise<void> {
  if (canEditProfile(viewer, userId)) return;
  await getUser(viewer, userId);
  throw new ApiError("forbidden", "You can only change your own profile.");
}

/**
 * Changes the viewer's profile and gives it a username with the first real name. Throws as `assertOwnProfile` does, and
 * `validation` for a picture that is not on our own media host.
 */
export async function updateProfile(
  viewer: Viewer,
  userId: string,
  change: ProfileBody,
): Promise<OwnUserRow> {
  await assertOwnProfile(viewer, userId);
  return completeProfile(viewer, change);
}

/** As `updateProfile`, for oneself. */
export async function completeProfile(viewer: Viewer, change: ProfileChange): Promise<OwnUserRow> {
  for (const url of [change.avatar, change.banner]) if (url) await confirmPicture(viewer, url);
  return transaction(async (tx) => {
    await lockUsers(tx, [viewer.id]);
    const user = await tx.user.findUnique({ where: { id: viewer.id, isActive: true } });
    if (!user) throw new ApiError("unauthenticated", "Please log in to continue.");
    const { avatar, banner, ...plain } = change;
    const name = plain.name ?? user.name;
    const username = user.username ?? (await usernameFor(tx, name));
    const collegeId = plain.collegeId ?? user.collegeId;
    return tx.user.update({
      where: { id: viewer.id },
      data: {
        ...plain,
        ...(avatar === undefined
          ? {}
          : { avatarId: await claimPicture(tx, viewer, avatar, "avatar", user.avatarId) }),
        ...(banner === undefined
          ? {}
          : { bannerId: await claimPicture(tx, viewer, banner, "banner", user.bannerId) }),
        username,
        searchText: searchTextOf({ name, username, collegeId }),
      },
    });
  });
}

/** A username made of a person's name that nobody has; null for the placeholder name. */
export async function usernameFor(tx: Tx, name: string): Promise<string | null> {
  return name === ANONYMOUS_NAME ? null : freeUsername(tx, usernameBase(name));
}

/** The first of `base`, `base.2`, `base.3` … that nobody has. One writer at a time for each base. */
async function freeUsername(tx: Tx, base: string): Promise<string> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`username:${base}`}, 0))`;
  const taken = await tx.$queryRaw<{ number: number }[]>`
    SELECT coalesce(nullif(substring(username FROM ${base.length + 2}::int), ''), '1')::int AS number FROM users
    WHERE username = ${base}
      OR (username LIKE ${`${base}.%`} AND substring(username FROM ${base.length + 2}::int) ~ '^[0-9]{1,8}$')
    ORDER BY number DESC LIMIT 1`;
  const last = taken[0]?.number;
  return last === undefined ? base : `${base}.${last + 1}`;
}
