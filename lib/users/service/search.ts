import "server-only";
import { pageNumbers } from "@/lib/api/pages";
import type { Viewer } from "@/lib/auth/access";
import { fold } from "@/lib/format/names";
import { db } from "@/lib/platform/db";
import { takeLimit } from "@/lib/platform/rate-limit";
import type { SearchAnswer, SearchQuery } from "@/lib/users/contract";
import { SEARCH_REACH } from "@/lib/users/limits";
import { isListed, type PersonRow, personColumns, viewPerson } from "@/lib/users/view";
import { Prisma } from "@/prisma/generated/client/client";

/** Finding people (docs/decisions/0020). */

/** With fewer matches than this, people are offered whose names are only like what was typed. */
const ENOUGH = 10;
/** Most people who are compared for that. */
const COMPARED_MAX = 2_000;
/** How alike a word must be to be compared, and a whole name to be offered: 0 to 1 (pg_trgm). */
const WORD_SIMILARITY = "0.3";
const NAME_SIMILARITY = 0.25;

/**
 * People, the best match first: the owner of a College ID typed as a whole (it is private, so no part of it finds
 * anybody), names that begin with the text, those with a word or username that begins with each word of it, and when
 * these are few, names like it. Throws `rate_limited`, whoever asks: the API or a page.
 */
export async function searchPeople(viewer: Viewer, query: SearchQuery): Promise<SearchAnswer> {
  await takeLimit("search", viewer.id);
  const rows = await findRanked(viewer, query);
  const total = rows[0]?.total ?? 0;
  const people = rows.filter((row) => row.userId !== null);
  const page = people.slice(0, query.limit);
  const last = page.at(-1);
  return {
    users: page.map(viewPerson),
    total,
    ...pageNumbers({ ...query, cursor: undefined }, total),
    nextCursor: people.length > query.limit && last ? `${last.position}_${last.userId}` : null,
    message: total === 0 ? "No users found" : total === 1 ? "1 person found" : `${total} people found`,
  };
}

type RankedRow = PersonRow & { position: number; total: number };

/** One page and one row more. A row without a person carries the total of a page past the end. */
function findRanked(viewer: Viewer, { q, page, limit, cursor }: SearchQuery): Promise<RankedRow[]> {
  const name = Prisma.sql`fold_name(${withoutAt(q)})`;
  const alike = alikeTo(fold(withoutAt(q)).split(" "));
  const after = cursor
    ? Prisma.sql`coalesce((SELECT position FROM ranked WHERE id = ${cursor.id}::uuid), ${cursor.position})`
    : Prisma.sql`${(page - 1) * limit}::bigint`;
  return db().$queryRaw<RankedRow[]>`
    WITH exact AS MATERIALIZED (
      SELECT DISTINCT ON (id) id, search_name, rank FROM (
        (SELECT u.id, u.search_name, 0 AS rank FROM users u
          WHERE u.college_id <> '' AND lower(u.college_id) = lower(${q}) AND ${isListed} LIMIT ${SEARCH_REACH})
        UNION ALL
        (SELECT u.id, u.search_name, 1 FROM users u
          WHERE starts_with(u.search_name, nullif(${name}, '')) AND ${isListed}
          ORDER BY u.search_name, u.id LIMIT ${SEARCH_REACH})
        UNION ALL
        (SELECT u.id, u.search_name, 2 FROM users u WHERE ${hasWords(q)} AND ${isListed} LIMIT ${SEARCH_REACH})
      ) found ORDER BY id, rank
    ), compared AS (
      SELECT u.id, u.search_name, CASE WHEN ${alike.contains} THEN 1 WHEN ${alike.swapped} THEN 0.9
        ELSE strict_word_similarity(${name}, u.search_name) END AS similarity
      -- The setting is for this statement alone, and made once, before the index is read.
      FROM users u WHERE (SELECT set_config('pg_trgm.word_similarity_threshold', ${WORD_SIMILARITY}, true)) IS NOT NULL
        AND (SELECT count(*) FROM exact) < ${ENOUGH} AND (${alike.swapped} OR ${alike.isLike}) AND ${isListed}
      LIMIT ${COMPARED_MAX}
    ), ranked AS (
      SELECT id, row_number() OVER (ORDER BY rank, search_name, id) AS position FROM (
        TABLE exact UNION ALL SELECT id, search_name, 4 - similarity FROM compared
        WHERE similarity >= ${NAME_SIMILARITY} AND id NOT IN (SELECT id FROM exact)
      ) found ORDER BY position LIMIT ${SEARCH_REACH}
    )
    SELECT totals.total, p.position::int AS position, ${personColumns(viewer.id)}
    FROM (SELECT count(*)::int AS total FROM ranked) totals
    LEFT JOIN (
      (SELECT * FROM ranked WHERE position > ${after} ORDER BY position LIMIT ${limit + 1}) p
      JOIN users u ON u.id = p.id
    ) ON true
    ORDER BY p.position`;
}

/** People `u` with, for every word of `text`, one that begins with it, in the name or as the username. */
export const hasWords = (text: string) =>
  Prisma.sql`name_words(u.search_name, u.username) @@ name_query(${withoutAt(text)})`;

/** An at sign before a username is not part of it. */
const withoutAt = (text: string) => text.trim().replace(/^@(?=.)/, "");

/** No name has more words. */
const WORDS_MAX = 8;

/**
 * Which names `u` contain all of these words, have them with two neighbouring letters swapped, or are like them. Only Latin
 * letters are compared: signs and digits are right or wrong, and pg_trgm sees other scripts in some databases only.
 */
function alikeTo(words: string[]): Record<"contains" | "swapped" | "isLike", Prisma.Sql> {
  const none = Prisma.sql`false`;
  const isComparable = words.length <= WORDS_MAX && words.every((word) => /^[a-z]+$/.test(word));
  if (!isComparable) return { contains: none, swapped: none, isLike: none };
  const spellings = words.map(
    (word) => `(${[word, ...withSwaps(word)].map((one) => `${one}:*`).join(" | ")})`,
  );
  const likes = words.map((word) =>
    // Shorter words are inside of everything.
    word.length < 3
      ? hasWords(word)
      : Prisma.sql`(u.search_name LIKE ${`%${word}%`} OR u.search_name %> ${word})`,
  );
  return {
    contains: Prisma.sql`u.search_name LIKE ALL (${words.map((word) => `%${word}%`)}::text[])`,
    swapped: Prisma.sql`name_words(u.search_name, u.username) @@ ${spellings.join(" & ")}::tsquery`,
    isLike: Prisma.join(likes, " AND "),
  };
}

/** A word with each two neighbours swapped: `abc` gives `bac` and `acb`. */
function withSwaps(word: string): string[] {
  return [...word].slice(1).map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
}
