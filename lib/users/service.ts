import "server-only";
import { ApiError } from "@/lib/api/errors";
import type { Viewer } from "@/lib/auth/access";
import { fold, usernameBase } from "@/lib/format/names";
import { notify, withdraw } from "@/lib/notifications/service";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ANONYMOUS_NAME } from "@/lib/product";
import { claimPicture } from "@/lib/uploads/service";
import type { FollowAnswer, ProfileBody, User } from "@/lib/users/contract";
import { type OwnUserRow, viewOwnUser, viewUser } from "@/lib/users/view";

/** People: profiles, circles and search. */

const notFound = () => new ApiError("not_found", "User not found");

/** The viewer's own row. Throws `unauthenticated` when the account is gone. */
export async function getOwnUser(viewer: Viewer): Promise<OwnUserRow> {
  const user = await db().user.findUnique({ where: { id: viewer.id, isActive: true } });
  if (!user) throw new ApiError("unauthenticated", "Please log in to continue.");
  return user;
}

/** A profile; one's own has the private fields. Throws `not_found`. */
export async function getUser(viewer: Viewer, userId: string): Promise<User> {
  if (userId === viewer.id) return viewOwnUser(await getOwnUser(viewer));
  const user = await db().user.findUnique({
    where: { id: userId, isActive: true, verifiedAt: { not: null } },
    include: { followers: { where: { followerId: viewer.id }, select: { followerId: true } } },
  });
  if (!user) throw notFound();
  return viewUser(user, { isInCircle: user.followers.length > 0 });
}

/** What search compares with: name, username and college id, without case and accents. */
export function searchTextOf(user: { name: string; username?: string | null; collegeId?: string }): string {
  const name = user.name === ANONYMOUS_NAME ? "" : user.name;
  return fold([name, user.username ?? "", user.collegeId ?? ""].join(" "));
}

/** A change of the viewer's own profile; `passwordHash` comes only from registration. */
type ProfileChange = ProfileBody & { passwordHash?: string };

/**
 * Changes the viewer's profile and gives it a username with the first real name. Throws `forbidden` for anybody
 * else's profile and `validation` for a picture that is not on our own media host.
 */
export async function updateProfile(
  viewer: Viewer,
  userId: string,
  change: ProfileBody,
): Promise<OwnUserRow> {
  if (userId !== viewer.id) {
    await getUser(viewer, userId);
    throw new ApiError("forbidden", "You can only change your own profile.");
  }
  return completeProfile(viewer, change);
}

/** As `updateProfile`, for oneself. */
export async function completeProfile(viewer: Viewer, change: ProfileChange): Promise<OwnUserRow> {
  return transaction(async (tx) => {
    await lockUsers(tx, [viewer.id]);
    const user = await tx.user.findUnique({ where: { id: viewer.id, isActive: true } });
    if (!user) throw new ApiError("unauthenticated", "Please log in to continue.");
    const { avatar, banner, ...plain } = change;
    const name = plain.name ?? user.name;
    const username =
      user.username ?? (name === ANONYMOUS_NAME ? null : await freeUsername(tx, usernameBase(name)));
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

/** The first of `base`, `base.2`, `base.3` … that nobody has. One writer at a time for each base. */
async function freeUsername(tx: Tx, base: string): Promise<string> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`username:${base}`}, 0))`;
  const taken = await tx.$queryRaw<{ number: number }[]>`
    SELECT coalesce(nullif(substring(username FROM ${base.length + 2}), ''), '1')::int AS number FROM users
    WHERE username = ${base} OR (username LIKE ${`${base}.%`} AND substring(username FROM ${base.length + 2}) ~ '^[0-9]{1,8}$')
    ORDER BY number DESC LIMIT 1`;
  const last = taken[0]?.number;
  return last === undefined ? base : `${base}.${last + 1}`;
}

/** Locks people's rows in one order for all, so that no two transactions wait for each other. */
export async function lockUsers(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ANY(${ids}::uuid[]) AND is_active ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.map((row) => row.id));
}

/**
 * Joins or leaves a person's circle; without `inCircle` it toggles. Throws `validation` for oneself and `not_found`.
 */
export async function setCircle(viewer: Viewer, userId: string, inCircle?: boolean): Promise<FollowAnswer> {
  if (userId === viewer.id)
    throw new ApiError("validation", "You are the centre of your own circle already.");
  return transaction(async (tx) => {
    const found = await lockUsers(tx, [viewer.id, userId]);
    if (!found.has(userId)) throw notFound();
    const left = await tx.$executeRaw`
      DELETE FROM follows WHERE follower_id = ${viewer.id}::uuid AND followee_id = ${userId}::uuid
        AND ${inCircle === true} = false`;
    let joined = 0;
    if (left === 0 && inCircle !== false) {
      joined = await tx.$executeRaw`
        INSERT INTO follows (follower_id, followee_id) VALUES (${viewer.id}::uuid, ${userId}::uuid)
        ON CONFLICT DO NOTHING`;
    }
    const change = joined - left;
    const [counted] = await tx.$queryRaw<{ followers_count: number }[]>`
      UPDATE users SET followers_count = followers_count + ${change} WHERE id = ${userId}::uuid RETURNING followers_count`;
    if (change !== 0) {
      await tx.$executeRaw`UPDATE users SET following_count = following_count + ${change} WHERE id = ${viewer.id}::uuid`;
    }
    const event = { senderId: viewer.id, receiverId: userId, type: "follow" as const, postId: null };
    if (joined) await notify(tx, { ...event, message: "joined your circle" });
    if (left) await withdraw(tx, event);
    const isInCircle = inCircle ?? joined > 0;
    return {
      isInCircle,
      circleCount: counted?.followers_count ?? 0,
      message: isInCircle ? "You joined the circle." : "You left the circle.",
    };
  });
}
