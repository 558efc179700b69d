import "server-only";
import { pictureUrl } from "@/lib/uploads/view";
import type { OwnUser, User } from "@/lib/users/contract";
import type { User as UserRow } from "@/prisma/generated/client/client";

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
