import "server-only";
import { SUGGESTIONS_SHOWN } from "@/lib/people-search/policy";
import type { Suggestion } from "@/lib/people-search/schema";
import { ExpiringCache } from "@/lib/platform/cache";
import { read } from "@/lib/platform/replica";
import {
  isJoinedBy,
  toUserListItem,
  type UserListItemRow,
  userListItemColumns,
} from "@/lib/profiles/server/rows";
import { isListed } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";

/** Suggestions of circles to join. */

/** How many of the viewer's latest circles are read, and how many people of each: 2,500 rows. */
const CIRCLES_READ = 50;
const MEMBERS_READ = 50;
/** More than are shown, so that there are others to show once the viewer joins one. */
const CANDIDATES_MAX = 20;

/**
 * How long candidates are cached. Their rows are read for each request, so a person who was hidden
 * or joined meanwhile is never suggested.
 */
const CACHE_MS = 60_000;
type Candidate = { id: string; mutual: number };
const cache = new ExpiringCache<Candidate[]>(5_000);

/**
 * People the viewer may want to join. First those joined by people whose circles the viewer joined,
 * most mutual ones first, then the newest members of the same college. The viewer and people they
 * have already joined are left out.
 */
export async function suggestPeople(viewer: Viewer): Promise<Suggestion[]> {
  const candidates = await getCandidates(viewer);
  const ids = candidates.map(({ id }) => id);
  const rows = await read(
    viewer,
    (client) => client.$queryRaw<UserListItemRow[]>`
      SELECT ${userListItemColumns(viewer.id)} FROM users u
      WHERE u.id = ANY (${ids}::uuid[]) AND ${isListed}`,
  );
  const people = new Map(rows.map((row) => [row.userId, row]));
  return candidates
    .flatMap(({ id, mutual }) => {
      const row = people.get(id);
      return row && !row.isInCircle ? [{ ...toUserListItem(row), mutualCount: mutual }] : [];
    })
    .slice(0, SUGGESTIONS_SHOWN);
}

async function getCandidates(viewer: Viewer): Promise<Candidate[]> {
  const cached = cache.get(viewer.id);
  if (cached) return cached;
  const candidates = await findCandidates(viewer);
  cache.set(viewer.id, candidates, CACHE_MS);
  return candidates;
}

function findCandidates(viewer: Viewer): Promise<Candidate[]> {
  return read(
    viewer,
    (client) => client.$queryRaw<Candidate[]>`
    WITH mine AS MATERIALIZED (
      SELECT followee_id FROM follows WHERE follower_id = ${viewer.id}::uuid
      ORDER BY created_at DESC, followee_id LIMIT ${CIRCLES_READ}
    ), shared AS (
      SELECT theirs.followee_id AS id, count(*)::int AS mutual
      FROM mine CROSS JOIN LATERAL (
        SELECT f.followee_id FROM follows f WHERE f.follower_id = mine.followee_id
        ORDER BY f.created_at DESC, f.followee_id LIMIT ${MEMBERS_READ}
      ) theirs
      JOIN users u ON u.id = theirs.followee_id AND ${isListed}
      WHERE theirs.followee_id <> ${viewer.id}::uuid AND NOT ${isJoinedBy(viewer.id)}
      GROUP BY theirs.followee_id ORDER BY mutual DESC, theirs.followee_id LIMIT ${CANDIDATES_MAX}
    ), classmates AS (
      SELECT u.id, 0 AS mutual, u.created_at FROM users u
      WHERE u.college_name = (SELECT college_name FROM users WHERE id = ${viewer.id}::uuid)
        AND u.id <> ${viewer.id}::uuid AND ${isListed} AND NOT ${isJoinedBy(viewer.id)}
        AND u.id NOT IN (SELECT id FROM shared)
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${CANDIDATES_MAX}
    )
    SELECT id, mutual FROM (
      SELECT id, mutual, now() AS created_at FROM shared
      UNION ALL SELECT id, mutual, created_at FROM classmates
    ) t ORDER BY mutual DESC, created_at DESC, id DESC LIMIT ${CANDIDATES_MAX}`,
  );
}
