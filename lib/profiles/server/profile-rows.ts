import "server-only";
import { hiddenPeopleIds } from "@/lib/audience/server/people";
import { FORMER_NAME_DAYS, LATEST_JOINED, usernameChangeableAt } from "@/lib/profiles/policy";
import type { OwnUser, User } from "@/lib/profiles/schema";
import { type MentionsRow, mentionsColumn } from "@/lib/profiles/server/mentions";
import { isJoinedBy, shownBatch, toAffiliation } from "@/lib/profiles/server/rows";
import { isWaitingMinor, type Viewer } from "@/lib/sessions/server/access";
import { pictureUrl } from "@/lib/uploads/server/rows";
import { Prisma, type User as UserRow } from "@/prisma/generated/client/client";

/** Profiles: the columns to select, and the objects the API answers with. */

export type OwnUserRow = UserRow;

type Relation = { isInCircle: boolean };

/** Columns of a profile that hold no words or pictures of the person. */
export type UnwrittenColumn =
  | "id"
  | "collegeName"
  | "role"
  | "department"
  | "programme"
  | "batch"
  | "section"
  | "isActive"
  | "deletedAt"
  | "createdAt"
  | "updatedAt"
  | "followersCount"
  | "followingCount"
  | "postsCount";

/** What a profile shows. */
export type ProfileColumns = Pick<
  UserRow,
  UnwrittenColumn | "name" | "username" | "avatarId" | "bannerId" | "bio"
>;
type PrivateColumns = Pick<
  UserRow,
  | "email"
  | "collegeId"
  | "provider"
  | "verifiedAt"
  | "usernameChangedAt"
  | "hidesChecklist"
  | "hidesSuggestions"
  | "whoSeesBatch"
  | "isListed"
  | "agreedVersion"
  | "isAdult"
  | "minorConfirmedAt"
>;

function viewProfile(user: ProfileColumns, { isInCircle }: Relation) {
  return {
    _id: user.id,
    name: user.name,
    username: user.username ?? "",
    collegeName: user.collegeName,
    avatar: pictureUrl(user.avatarId),
    bio: user.bio,
    banner: pictureUrl(user.bannerId),
    role: user.role,
    affiliation: toAffiliation(user),
    programme: user.programme,
    section: user.section,
    isActive: user.isActive,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    followersCount: user.followersCount,
    followingCount: user.followingCount,
    postsCount: user.postsCount,
    circleCount: user.followersCount,
    isFollowing: isInCircle,
    isInCircle,
  };
}

/** A row selected with `profileColumns`. */
export type ProfileRow = OwnProfileRow &
  MentionsRow & {
    isInCircle: boolean;
    isInMyCircle: boolean;
    followers: string[];
    following: string[];
    reach: number;
    isBlocked: boolean;
    isMuted: boolean;
    mutedUntil: Date | null;
    formerName: string | null;
  };

/** A row selected with `ownUserColumns`. */
export type OwnProfileRow = ProfileColumns & PrivateColumns;

/** The columns of a person `u` that only they may see in full. */
export const ownUserColumns = Prisma.sql`
  u.id, u.name, u.username, u.username_changed_at AS "usernameChangedAt", u.college_name AS "collegeName",
  u.college_id AS "collegeId", u.avatar_id AS "avatarId", u.banner_id AS "bannerId", u.bio, u.role::text AS role, u.email,
  u.department, u.programme, u.batch, u.section, u.who_sees_batch::text AS "whoSeesBatch", u.is_listed AS "isListed",
  u.hides_checklist AS "hidesChecklist", u.hides_suggestions AS "hidesSuggestions", u.agreed_version AS "agreedVersion",
  u.is_adult AS "isAdult", u.minor_confirmed_at AS "minorConfirmedAt",
  u.provider::text AS provider, u.verified_at AS "verifiedAt", u.is_active AS "isActive", u.deleted_at AS "deletedAt",
  u.created_at AS "createdAt", u.updated_at AS "updatedAt", u.followers_count AS "followersCount",
  u.following_count AS "followingCount", u.posts_count AS "postsCount"`;

/**
 * The columns of a profile `u`, for one viewer. The lists are JSON, which the server decodes
 * five times quicker than PostgreSQL's arrays.
 */
export function profileColumns(viewerId: string): Prisma.Sql {
  return Prisma.sql`
    ${ownUserColumns}, ${shownBatch(viewerId)} AS batch, ${shownSection(viewerId)} AS section,
    ${isJoinedBy(viewerId)} AS "isInCircle",
    EXISTS (SELECT FROM follows WHERE follower_id = u.id AND followee_id = ${viewerId}::uuid) AS "isInMyCircle",
    to_json(ARRAY(SELECT f.follower_id FROM follows f
      WHERE f.followee_id = u.id AND f.follower_id NOT IN ${hiddenPeopleIds(viewerId)}
      ORDER BY f.created_at DESC, f.follower_id LIMIT ${LATEST_JOINED})) AS followers,
    to_json(ARRAY(SELECT f.followee_id FROM follows f
      WHERE f.follower_id = u.id AND f.followee_id NOT IN ${hiddenPeopleIds(viewerId)}
      ORDER BY f.created_at DESC, f.followee_id LIMIT ${LATEST_JOINED})) AS following,
    (SELECT coalesce(sum(p.likes_count + p.comments_count + p.shares_count), 0)::int FROM posts p
      WHERE p.author_id = u.id AND p.is_active) AS reach,
    ${mentionsColumn(viewerId, Prisma.sql`mention.profile_id = u.id AND u.bio <> ''`)},
    EXISTS (SELECT FROM blocks WHERE blocker_id = ${viewerId}::uuid AND blocked_id = u.id) AS "isBlocked",
    CASE WHEN u.name_changed_at > now() - make_interval(days => ${FORMER_NAME_DAYS}) THEN u.former_name END AS "formerName",
    mute.muter_id IS NOT NULL AS "isMuted", mute.until AS "mutedUntil"`;
}

/** The viewer's mute of the person, which `profileColumns` needs. */
export const profileJoins = (viewerId: string) => Prisma.sql`
  LEFT JOIN mutes mute ON mute.muter_id = ${viewerId}::uuid AND mute.muted_id = u.id
    AND (mute.until IS NULL OR mute.until > now())`;

/** What a blocker still sees of the person: whom to unblock, and how they are related. */
type ShownOfBlocked =
  | keyof PrivateColumns
  | "id"
  | "name"
  | "username"
  | "avatarId"
  | "collegeName"
  | "role"
  | "isActive"
  | "deletedAt"
  | "createdAt"
  | "updatedAt"
  | "isInCircle"
  | "isInMyCircle"
  | "isBlocked"
  | "isMuted"
  | "mutedUntil";

/** Everything else, blank. A new column of a profile has to be in one of both to compile. */
const BLOCKED = {
  bio: "",
  bannerId: null,
  department: null,
  programme: null,
  batch: null,
  section: null,
  followersCount: 0,
  followingCount: 0,
  postsCount: 0,
  followers: [],
  following: [],
  reach: 0,
  mentions: null,
  formerName: null,
} satisfies Omit<ProfileRow, ShownOfBlocked>;

/** A profile for others: never with the email, provider or College ID. */
export function toUser(row: ProfileRow): User {
  const user = row.isBlocked ? { ...row, ...BLOCKED } : row;
  const { isInMyCircle, followers, following, reach, isBlocked, isMuted, mutedUntil, formerName } = user;
  return {
    ...viewProfile(user, user),
    isInMyCircle,
    followers,
    following,
    reach,
    mentions: user.mentions ?? [],
    isBlocked,
    isMuted,
    mutedUntil: mutedUntil?.toISOString() ?? null,
    ...(formerName && { formerName }),
  };
}

/** The viewer's own profile, with its private fields and their standing. */
export function toOwnUser(user: OwnProfileRow, standing: Pick<Viewer, "staffRole" | "suspension">): OwnUser {
  return {
    ...viewProfile(user, { isInCircle: false }),
    email: user.email,
    collegeId: user.collegeId,
    provider: user.provider,
    verified: user.verifiedAt !== null,
    usernameChangeableAt: usernameChangeableAt(user)?.toISOString() ?? "",
    hidesChecklist: user.hidesChecklist,
    hidesSuggestions: user.hidesSuggestions,
    whoSeesBatch: user.whoSeesBatch,
    isListed: user.isListed,
    agreedVersion: user.agreedVersion ?? "",
    isAdult: user.isAdult,
    isWaiting: isWaitingMinor(user),
    staffRole: standing.staffRole ?? null,
    suspension: standing.suspension ?? null,
  };
}

/** The section is for one's own department of the same college: codes may be another college's. */
const shownSection = (viewerId: string) => Prisma.sql`
  CASE WHEN EXISTS (SELECT FROM users me WHERE me.id = ${viewerId}::uuid
      AND (me.id = u.id OR me.department = u.department AND me.college_name = u.college_name))
    THEN u.section END`;
