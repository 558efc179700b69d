import "server-only";
import { campusPeople } from "@/lib/audience/server/people";
import { departments, programmes } from "@/lib/campus/server/campus";
import type { PeopleAnswer, PeopleQuery } from "@/lib/people-search/people-schema";
import { matchesWordPrefixes } from "@/lib/people-search/server/search";
import type { Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { read } from "@/lib/platform/replica";
import { takeToken } from "@/lib/platform/token-bucket";
import { COLLEGES } from "@/lib/product";
import { countPeopleSeen } from "@/lib/profiles/server/people-seen";
import {
  seesBatch,
  toUserListItem,
  type UserListItemRow,
  userListItemColumns,
} from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** Who is on the campus, by role and class (docs/security.md, Accounts, names and deletion). */

/**
 * A page of the chosen people by name, how many there are, and how many each other choice would
 * give. People hidden from the viewer are in no list and no count, nor is a hidden year. Throws
 * `validation` for what the campus file does not have, and for a section of another department than
 * the viewer's; and `rate_limited`, for the API and for pages alike.
 */
export async function listCampusPeople(viewer: Viewer, query: PeopleQuery): Promise<PeopleAnswer> {
  requireKnown(query);
  takeToken("search", viewer.id);
  const { rows, counts } = await read(viewer, (client) => findPeople(client, viewer, query));
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const { total, ...facets } = counts;
  const people = page.map(toUserListItem);
  await countPeopleSeen(viewer, people);
  return {
    people,
    total,
    facets,
    nextCursor: rows.length > query.limit && last ? `${last.userId}${last.searchName}` : null,
  };
}

/** Throws `validation` for a college, department or programme that the campus file lacks. */
function requireKnown({ college, department, programme }: PeopleQuery): void {
  const codes = COLLEGES.map((entry) => entry.code).filter((code) => code === (college ?? code));
  if (codes.length === 0) throw unknown("college", "college is not one of this campus.");
  const has = (code: string, listOf: typeof departments | typeof programmes) =>
    codes.some((each) => listOf(each).some((entry) => entry.code === code));
  if (department !== undefined && !has(department, departments))
    throw unknown("department", "department is not one of the college.");
  if (programme !== undefined && !has(programme, programmes))
    throw unknown("programme", "programme is not one of the college.");
}

const unknown = (path: string, message: string) =>
  new ApiError("validation", message, { issues: [{ path, message }] });

type Found = { rows: (UserListItemRow & { searchName: string })[]; counts: Counts };
type Counts = PeopleAnswer["facets"] & { total: number };

async function findPeople(client: Tx, viewer: Viewer, query: PeopleQuery): Promise<Found> {
  const { q, college, programme, section, department, batch, role, from, cursor, limit } = query;
  if (section !== undefined) await requireOwnDepartment(client, viewer, query);
  const me = viewer.id;
  const shownBatch = Prisma.sql`CASE WHEN ${seesBatch(me)} THEN u.batch END`;
  /** The condition of each choice that has counts and is made. */
  const chosen = {
    department: department === undefined ? undefined : Prisma.sql`u.department = ${department}`,
    batch: batch === undefined ? undefined : Prisma.sql`(u.batch = ${batch} AND ${seesBatch(me)})`,
    role: role === undefined ? undefined : Prisma.sql`u.role = ${role}::"MemberRole"`,
  };
  type Facet = keyof typeof chosen;
  const always = [campusPeople(me).sql];
  if (q !== "") always.push(matchesWordPrefixes(q));
  if (college !== undefined) always.push(Prisma.sql`u.college_name = ${college}`);
  if (programme !== undefined) always.push(Prisma.sql`u.programme = ${programme}`);
  if (section !== undefined)
    always.push(Prisma.sql`u.section = ${section} AND u.department = ${department}
      AND u.college_name = (SELECT college_name FROM users WHERE id = ${me}::uuid)`);
  const matching = (but?: Facet) => {
    const others = Object.entries(chosen).flatMap(([name, sql]) => (sql && name !== but ? [sql] : []));
    return Prisma.join([...always, ...others], " AND ");
  };
  const values = { department: Prisma.sql`u.department`, batch: shownBatch, role: Prisma.sql`u.role` };
  /** The counts of a choice that is made, under the others alone. */
  const facet = (name: Facet) => Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object('value', value, 'count', count) ORDER BY value), '[]') FROM (${
      chosen[name]
        ? Prisma.sql`SELECT ${values[name]} AS value, count(*) FROM users u WHERE ${matching(name)} GROUP BY 1`
        : Prisma.sql`SELECT ${Prisma.raw(name)} AS value, sum(count) AS count FROM found GROUP BY 1`
    }) each WHERE value IS NOT NULL)`;
  const after = cursor
    ? Prisma.sql`AND (u.search_name, u.id) > (${cursor.name}, ${cursor.id}::uuid)`
    : Prisma.sql`AND u.search_name >= ${from?.toLowerCase() ?? ""}`;
  const rows = await client.sql<UserListItemRow & { searchName: string; counts: Counts }>`
    WITH found AS MATERIALIZED (
      SELECT u.department, ${shownBatch} AS batch, u.role, count(*) FROM users u WHERE ${matching()} GROUP BY 1, 2, 3
    ), counts AS (
      SELECT json_build_object('total', (SELECT coalesce(sum(count), 0) FROM found),
        'department', ${facet("department")}, 'batch', ${facet("batch")}, 'role', ${facet("role")}) AS counts
    )
    SELECT counts.counts, page.search_name AS "searchName", ${userListItemColumns(me)}
    FROM counts LEFT JOIN (
      (SELECT u.id, u.search_name FROM users u WHERE ${matching()} ${after}
        ORDER BY u.search_name, u.id LIMIT ${limit + 1}) page
      JOIN users u ON u.id = page.id
    ) ON true
    ORDER BY page.search_name, page.id`;
  const [first] = rows;
  if (!first) throw new Error("Counting people found nothing.");
  return { rows: rows.filter((row) => row.userId !== null), counts: first.counts };
}

const OWN_DEPARTMENT = "A section is for people of the same department: give your own department with it.";

/** Throws `validation` unless the department is the viewer's own, at their own college. */
async function requireOwnDepartment(client: Tx, viewer: Viewer, { department, college }: PeopleQuery) {
  const me = await client.user.findUnique({
    where: { id: viewer.id },
    select: { department: true, collegeName: true },
  });
  const isOwn = department !== undefined && department === me?.department;
  if (!isOwn || (college ?? me.collegeName) !== me.collegeName) throw unknown("section", OWN_DEPARTMENT);
}
