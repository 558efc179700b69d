import "server-only";
import { pageNumbers } from "@/lib/api/pages";
import type { Viewer } from "@/lib/auth/access";
import { db } from "@/lib/platform/db";
import type { SearchAnswer, SearchQuery } from "@/lib/users/contract";
import { SEARCH_REACH } from "@/lib/users/limits";
import { type SearchPatterns, searchPatterns } from "@/lib/users/search-text";
import { isListed, type PersonRow, personColumns, viewPerson } from "@/lib/users/view";
import { Prisma } from "@/prisma/generated/client/client";

/** Finding people. */

/** With fewer exact matches than this, people whose names are one typo away are offered after them. */
const ENOUGH = 10;
/** Most people offered for a typo. */
const NEAR_MAX = 100;

const NOBODY = "No users found";

/**
 * People by name, username or college id, the best match first: names that begin with the query, then those in which every
 * word begins a word, then those that contain it, then those one typo
 * away, the most alike first. Each step reads an index and runs only while
 * the ones before it found too few, so the cost is that of the page and not of the campus.
 */
export async function searchPeople(viewer: Viewer, query: SearchQuery): Promise<SearchAnswer> {
  const patterns = searchPatterns(query.q);
  const rows = patterns ? await findRanked(viewer, query, patterns) : [];
  const total = rows[0]?.total ?? 0;
  const shown = rows.filter((row) => row.author_id !== null);
  const page = shown.slice(0, query.limit);
  const last = page.at(-1);
  return {
    users: page.map(viewPerson),
    total,
    ...pageNumbers({ ...query, cursor: undefined }, total),
    nextCursor: shown.length > query.limit && last ? `${last.position}_${last.author_id}` : null,
    message: total === 0 ? NOBODY : total === 1 ? "1 person found" : `${total} people found`,
  };
}

type RankedRow = PersonRow & { position: number; total: number };

/**
 * One page and one row more. A row without a person carries the total of a page past the end.
 */
function findRanked(viewer: Viewer, query: SearchQuery, patterns: SearchPatterns): Promise<RankedRow[]> {
  const { start, words, inside, typos } = patterns;
  const reach = SEARCH_REACH;
  const skip = (query.page - 1) * query.limit;
  const after = query.cursor
    ? Prisma.sql`coalesce((SELECT position FROM ranked WHERE id = ${query.cursor.id}::uuid), ${query.cursor.position})`
    : Prisma.sql`${skip}::bigint`;
  return db().$queryRaw<RankedRow[]>`
    WITH starting AS MATERIALIZED (
      SELECT u.id, u.search_text, 1 AS tier FROM users u
      WHERE u.search_text ~>=~ ${start} AND u.search_text ~<~ (${start} || '~') AND ${isListed}
      ORDER BY u.search_text USING ~<~, u.id LIMIT ${reach}
    ), word AS MATERIALIZED (
      SELECT u.id, u.search_text, 2 AS tier FROM users u
      WHERE (SELECT count(*) FROM starting) < ${reach} AND ${each("LIKE", words)} AND ${isListed}
      LIMIT ${reach}
    ), middle AS MATERIALIZED (
      SELECT u.id, u.search_text, 3 AS tier FROM users u
      WHERE (SELECT count(*) FROM word) < ${reach}
        AND (SELECT count(*) FROM starting) < ${reach} AND ${each("LIKE", inside)} AND ${isListed}
      LIMIT ${reach}
    ), exact AS (
      SELECT DISTINCT ON (id) id, search_text, tier
      FROM (TABLE starting UNION ALL TABLE word UNION ALL TABLE middle) t ORDER BY id, tier
    ), near AS MATERIALIZED (
      SELECT u.id, u.search_text, 5 - strict_word_similarity(${start}, u.search_text) AS tier FROM users u
      WHERE (SELECT count(*) FROM exact) < ${ENOUGH}
        AND ${each("~", typos)} AND ${isListed}
      LIMIT ${NEAR_MAX}
    ), ranked AS (
      SELECT id, row_number() OVER (ORDER BY tier, search_text USING ~<~, id) AS position
      FROM (
        TABLE exact UNION ALL SELECT * FROM near WHERE id NOT IN (SELECT id FROM exact)
      ) t ORDER BY position LIMIT ${reach}
    )
    SELECT totals.total, p.position::int AS position, ${personColumns(viewer.id)}
    FROM (SELECT count(*)::int AS total FROM ranked) totals
    LEFT JOIN (
      (SELECT * FROM ranked WHERE position > ${after} ORDER BY position LIMIT ${query.limit + 1}) p
      JOIN users u ON u.id = p.id
    ) ON true
    ORDER BY p.position`;
}

/** All patterns as conditions the index takes together. None at all is none for the index either. */
function each(operator: "LIKE" | "~", patterns: string[]): Prisma.Sql {
  if (patterns.length === 0) return Prisma.sql`false`;
  const compare = Prisma.raw(operator);
  return Prisma.join(
    patterns.map((pattern) => Prisma.sql`u.search_text ${compare} ${pattern}`),
    " AND ",
  );
}
