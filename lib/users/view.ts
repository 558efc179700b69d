import "server-only";
import { ANONYMOUS_NAME } from "@/lib/product";
import { pictureUrl } from "@/lib/uploads/view";
import type { OwnUser, Person, User } from "@/lib/users/contract";
import { Prisma, type User as UserRow } from "@/prisma/generated/client/client";

/** A person's row as the wire shows it. */

export type OwnUserRow = UserRow;

type Relation = { isInCircle: boolean };

function viewProfile(user: UserRow, { isInCircle }: Relation): User {
  return {
    _id: user.id,
    name: user.name,
    username: user.username ?? "",
    collegeName: user.collegeName,
    avatar: pictureUrl(user.avatarId),
    bio: user.bio,
    banner: pictureUrl(user.bannerId),
    role: user.role,
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

/** Another person: never their address, provider or college id. */
export function viewUser(user: UserRow, relation: Relation): User {
  return viewProfile(user, relation);
}

/** Oneself, with what only oneself may see. */
export function viewOwnUser(user: UserRow): OwnUser {
  return {
    ...viewProfile(user, { isInCircle: false }),
    email: user.email,
    collegeId: user.collegeId,
    provider: user.provider,
    verified: user.verifiedAt !== null,
  };
}

/** The columns a raw query joins to show a person beside a thing, and the row they make. */
export type MemberRow = { author_id: string; author_name: string; author_avatar_id: string | null };

export function viewMember(row: MemberRow) {
  return { _id: row.author_id, name: row.author_name, avatar: pictureUrl(row.author_avatar_id) };
}

/** As `MemberRow`, for lists of people. */
export type PersonRow = MemberRow & {
  author_username: string | null;
  author_college: string;
  is_in_circle: boolean;
};

/** The columns of a person `u` in a list, for one viewer. */
export function personColumns(viewerId: string): Prisma.Sql {
  return Prisma.sql`
    u.id AS author_id, u.name AS author_name, u.avatar_id AS author_avatar_id, u.username AS author_username,
    u.college_name AS author_college,
    EXISTS (SELECT 1 FROM follows mine WHERE mine.follower_id = ${viewerId}::uuid AND mine.followee_id = u.id)
      AS is_in_circle`;
}

/** People who can be found and suggested: active, with a proven address and a name of their own. */
export const isListed = Prisma.sql`u.is_active AND u.verified_at IS NOT NULL AND u.name <> ${ANONYMOUS_NAME}`;

export function viewPerson(row: PersonRow): Person {
  return {
    ...viewMember(row),
    username: row.author_username ?? "",
    collegeName: row.author_college,
    isInCircle: row.is_in_circle,
  };
}
