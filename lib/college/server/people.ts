import "server-only";
import { standingOf } from "@/lib/audience/server/standing";
import { NEW_DAYS, type PeopleRole, type PeopleState } from "@/lib/college/policy";
import type {
  CollegePerson,
  NameCursor,
  PeopleAnswer,
  PeopleChoice,
  PeopleCounts,
  PeopleQuery,
} from "@/lib/college/schema";
import { logLook } from "@/lib/moderation/server/log";
import { type MemberColumns, toStaffMember } from "@/lib/moderation/server/staff";
import { matchesWordPrefixes } from "@/lib/people-search/server/search";
import { db, transaction } from "@/lib/platform/db";
import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import { isProfileComplete } from "@/lib/profiles/policy";
import type { Viewer } from "@/lib/sessions/server/access";
import { isoDay } from "@/lib/time/relative-time";
import { Prisma, type User } from "@/prisma/generated/client/client";

/** Who is on the campus, as the college's admins see it. Their routes are for admins alone. */

/** The day an admin looked at the list of people is in the log, and not each page of it. */
const LOOK_MINUTES = 24 * 60;

/** The conditions are about people `u`. */
const isIncomplete = Prisma.sql`(u.verified_at IS NULL OR u.name IN ('', ${ANONYMOUS_NAME})
  OR u.college_name IN ('', ${NO_COLLEGE}))`;

const ROLES: Record<PeopleRole, Prisma.Sql> = {
  staff: Prisma.sql`u.staff_role IS NOT NULL`,
  moderator: Prisma.sql`u.staff_role = 'moderator'`,
  admin: Prisma.sql`u.staff_role = 'admin'`,
};

const STATES: Record<PeopleState, Prisma.Sql> = {
  new: Prisma.sql`(NOT ${isIncomplete} AND u.created_at > now() - make_interval(days => ${NEW_DAYS}))`,
  never_posted: Prisma.sql`(NOT ${isIncomplete} AND u.posts_count = 0)`,
  suspended: Prisma.sql`(u.suspended_at IS NOT NULL AND (u.suspended_until IS NULL OR u.suspended_until > now()))`,
  deactivated: Prisma.sql`(NOT u.is_active AND u.deactivated_at IS NOT NULL)`,
  incomplete: isIncomplete,
};

/**
 * People by name, 50 a page, of the chosen ones. Whoever is being deleted is not among them. That
 * the viewer looked is in the log once a day.
 */
export async function listPeople(
  viewer: Viewer,
  { cursor, limit, ...choice }: PeopleQuery,
): Promise<PeopleAnswer> {
  const rows = await findPeople(choice, cursor, limit + 1);
  await transaction((tx) => logLook(tx, viewer, { action: "people_listed" }, LOOK_MINUTES));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    people: page.map(toCollegePerson),
    hasMore,
    nextCursor: hasMore && last ? `${last.id}${last.searchName ?? ""}` : null,
  };
}

/** How many people each choice has, in one pass over them. */
export async function countPeople(): Promise<PeopleCounts> {
  const count = (condition: Prisma.Sql) => Prisma.sql`count(*) FILTER (WHERE ${condition})::int`;
  const [counts] = await db().sql<PeopleCounts>`
    SELECT count(*)::int AS everyone, ${count(ROLES.staff)} AS staff, ${count(STATES.new)} AS new,
      ${count(STATES.never_posted)} AS never_posted, ${count(STATES.suspended)} AS suspended,
      ${count(STATES.deactivated)} AS deactivated, ${count(STATES.incomplete)} AS incomplete
    FROM users u WHERE u.deleted_at IS NULL`;
  if (!counts) throw new Error("Counting people found nothing.");
  return counts;
}

type StandingColumns = Parameters<typeof standingOf>[0];
export type PersonRow = MemberColumns &
  StandingColumns &
  Pick<User, "collegeName" | "createdAt" | "searchName"> & { lastSeenAt: Date | null };

/** The chosen people after `cursor`, by name; through the index of that order. */
export function findPeople(
  { q, role, state }: PeopleChoice,
  cursor: NameCursor | undefined,
  limit: number,
): Promise<PersonRow[]> {
  const conditions = [Prisma.sql`u.deleted_at IS NULL`];
  if (q) conditions.push(matches(q));
  if (role) conditions.push(ROLES[role]);
  if (state) conditions.push(STATES[state]);
  if (cursor) conditions.push(Prisma.sql`(u.search_name, u.id) > (${cursor.name}, ${cursor.id}::uuid)`);
  return db().sql<PersonRow>`
    SELECT u.id, u.name, u.username, u.avatar_id AS "avatarId", u.email, u.college_name AS "collegeName",
      u.staff_role AS "staffRole", u.is_active AS "isActive", u.deleted_at AS "deletedAt",
      u.suspended_at AS "suspendedAt", u.suspended_until AS "suspendedUntil",
      u.switched_off_at AS "switchedOffAt", u.deactivated_at AS "deactivatedAt",
      u.verified_at AS "verifiedAt", u.is_adult AS "isAdult", u.minor_confirmed_at AS "minorConfirmedAt",
      u.created_at AS "createdAt", u.search_name AS "searchName", s.last_seen_at AS "lastSeenAt"
    FROM (
      SELECT * FROM users u WHERE ${Prisma.join(conditions, " AND ")} ORDER BY u.search_name, u.id LIMIT ${limit}
    ) u
    LEFT JOIN LATERAL (
      SELECT last_seen_at FROM sessions WHERE user_id = u.id ORDER BY last_seen_at DESC LIMIT 1
    ) s ON true
    ORDER BY u.search_name, u.id`;
}

/** By the beginning of words of the name and username, or of the address. */
function matches(q: string): Prisma.Sql {
  const address = Prisma.sql`u.email LIKE ${`${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`}`;
  return q.indexOf("@") > 0 ? address : Prisma.sql`(${matchesWordPrefixes(q)} OR ${address})`;
}

export const toCollegePerson = (row: PersonRow): CollegePerson => ({
  ...toStaffMember(row),
  state: stateOf(row),
  joinedOn: isoDay(row.createdAt),
  lastActiveOn: row.lastSeenAt && isoDay(row.lastSeenAt),
});

export function stateOf(row: PersonRow): CollegePerson["state"] {
  const standing = standingOf(row);
  // Whoever is deleted is not listed.
  if (standing === "deleted" || standing === "unproven") return "incomplete";
  return standing === "active" && !isProfileComplete(row) ? "incomplete" : standing;
}
