import "server-only";
import { standingOf } from "@/lib/audience/server/standing";
import { campusFile } from "@/lib/campus/server/campus";
import { NEW_DAYS, PEOPLE_STATES, type PeopleState } from "@/lib/college/policy";
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
import { ApiError } from "@/lib/platform/errors";
import { MEMBER_ROLES, type MemberRole } from "@/lib/profiles/affiliation";
import { isProfileComplete } from "@/lib/profiles/policy";
import { isIncomplete, waitsForConfirmation } from "@/lib/profiles/server/affiliation";
import type { Viewer } from "@/lib/sessions/server/access";
import { isoDay } from "@/lib/time/relative-time";
import { Prisma, type User } from "@/prisma/generated/client/client";

/** Who is on the campus, as the college's admins see it. Their routes are for admins alone. */

/** The day an admin looked at the list of people is in the log, and not each page of it. */
const LOOK_MINUTES = 24 * 60;

/** The conditions are about people `u`. */
const STATES: Record<PeopleState, Prisma.Sql> = {
  waiting: waitsForConfirmation,
  moderating: Prisma.sql`u.staff_role IS NOT NULL`,
  new: Prisma.sql`(NOT ${isIncomplete} AND u.created_at > now() - make_interval(days => ${NEW_DAYS}))`,
  never_posted: Prisma.sql`(NOT ${isIncomplete} AND u.posts_count = 0)`,
  suspended: Prisma.sql`(u.suspended_at IS NOT NULL AND (u.suspended_until IS NULL OR u.suspended_until > now()))`,
  deactivated: Prisma.sql`(NOT u.is_active AND u.deactivated_at IS NOT NULL)`,
  incomplete: isIncomplete,
};

/**
 * The chosen people, 50 a page: first those who wait to be confirmed, each part by name. People who
 * are being deleted are not among them. That the viewer looked is in the log once a day. Throws
 * `validation` for a department that no college has.
 */
export async function listPeople(
  viewer: Viewer,
  { cursor, limit, ...choice }: PeopleQuery,
): Promise<PeopleAnswer> {
  assertDepartment(choice);
  const rows = await findPeople(choice, cursor, limit + 1);
  await transaction((tx) => logLook(tx, viewer, { action: "people_listed" }, LOOK_MINUTES));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    people: page.map(toCollegePerson),
    hasMore,
    nextCursor: hasMore && last ? `${last.isWaiting ? "w" : ""}${last.id}${last.searchName ?? ""}` : null,
  };
}

const hasRole = (role: MemberRole) => Prisma.sql`u.role = ${role}::"MemberRole"`;

/** Throws `validation` for a choice of a department that no college has. */
export function assertDepartment({ department }: PeopleChoice): void {
  const all = campusFile.colleges.flatMap(({ departments }) => departments.map(({ code }) => code));
  if (department === undefined || all.includes(department)) return;
  const message = "No college has this department.";
  throw new ApiError("validation", message, { issues: [{ path: "department", message }] });
}

/** How many people each choice has, in one pass over them. */
export async function countPeople(): Promise<PeopleCounts> {
  const count = (name: string, condition: Prisma.Sql) =>
    Prisma.sql`count(*) FILTER (WHERE ${condition})::int AS ${Prisma.raw(name)}`;
  const states = PEOPLE_STATES.map((state) => count(state, STATES[state]));
  const roles = MEMBER_ROLES.map((role) => count(role, hasRole(role)));
  const [counts] = await db().sql<PeopleCounts>`
    SELECT count(*)::int AS everyone, ${Prisma.join([...states, ...roles])}
    FROM users u WHERE u.deleted_at IS NULL`;
  if (!counts) throw new Error("Counting people found nothing.");
  return counts;
}

type StandingColumns = Parameters<typeof standingOf>[0];
export type PersonRow = MemberColumns &
  StandingColumns &
  Pick<User, "collegeName" | "role" | "department" | "batch" | "createdAt" | "searchName"> & {
    lastSeenAt: Date | null;
    isWaiting: boolean;
    /** Their request, if they are waiting. */
    requestedRole: MemberRole | null;
    requestedDepartment: string | null;
    requestedAt: Date | null;
  };

/** The chosen people after `cursor`: who waits first, then by name. An index has that order. */
export function findPeople(
  { q, role, state, department }: PeopleChoice,
  cursor: NameCursor | undefined,
  limit: number,
): Promise<PersonRow[]> {
  const conditions = [Prisma.sql`u.deleted_at IS NULL`];
  if (q) conditions.push(matches(q));
  if (role) conditions.push(hasRole(role));
  if (department) conditions.push(Prisma.sql`u.department = ${department}`);
  if (state) conditions.push(STATES[state]);
  const part = (waits: boolean, condition: Prisma.Sql) => {
    const all = [...conditions, condition];
    if (cursor?.isWaiting === waits) {
      all.push(Prisma.sql`(u.search_name, u.id) > (${cursor.name}, ${cursor.id}::uuid)`);
    }
    return Prisma.sql`(SELECT u.*, ${waits}::boolean AS is_waiting FROM users u WHERE ${Prisma.join(all, " AND ")}
      ORDER BY u.search_name, u.id LIMIT ${limit})`;
  };
  const parts = [];
  if (!cursor || cursor.isWaiting) parts.push(part(true, waitsForConfirmation));
  if (state !== "waiting") parts.push(part(false, Prisma.sql`NOT ${waitsForConfirmation}`));
  if (parts.length === 0) return Promise.resolve([]);
  return readRows(Prisma.sql`
    SELECT * FROM (${Prisma.join(parts, " UNION ALL ")}) p ORDER BY NOT p.is_waiting, p.search_name, p.id LIMIT ${limit}`);
}

/** The rows of chosen people, in the order of the list. */
const readRows = (chosen: Prisma.Sql) =>
  db().sql<PersonRow>`
    SELECT u.id, u.name, u.username, u.avatar_id AS "avatarId", u.email, u.college_name AS "collegeName",
      u.staff_role AS "staffRole", u.is_active AS "isActive", u.deleted_at AS "deletedAt",
      u.suspended_at AS "suspendedAt", u.suspended_until AS "suspendedUntil",
      u.switched_off_at AS "switchedOffAt", u.deactivated_at AS "deactivatedAt",
      u.verified_at AS "verifiedAt", u.is_adult AS "isAdult", u.minor_confirmed_at AS "minorConfirmedAt",
      u.created_at AS "createdAt", u.search_name AS "searchName", s.last_seen_at AS "lastSeenAt",
      u.role::text AS role, u.department, u.batch, u.is_waiting AS "isWaiting", r.role::text AS "requestedRole",
      r.department AS "requestedDepartment", r.created_at AS "requestedAt"
    FROM (${chosen}) u
    LEFT JOIN affiliation_requests r ON r.user_id = u.id AND u.is_waiting
    LEFT JOIN LATERAL (
      SELECT last_seen_at FROM sessions WHERE user_id = u.id ORDER BY last_seen_at DESC LIMIT 1
    ) s ON true
    ORDER BY NOT u.is_waiting, u.search_name, u.id`;

/** One person as the list has them. */
export async function findPerson(id: string): Promise<CollegePerson | undefined> {
  const [row] = await readRows(
    Prisma.sql`SELECT u.*, ${waitsForConfirmation} AS is_waiting FROM users u WHERE u.id = ${id}::uuid`,
  );
  return row && toCollegePerson(row);
}

/** By the beginning of words of the name and username, or of the address. */
function matches(q: string): Prisma.Sql {
  const address = Prisma.sql`u.email LIKE ${`${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`}`;
  return q.indexOf("@") > 0 ? address : Prisma.sql`(${matchesWordPrefixes(q)} OR ${address})`;
}

export const toCollegePerson = (row: PersonRow): CollegePerson => ({
  ...toStaffMember(row),
  state: stateOf(row),
  collegeName: row.collegeName,
  role: row.role,
  department: row.department,
  batch: row.batch,
  request:
    row.requestedRole && row.requestedAt
      ? {
          role: row.requestedRole,
          department: row.requestedDepartment,
          requestedAt: row.requestedAt.toISOString(),
        }
      : null,
  joinedOn: isoDay(row.createdAt),
  lastActiveOn: row.lastSeenAt && isoDay(row.lastSeenAt),
});

export function stateOf(row: PersonRow): CollegePerson["state"] {
  const standing = standingOf(row);
  // Deleted people are not listed.
  if (standing === "deleted" || standing === "unproven") return "incomplete";
  return standing === "active" && !isProfileComplete(row) ? "incomplete" : standing;
}
