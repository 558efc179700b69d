import "server-only";
import { pageNumbers } from "@/lib/api/pages";
import type { Viewer } from "@/lib/auth/access";
import { db } from "@/lib/platform/db";
import { takeLimit } from "@/lib/platform/rate-limit";
import type { SearchAnswer, SearchQuery } from "@/lib/users/contract";
import { SEARCH_REACH } from "@/lib/users/limits";
import { likeBeginning, type SearchPatterns, searchPatterns } from "@/lib/users/search-text";
import { isListed, type PersonRow, personColumns, viewPerson } from "@/lib/users/view";
import { Prisma } from "@/prisma/generated/client/client";

/** Finding people. */

/** With fewer exact matches than this, people whose names are one typo away are offered after them. */
const ENOUGH = 10;
/** Most people offered for a typo. */
const NEAR_MAX = 100;
/** Most people who are looked at for a typo in the only word; where there are more words, everybody alike is. */
const ALIKE_MAX = 400;

const NOBODY = "No users found";

/**
 * People by name, username or college id, the best match first: whose college id it is as a whole (it is private, so no
 * part of it finds anybody), then names that begin with the query, then those in which every word begins a word, then
 * those that contain it, then those one typo away, the most alike first. Each step reads an index and runs only while
 * the ones before it found too few, so the cost is that of the page and not of the campus. Throws `rate_limited`, whoever
 * asks: the API or a page.
 */
export async function searchPeople(viewer: Viewer, query: SearchQuery): Promise<SearchAnswer> {
  await takeLimit("search", viewer.id);
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
  const { start, words, inside, typos, sure } = patterns;
  const reach = SEARCH_REACH;
  const skip = (query.page - 1) * query.limit;
  const after = query.cursor
    ? Prisma.sql`coalesce((SELECT position FROM ranked WHERE id = ${query.cursor.id}::uuid), ${query.cursor.position})`
    : Prisma.sql`${skip}::bigint`;
  return db().$queryRaw<RankedRow[]>`
    WITH owner AS MATERIALIZED (
      SELECT u.id, u.search_text, 0 AS tier FROM users u
      WHERE u.college_id <> '' AND lower(u.college_id) = lower(${query.q}) AND ${isListed} LIMIT ${reach}
    ), starting AS MATERIALIZED (
      SELECT u.id, u.search_text, 1 AS tier FROM users u
      WHERE u.search_text ~>=~ ${start} AND u.search_text ~<~ (${start} || '~') AND ${isListed}
      ORDER BY u.search_text USING ~<~, u.id LIMIT ${reach}
    ), word AS MATERIALIZED (
      SELECT u.id, u.search_text, 2 AS tier FROM users u
      WHERE (SELECT count(*) FROM starting) < ${reach} AND ${beginning(words)} AND ${isListed}
      LIMIT ${reach}
    ), middle AS MATERIALIZED (
      SELECT u.id, u.search_text, 3 AS tier FROM users u
      WHERE (SELECT count(*) FROM word) < ${reach}
        AND (SELECT count(*) FROM starting) < ${reach} AND ${inside.length > 0 ? each(inside) : Prisma.sql`false`} AND ${isListed}
      LIMIT ${reach}
    ), exact AS (
      SELECT DISTINCT ON (id) id, search_text, tier
      FROM (TABLE owner UNION ALL TABLE starting UNION ALL TABLE word UNION ALL TABLE middle) t ORDER BY id, tier
    ), near AS MATERIALIZED (
      SELECT u.id, u.search_text, 5 - strict_word_similarity(${start}, u.search_text) AS tier
      FROM (${alike(typos, sure.length === 0)}) found JOIN users u ON u.id = found.user_id
      WHERE (SELECT count(*) FROM exact) < ${ENOUGH} AND ${beginningEach(sure)} AND ${isListed}
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

/**
 * Whoever has, for each of `words`, a word that begins with it. One word is looked up among the words: where it is in
 * very many, the trigram index finds that out by reading them all.
 */
function beginning(words: string[]): Prisma.Sql {
  const [word = "", ...more] = words;
  if (more.length > 0) return beginningEach(words);
  return Prisma.sql`u.id IN (SELECT w.user_id FROM search_words w WHERE ${isBegunBy(Prisma.sql`${word}`)} LIMIT ${SEARCH_REACH})`;
}

/** The ids of those who have, for each list of `forms`, a word that begins with one of them. `isAll`: nothing else is asked. */
function alike(forms: string[][], isAll: boolean): Prisma.Sql {
  // Form by form, each through the index: a limit keeps the planner from any other way.
  const most = forms.length === 1 && isAll ? Prisma.sql`LIMIT ${ALIKE_MAX}` : Prisma.sql`OFFSET 0`;
  const sets = forms.map(
    (prefixes) => Prisma.sql`(
      SELECT w.user_id FROM unnest(${prefixes}::text[]) AS form
      CROSS JOIN LATERAL (SELECT w.user_id FROM search_words w WHERE ${isBegunBy(Prisma.sql`form`)} ${most}) w ${most})`,
  );
  const [only] = sets;
  if (!only) return Prisma.sql`SELECT NULL::uuid AS user_id WHERE false`;
  return sets.length > 1
    ? Prisma.join(sets, " INTERSECT ")
    : Prisma.sql`SELECT DISTINCT user_id FROM ${only} once`;
}

/** `~` comes after every character of a word. */
function isBegunBy(form: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`w.word >= ${form} AND w.word < ${form} || '~'`;
}

const beginningEach = (words: string[]) => each(words.map(likeBeginning));

/** All `LIKE` patterns as conditions the index takes together. */
function each(patterns: string[]): Prisma.Sql {
  const conditions = patterns.map((pattern) => Prisma.sql`u.search_text LIKE ${pattern}`);
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}
