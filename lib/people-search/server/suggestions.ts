import "server-only";
import { listedPeople, mutedOrHiddenIds, offeredPeople } from "@/lib/audience/server/people";
import { unsuspendedPeople } from "@/lib/audience/server/standing";
import { SUGGESTIONS_SHOWN } from "@/lib/people-search/policy";
import type { Suggestion } from "@/lib/people-search/schema";
import { cacheFor } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { read } from "@/lib/platform/replica";
import { ANONYMOUS_NAME } from "@/lib/product";
import {
  isJoinedBy,
  seesBatch,
  toUserListItem,
  type UserListItemRow,
  userListItemColumns,
} from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** Suggestions of circles to join. */

/** How many of the viewer's latest circles are read, and how many people of each: 2,500 rows. */
const CIRCLES_READ = 50;
const MEMBERS_READ = 50;
/** People read of the viewer's class, and of the newest of the college. */
const NEWEST_READ = 200;
/** More of the same class count as others of the college, so that these are suggested too. */
const CLASSMATES_MAX = 5;

/**
 * The people with the largest circles, the same for all viewers. No index has this order: it would
 * have to be updated at each join, and reading all people now and then costs less.
 */
const WELL_JOINED_FROM = 5;
const WELL_JOINED_READ = 50;
const WELL_JOINED_CACHE_MS = 10 * 60_000;
export const wellJoinedPeople = cacheFor(WELL_JOINED_CACHE_MS, async () => {
  const people = await db().user.findMany({
    where: {
      isActive: true,
      verifiedAt: { not: null },
      name: { not: ANONYMOUS_NAME },
      followersCount: { gte: WELL_JOINED_FROM },
    },
    orderBy: [{ followersCount: "desc" }, { id: "asc" }],
    take: WELL_JOINED_READ,
    select: { id: true },
  });
  return people.map(({ id }) => id);
});

type SuggestedRow = UserListItemRow & { bio: string; mutualCount: number; joinedBy: string | null };

/**
 * People the viewer may want to join. First those joined by people whose circles the viewer joined,
 * most mutual ones first; then some of the same class (department and year of graduation, which
 * people who hide it from the viewer have not), people with a large circle, and the newest members,
 * all of the same college; last, people of other colleges with a large circle.
 * Left out are the viewer, people they have already joined, and who may not write: search still
 * finds these. Nobody's age plays a part: who is offered would tell it.
 */
export async function suggestPeople(viewer: Viewer, limit = SUGGESTIONS_SHOWN): Promise<Suggestion[]> {
  const wellJoined = await wellJoinedPeople();
  const rows = await read(
    viewer,
    (client) => client.sql<SuggestedRow>`
    SELECT ${userListItemColumns(viewer.id)}, u.bio, suggested.mutual AS "mutualCount", via.name AS "joinedBy"
    FROM ${suggestedPeople(viewer.id, wellJoined)} suggested JOIN users u ON u.id = suggested.id
    LEFT JOIN users via ON via.id = suggested.via AND via.id NOT IN ${mutedOrHiddenIds(viewer.id)}
    ORDER BY suggested.position LIMIT ${limit}`,
  );
  return rows.map((row) => ({
    ...toUserListItem(row),
    bio: row.bio,
    mutualCount: row.mutualCount,
    joinedBy: row.joinedBy ?? "",
  }));
}

/** The ids and the order of those people, for the `FROM` of a query. */
export const suggestedPeople = (viewerId: string, wellJoined: readonly string[]) => Prisma.sql`(
    WITH me AS MATERIALIZED (
      SELECT college_name, role, department, batch
      FROM users WHERE id = ${viewerId}::uuid
    ), candidates AS (
      SELECT theirs.followee_id AS id, 0 AS rank, count(*)::int AS mutual, 0 AS place,
        (array_agg(mine.followee_id ORDER BY mine.created_at DESC, mine.followee_id))[1] AS via
      FROM (
        SELECT followee_id, created_at FROM follows WHERE follower_id = ${viewerId}::uuid
        ORDER BY created_at DESC, followee_id LIMIT ${CIRCLES_READ}
      ) mine CROSS JOIN LATERAL (
        SELECT f.followee_id FROM follows f WHERE f.follower_id = mine.followee_id
        ORDER BY f.created_at DESC, f.followee_id LIMIT ${MEMBERS_READ}
      ) theirs
      GROUP BY theirs.followee_id
      UNION ALL
      (SELECT u.id, 1, 0, 0, NULL FROM users u, me
      WHERE u.college_name = me.college_name AND u.department = me.department AND u.batch = me.batch
        AND u.role = 'student' AND me.role = 'student' AND ${seesBatch(viewerId)}
        AND ${listedPeople(viewerId).sql}
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${NEWEST_READ})
      UNION ALL
      SELECT popular.id, 2, 0, popular.place::int, NULL
      FROM unnest(${wellJoined}::uuid[]) WITH ORDINALITY AS popular (id, place)
      UNION ALL
      (SELECT u.id, 3, 0, 0, NULL FROM users u WHERE u.college_name = (SELECT college_name FROM me)
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${NEWEST_READ})
    ), offered AS (
      SELECT c.*, u.created_at, u.college_name = me.college_name AS "isOfCollege",
        row_number() OVER (PARTITION BY c.rank ORDER BY u.created_at DESC, u.id DESC) AS number
      FROM (SELECT DISTINCT ON (id) * FROM candidates ORDER BY id, rank) c JOIN users u ON u.id = c.id, me
      WHERE u.id <> ${viewerId}::uuid AND ${offeredPeople(viewerId).sql} AND NOT ${isJoinedBy(viewerId)}
        AND ${unsuspendedPeople}
    )
    SELECT id, mutual, via, row_number() OVER (ORDER BY
      CASE WHEN rank = 1 AND number > ${CLASSMATES_MAX} THEN 3 WHEN rank = 2 AND NOT "isOfCollege" THEN 4 ELSE rank END,
      mutual DESC, place, created_at DESC, id DESC) AS position
    FROM offered)`;
