import "server-only";
import { SUGGESTIONS_SHOWN } from "@/lib/people-search/policy";
import type { Suggestion } from "@/lib/people-search/schema";
import { cacheFor, ExpiringCache } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { read } from "@/lib/platform/replica";
import { ANONYMOUS_NAME } from "@/lib/product";
import {
  isJoinedBy,
  toUserListItem,
  type UserListItemRow,
  userListItemColumns,
} from "@/lib/profiles/server/rows";
import { isOfferedTo, leftOutFor } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** Suggestions of circles to join. */

/** How many of the viewer's latest circles are read, and how many people of each: 2,500 rows. */
const CIRCLES_READ = 50;
const MEMBERS_READ = 50;
/** More than are shown, so that there are others to show once the viewer joins one. */
const CANDIDATES_MAX = 20;
/** People of the viewer's branch and year, so that others of the college are suggested too. */
const COHORT_MAX = 5;

/**
 * How long candidates are cached. Their rows are read for each request, so a person who was hidden,
 * blocked, muted or joined meanwhile is never suggested.
 */
const CACHE_MS = 60_000;
/** `via` has joined the candidate, and the viewer has joined `via`. */
type Candidate = { id: string; mutual: number; via: string | null };
const cache = new ExpiringCache<Candidate[]>(5_000);

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

/**
 * People the viewer may want to join. First those joined by people whose circles the viewer joined,
 * most mutual ones first; then some of the same branch and year, people with a large circle, and
 * the newest members, all of the same college; last, people of other colleges with a large circle.
 * The viewer and people they have already joined are left out.
 */
export async function suggestPeople(viewer: Viewer, limit = SUGGESTIONS_SHOWN): Promise<Suggestion[]> {
  const candidates = await getCandidates(viewer);
  const ids = candidates.map(({ id }) => id);
  const vias = candidates.map(({ via }) => via);
  const rows = await read(
    viewer,
    (client) => client.sql<UserListItemRow & { joinedBy: string | null }>`
      SELECT ${userListItemColumns(viewer.id)}, via.name AS "joinedBy"
      FROM unnest(${ids}::uuid[], ${vias}::uuid[]) AS c (id, via)
      JOIN users u ON u.id = c.id AND ${isOfferedTo(viewer.id)} AND ${isNotSuspended} AND ${isOfSameAge(viewer.id)}
      LEFT JOIN users via ON via.id = c.via AND via.id NOT IN ${leftOutFor(viewer.id)}`,
  );
  const people = new Map(rows.map((row) => [row.userId, row]));
  return candidates
    .flatMap(({ id, mutual }) => {
      const row = people.get(id);
      if (!row || row.isInCircle) return [];
      return [{ ...toUserListItem(row), mutualCount: mutual, joinedBy: row.joinedBy ?? "" }];
    })
    .slice(0, limit);
}

/** Who may not write is not recommended meanwhile; search still finds them. */
const isNotSuspended = Prisma.sql`(u.suspended_at IS NULL OR u.suspended_until < now())`;

/**
 * Adults are offered to adults, and minors to minors: people `u` who gave the viewer's answer.
 * Whoever has not said is offered to no one, and no one to them.
 */
const isOfSameAge = (viewerId: string) =>
  Prisma.sql`u.is_adult = (SELECT is_adult FROM users WHERE id = ${viewerId}::uuid)`;

async function getCandidates(viewer: Viewer): Promise<Candidate[]> {
  const cached = cache.get(viewer.id);
  if (cached) return cached;
  const candidates = await findCandidates(viewer, await wellJoinedPeople());
  cache.set(viewer.id, candidates, CACHE_MS);
  return candidates;
}

/**
 * A College ID begins with college, branch and year: `0901CS23` of `0901CS231042`. Only this part
 * is compared, never a part the viewer could choose, so that no one can find out the rest of an ID.
 */
const COHORT = "^\\d*[a-z]+\\d{2}(?=\\d{2})";

function findCandidates(viewer: Viewer, wellJoined: string[]): Promise<Candidate[]> {
  const isOffered = Prisma.sql`${isOfferedTo(viewer.id)} AND ${isNotSuspended} AND ${isOfSameAge(viewer.id)}`;
  return read(
    viewer,
    (client) => client.sql<Candidate>`
    WITH me AS MATERIALIZED (
      SELECT college_name, substring(lower(college_id) FROM ${COHORT}) AS cohort
      FROM users WHERE id = ${viewer.id}::uuid
    ), mine AS MATERIALIZED (
      SELECT followee_id, created_at FROM follows WHERE follower_id = ${viewer.id}::uuid
      ORDER BY created_at DESC, followee_id LIMIT ${CIRCLES_READ}
    ), shared AS (
      SELECT theirs.followee_id AS id, count(*)::int AS mutual,
        (array_agg(mine.followee_id ORDER BY mine.created_at DESC, mine.followee_id))[1] AS via
      FROM mine CROSS JOIN LATERAL (
        SELECT f.followee_id FROM follows f WHERE f.follower_id = mine.followee_id
        ORDER BY f.created_at DESC, f.followee_id LIMIT ${MEMBERS_READ}
      ) theirs
      JOIN users u ON u.id = theirs.followee_id AND ${isOffered}
      WHERE theirs.followee_id <> ${viewer.id}::uuid AND NOT ${isJoinedBy(viewer.id)}
      GROUP BY theirs.followee_id ORDER BY mutual DESC, theirs.followee_id LIMIT ${CANDIDATES_MAX}
    ), others AS (
      -- The range is for the index on College IDs, whatever the order of the database's locale.
      (SELECT u.id, 1 AS rank, 0 AS place, u.created_at FROM users u, me
      WHERE u.college_id <> '' AND lower(u.college_id) BETWEEN me.cohort AND me.cohort || 'zz'
        AND starts_with(lower(u.college_id), me.cohort) AND u.college_name = me.college_name
        AND u.id <> ${viewer.id}::uuid AND ${isOffered} AND NOT ${isJoinedBy(viewer.id)}
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${COHORT_MAX})
      UNION ALL
      (SELECT u.id, CASE WHEN u.college_name = me.college_name THEN 2 ELSE 4 END AS rank, popular.place::int,
        u.created_at
      FROM unnest(${wellJoined}::uuid[]) WITH ORDINALITY AS popular (id, place) JOIN users u ON u.id = popular.id, me
      WHERE u.id <> ${viewer.id}::uuid AND ${isOffered} AND NOT ${isJoinedBy(viewer.id)}
      ORDER BY rank, popular.place LIMIT ${CANDIDATES_MAX})
      UNION ALL
      (SELECT u.id, 3, 0, u.created_at FROM users u
      WHERE u.college_name = (SELECT college_name FROM me)
        AND u.id <> ${viewer.id}::uuid AND ${isOffered} AND NOT ${isJoinedBy(viewer.id)}
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${CANDIDATES_MAX})
    )
    SELECT id, mutual, via FROM (
      SELECT DISTINCT ON (id) * FROM (
        SELECT id, mutual, via, 0 AS rank, 0 AS place, now() AS created_at FROM shared
        UNION ALL SELECT id, 0, NULL, rank, place, created_at FROM others
      ) found ORDER BY id, rank
    ) best ORDER BY rank, mutual DESC, place, created_at DESC, id DESC LIMIT ${CANDIDATES_MAX}`,
  );
}
