import "server-only";
import { cache } from "react";
import { recordConsent } from "@/lib/legal/server/consents";
import { outsideLinks } from "@/lib/limits/server/outside-links";
import { refundUnlessNew, takeWriteLimits } from "@/lib/limits/server/write-limits";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError, unauthenticatedError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { refundUses, takeLimits, type Use } from "@/lib/platform/rate-limit";
import { read } from "@/lib/platform/replica";
import { ANONYMOUS_NAME } from "@/lib/product";
import {
  AGE_LOCKED,
  canEditProfile,
  canJoinCollege,
  canSayAdult,
  OTHER_COLLEGE,
} from "@/lib/profiles/policy";
import type { OwnUser, ProfileBody, User } from "@/lib/profiles/schema";
import {
  assertAffiliation,
  isAffiliationChange,
  takeAffiliationChange,
} from "@/lib/profiles/server/affiliation";
import { storeMentions } from "@/lib/profiles/server/mentions";
import {
  type OwnProfileRow,
  type OwnUserRow,
  ownUserColumns,
  type ProfileRow,
  profileColumns,
  profileJoins,
  toOwnUser,
  toUser,
} from "@/lib/profiles/server/profile-rows";
import { claimUsername, usernameFor } from "@/lib/profiles/server/username";
import { forgetSessions, isBanned, type Viewer } from "@/lib/sessions/server/access";
import { USER_NOT_FOUND } from "@/lib/text/errors";
import { fold } from "@/lib/text/fold";
import { claimPicture, confirmPicture } from "@/lib/uploads/server/claim";

/** Reading profiles, and changing the viewer's own. */

export const userNotFound = () => new ApiError("not_found", USER_NOT_FOUND);

/** The viewer's own profile, for every page. Throws `unauthenticated` when the account is gone. */
export async function getOwnUser(viewer: Viewer): Promise<OwnUser> {
  const [user] = await db().sql<OwnProfileRow>`
    SELECT ${ownUserColumns} FROM users u WHERE u.id = ${viewer.id}::uuid AND (u.is_active OR ${isBanned(viewer)})`;
  if (!user) throw unauthenticatedError();
  return toOwnUser(user, viewer);
}

/** The viewer's own profile for a page and its layouts, which read it once. */
export const pageUser = cache(getOwnUser);

/**
 * A profile; the viewer's own has the private fields too. One query. Throws `not_found`, also for
 * someone who has blocked the viewer, and `user_deactivated` for a deactivated account.
 */
export async function getUser(viewer: Viewer, userId: string): Promise<User> {
  const user = await read(viewer, async (client) => {
    const [row] = await client.sql<ProfileRow>`
      SELECT ${profileColumns(viewer.id)} FROM users u ${profileJoins(viewer.id)}
      WHERE u.id = ${userId}::uuid AND NOT EXISTS (
        SELECT FROM blocks WHERE blocker_id = u.id AND blocked_id = ${viewer.id}::uuid)`;
    assertShown(row);
    return row;
  });
  return user.id === viewer.id ? { ...toUser(user), ...toOwnUser(user, viewer) } : toUser(user);
}

/**
 * The row of a person whom the viewer may see, and whether the viewer has blocked them. Throws like
 * `getUser`.
 */
export async function findShownUser(
  viewer: Viewer,
  userId: string,
): Promise<OwnUserRow & { isBlocked: boolean }> {
  const user = await db().user.findUnique({
    where: { id: userId, blocks: { none: { blockedId: viewer.id } } },
    include: { blockedBy: { where: { blockerId: viewer.id } } },
  });
  assertShown(user);
  const { blockedBy, ...row } = user;
  return { ...row, isBlocked: blockedBy.length > 0 };
}

/**
 * Whether one of two people has blocked the other. A write asks once it holds a lock that blocking
 * takes too (lib/safety/server/block.ts).
 */
export async function areBlocked(tx: Tx, one: string, other: string): Promise<boolean> {
  const [row] = await tx.sql<{ areBlocked: boolean }>`
    SELECT EXISTS (SELECT FROM blocks WHERE (blocker_id = ${one}::uuid AND blocked_id = ${other}::uuid)
      OR (blocker_id = ${other}::uuid AND blocked_id = ${one}::uuid)) AS "areBlocked"`;
  return row?.areBlocked ?? false;
}

/** Throws `not_found`, as for an unknown person, when one of the two has blocked the other. */
export async function assertNotBlocked(tx: Tx, viewerId: string, personId: string): Promise<void> {
  if (await areBlocked(tx, viewerId, personId)) throw userNotFound();
}

/** Throws unless others may see this person. */
function assertShown<Row extends Pick<OwnUserRow, "verifiedAt" | "isActive" | "deletedAt">>(
  user: Row | null | undefined,
): asserts user is Row {
  if (!user?.verifiedAt || user.deletedAt) throw userNotFound();
  if (!user.isActive) throw new ApiError("user_deactivated", "This account is deactivated.");
}

/** Throws `validation` for a college that the person's address does not belong to. */
export function assertCollegeOf(user: { email: string; collegeName?: string }, collegeName: string): void {
  if (collegeName === user.collegeName || canJoinCollege(user, collegeName)) return;
  throw new ApiError("validation", OTHER_COLLEGE, {
    issues: [{ path: "collegeName", message: OTHER_COLLEGE }],
  });
}

/** A change of the viewer's own profile; `passwordHash` comes only from registration. */
type ProfileChange = ProfileBody & { passwordHash?: string };

/** Throws `forbidden` for another person's profile, and `not_found` when there is none. */
export async function assertOwnProfile(viewer: Viewer, userId: string): Promise<void> {
  if (canEditProfile(viewer, userId)) return;
  await findShownUser(viewer, userId);
  throw new ApiError("forbidden", "You can only change your own profile.");
}

/**
 * Changes the viewer's profile. The first real name also sets the username. Throws like
 * `assertOwnProfile`, `validation` for a picture that is not on our own media host or a college
 * that is not the address's, `forbidden` for another answer about one's age within a year,
 * `username_taken` or `username_locked`, and like `takeAffiliationChange` and `assertAffiliation`.
 */
export async function updateProfile(
  viewer: Viewer,
  userId: string,
  change: ProfileBody,
): Promise<OwnUserRow> {
  await assertOwnProfile(viewer, userId);
  return completeProfile(viewer, change);
}

/**
 * Like `updateProfile`, without naming the profile. Throws `rate_limited` past five names a month,
 * and for a bio with a link that was shared too often.
 */
export async function completeProfile(viewer: Viewer, change: ProfileChange): Promise<OwnUserRow> {
  const added = await linksAddedToBio(viewer, change.bio);
  const rename = await takeNameChange(viewer, change.name);
  const taken: Taken = { rename, affiliation: [] };
  try {
    taken.affiliation = await takeAffiliationChange(viewer, change);
    const limits = await takeWriteLimits(viewer.id, { links: added, repeatedLinks: "reject" });
    return await refundUnlessNew(limits, async () => ({
      result: await saveProfile(viewer, change, taken),
      isNew: true,
    }));
  } catch (error) {
    const uses = [...(rename?.uses ?? []), ...taken.affiliation];
    if (uses.length > 0) await refundUses(uses);
    throw error;
  }
}

/** The outside links of a new bio that the one before did not have. */
async function linksAddedToBio(viewer: Viewer, bio: string | undefined): Promise<string[]> {
  const links = outsideLinks(bio ?? "");
  if (links.length === 0) return [];
  const before = await db().user.findUnique({ where: { id: viewer.id }, select: { bio: true } });
  const known = outsideLinks(before?.bio ?? "");
  return links.filter((link) => !known.includes(link));
}

/** What the change counts for. */
type Taken = { rename: Rename | undefined; affiliation: Use[] };

type Rename = { formerName: string; uses: Use[] };

/** A name without what may be corrected at any time: capitals, accents, dots and spaces. */
const lettersOf = (name: string) => fold(name).replace(/[. ]/g, "");

/**
 * Counts a change of the viewer's name; undefined for a correction or the first name. Throws
 * `rate_limited`.
 */
async function takeNameChange(viewer: Viewer, name: string | undefined): Promise<Rename | undefined> {
  if (name === undefined) return undefined;
  const user = await db().user.findUnique({ where: { id: viewer.id }, select: { name: true } });
  if (!user || user.name === ANONYMOUS_NAME || lettersOf(user.name) === lettersOf(name)) return undefined;
  const uses: Use[] = [["rename", viewer.id]];
  await takeLimits(uses, "You have changed your name five times already. You can change it again");
  return { formerName: user.name, uses };
}

const CHANGED_MEANWHILE = "Your profile was changed on another device. Please try again.";

async function saveProfile(
  viewer: Viewer,
  change: ProfileChange,
  { rename, affiliation }: Taken,
): Promise<OwnUserRow> {
  for (const url of [change.avatar, change.banner]) if (url) await confirmPicture(viewer, url);
  return transaction(async (tx) => {
    await lockUsers(tx, [viewer.id]);
    const user = await tx.user.findUnique({ where: { id: viewer.id, isActive: true } });
    if (!user) throw unauthenticatedError();
    const { avatar, banner, ...fields } = change;
    assertCollegeOf(user, fields.collegeName ?? user.collegeName);
    assertAffiliation(user, fields);
    // Another device may have said something since this was counted as a change, or was not.
    if (isAffiliationChange(user, fields) !== affiliation.length > 0) {
      throw new ApiError("conflict", CHANGED_MEANWHILE);
    }
    if (fields.isAdult && !canSayAdult(user)) throw new ApiError("forbidden", AGE_LOCKED);
    if (fields.isAdult !== undefined) afterCommit(tx, forgetSessions);
    if (fields.agreedVersion) await recordConsent(tx, viewer.id);
    const name = fields.name ?? user.name;
    const newUsername =
      fields.username !== undefined && fields.username !== user.username ? fields.username : undefined;
    if (newUsername) await claimUsername(tx, user, newUsername);
    const username = newUsername ?? user.username ?? (await usernameFor(tx, name));
    if (fields.bio !== undefined) await storeMentions(tx, viewer.id, { profileId: viewer.id }, fields.bio);
    return tx.user.update({
      where: { id: viewer.id },
      data: {
        ...fields,
        ...(avatar === undefined
          ? {}
          : { avatarId: await claimPicture(tx, viewer, avatar, "avatar", user.avatarId) }),
        ...(banner === undefined
          ? {}
          : { bannerId: await claimPicture(tx, viewer, banner, "banner", user.bannerId) }),
        username,
        ...(rename ? { formerName: rename.formerName, nameChangedAt: new Date() } : {}),
        ...(fields.isAdult !== undefined && fields.isAdult !== user.isAdult
          ? { ageSaidAt: new Date(), minorConfirmedAt: null }
          : {}),
        ...(fields.agreedVersion ? { agreedAt: new Date() } : {}),
        ...(newUsername ? { usernameChangedAt: new Date() } : {}),
        updatedAt: new Date(),
      },
    });
  });
}
