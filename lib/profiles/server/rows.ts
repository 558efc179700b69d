import "server-only";
import { type AffiliationParts, affiliationLabel } from "@/lib/profiles/affiliation";
import type { Affiliation, PersonName, UserListItem, UserSummary } from "@/lib/profiles/schema";
import { pictureUrl } from "@/lib/uploads/server/rows";
import { Prisma } from "@/prisma/generated/client/client";

/** People as lists name them: the columns to select, and the objects the API answers with. */

/** How a person belongs to the college, with its words. */
export const toAffiliation = ({ role, department, batch }: AffiliationParts): Affiliation => ({
  role,
  department,
  batch,
  label: affiliationLabel({ role, department, batch }),
});

/** What names a person. */
type PersonNameRow = {
  userId: string;
  userName: string;
  userUsername: string | null;
  userAvatarId: string | null;
};

/** A row selected with `userSummaryColumns`. */
export type UserSummaryRow = PersonNameRow & {
  userRole: AffiliationParts["role"];
  userDepartment: string | null;
  userBatch: number | null;
};

/** The columns of a person `u`, for a viewer by id or column. */
export const userSummaryColumns = (viewer: string | Prisma.Sql) => Prisma.sql`
  u.id AS "userId", u.name AS "userName", u.username AS "userUsername", u.avatar_id AS "userAvatarId",
  u.role::text AS "userRole", u.department AS "userDepartment", ${shownBatch(viewer)} AS "userBatch"`;

/** Whether the viewer may see in which year `u` graduates: oneself, and as `u` has chosen. */
export const seesBatch = (viewer: string | Prisma.Sql) => Prisma.sql`(
  u.who_sees_batch = 'everyone' OR u.id = ${viewer}::uuid
  OR EXISTS (SELECT FROM follows theirs WHERE theirs.follower_id = u.id AND theirs.followee_id = ${viewer}::uuid))`;

/** The year in which `u` graduates, where the viewer may see it. */
export const shownBatch = (viewer: string | Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${seesBatch(viewer)} THEN u.batch END`;

export function toPersonName(row: PersonNameRow): PersonName {
  return {
    _id: row.userId,
    name: row.userName,
    username: row.userUsername ?? "",
    avatar: pictureUrl(row.userAvatarId),
  };
}

export function toUserSummary(row: UserSummaryRow): UserSummary {
  const { userRole: role, userDepartment: department, userBatch: batch } = row;
  return { ...toPersonName(row), affiliation: toAffiliation({ role, department, batch }) };
}

/** A row selected with `userSummaryColumns` and `userCollegeColumn`. */
export type UserCollegeRow = UserSummaryRow & { userCollege: string };

export const userCollegeColumn = Prisma.sql`u.college_name AS "userCollege"`;

/** A row selected with `userListItemColumns`. */
export type UserListItemRow = UserCollegeRow & { isInCircle: boolean };

/** The columns of a person `u` in a list, for one viewer. */
export function userListItemColumns(viewerId: string): Prisma.Sql {
  return Prisma.sql`
    ${userSummaryColumns(viewerId)}, ${userCollegeColumn}, ${isJoinedBy(viewerId)} AS "isInCircle"`;
}

/** Whether a person, by id or column, has joined the circle of `u`. */
export function isJoinedBy(person: string | Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM follows mine WHERE mine.follower_id = ${person}::uuid AND mine.followee_id = u.id)`;
}

export function toUserListItem(row: UserListItemRow): UserListItem {
  return {
    ...toUserSummary(row),
    collegeName: row.userCollege,
    isInCircle: row.isInCircle,
  };
}
