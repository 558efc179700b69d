import "server-only";
import { pageNumbers } from "@/lib/api/pagination";
import { db } from "@/lib/platform/db";
import { takeLimit } from "@/lib/platform/rate-limit";
import { SEARCH_MATCHES_MAX } from "@/lib/profiles/limits";
import type { SearchAnswer, SearchQuery } from "@/lib/profiles/schema";
import { toUserListItem, type UserListItemRow, userListItemColumns } from "@/lib/profiles/server/rows";
import { isListed } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";
import { fold } from "@/lib/text/names";
import { Prisma } from "@/prisma/generated/client/client";

/** Finding people (docs/decisions/0020). */

/** With fewer matches than this, people are offered whose names are only like what was typed. */
const ENOUGH = 10;
/** Most people offered whose names are neither what was typed nor a spelling of it. */
const SIMILAR_MAX = 200;
/** How alike every word must be to one of theirs: 0 to 1 (pg_trgm). */
const SIMILARITY_MIN = 0.25;
/** Shorter words are inside of every name, and like every other. */
const COMPARED_MIN = 3;
/** No name has more words. */
const WORDS_MAX = 8;
/** No name goes on with it: it ends the range of names that begin so. */
const MAX_CODE_POINT = 0x10ffff;

/**
 * People, the best match first: the owner of a College ID typed as a whole (it is private, so no
 * part of it finds anybody), names that begin with the text, those with a word or username that
 * begins with each word of it, and when these are few, names like it. Throws `rate_limited`,
 * whoever asks: the API or a page.
 */
export async function searchPeople(viewer: Viewer, query: SearchQuery): Promise<SearchAnswer> {
  await takeLimit("search", viewer.id);
  const rows = await findRanked(viewer, query);
  const total = rows[0]?.total ?? 0;
  const people = rows.filter((row) => row.userId !== null);
  const page = people.slice(0, query.limit);
  const last = page.at(-1);
  return {
    users: page.map(toUserListItem),
    total,
    ...pageNumbers({ ...query, cursor: undefined }, total),
    nextCursor: people.length > query.limit && last ? `${last.position}_${last.userId}` : null,
    message: total === 0 ? "No users found" : total === 1 ? "1 person found" : `${total} people found`,
  };
}

type RankedRow = UserListItemRow & { position: number; total: number };

/** One page and one row more. A row without a person carries the total of a page past the end. */
function findRanked(viewer: Viewer, { q, page, limit, cursor }: SearchQuery): Promise<RankedRow[]> {
  // As a query of its own, so that it is folded once and not for every row, whatever plan
  // PostgreSQL makes.
  const name = Prisma.sql`(SELECT nullif(fold_name(${withoutAt(q)}), ''))`;
  const after = cursor
    ? Prisma.sql`coalesce((SELECT position FROM ranked WHERE id = ${cursor.id}::uuid), ${cursor.position})`
    : Prisma.sql`${(page - 1) * limit}::bigint`;
  return db().$queryRaw<RankedRow[]>`
    WITH exact AS MATERIALIZED (
      (SELECT u.id, u.search_name, 0 AS rank FROM users u
        WHERE u.college_id <> '' AND lower(u.college_id) = lower(${q}) AND ${isListed})
      UNION ALL
      (SELECT u.id, u.search_name, 1 FROM users u
        WHERE u.search_name >= ${name} AND u.search_name < ${name} || chr(${MAX_CODE_POINT}) AND ${isListed}
        ORDER BY u.search_name, u.id LIMIT ${SEARCH_MATCHES_MAX})
      UNION ALL
      (SELECT u.id, u.search_name, 2 FROM users u WHERE ${matchesWordPrefixes(q)} AND ${isListed} LIMIT ${SEARCH_MATCHES_MAX})
    ), found AS (
      SELECT DISTINCT ON (id) * FROM (TABLE exact ${orAlike(fold(withoutAt(q)))}) each ORDER BY id, rank
    ), ranked AS (
      SELECT id, row_number() OVER (ORDER BY rank, search_name, id) AS position FROM found
      ORDER BY position LIMIT ${SEARCH_MATCHES_MAX}
    )
    SELECT totals.total, p.position::int AS position, ${userListItemColumns(viewer.id)}
    FROM (SELECT count(*)::int AS total FROM ranked) totals
    LEFT JOIN (
      (SELECT * FROM ranked WHERE position > ${after} ORDER BY position LIMIT ${limit + 1}) p
      JOIN users u ON u.id = p.id
    ) ON true
    ORDER BY p.position`;
}

/**
 * People `u` with, for every word of `text`, one that begins with it, in the name or as the
 * username.
 */
export const matchesWordPrefixes = (text: string) =>
  Prisma.sql`name_words(u.search_name, u.username) @@ (SELECT name_query(${withoutAt(text)}))`;

/** An at sign before a username is not part of it. */
const withoutAt = (text: string) => text.trim().replace(/^@(?=.)/, "");

/**
 * Names that contain all words, then those with words whose neighbouring letters are swapped, then
 * those most like them. Only Latin letters are compared: signs and digits are right or wrong, and
 * pg_trgm sees other scripts in some databases only.
 */
function orAlike(text: string): Prisma.Sql {
  const words = text.split(" ");
  const compared = words.filter((word) => word.length >= COMPARED_MIN);
  if (!/^[a-z ]+$/.test(text) || compared.length === 0 || words.length > WORDS_MAX) return Prisma.empty;
  const contains = words.map((word) => Prisma.sql`u.search_name LIKE ${`%${word}%`}`);
  const areFew = Prisma.sql`(SELECT count(DISTINCT id) FROM exact) < ${ENOUGH}`;
  return Prisma.sql`
    UNION ALL
    (SELECT u.id, u.search_name, 3 FROM users u
      WHERE ${areFew} AND ${Prisma.join(contains, " AND ")} AND ${isListed} LIMIT ${SEARCH_MATCHES_MAX})
    UNION ALL
    (SELECT u.id, u.search_name, 4 FROM users u
      WHERE ${areFew} AND name_words(u.search_name, u.username) @@ ${spellingsOf(words)}::tsquery AND ${isListed}
      LIMIT ${SEARCH_MATCHES_MAX})
    UNION ALL
    (SELECT id, search_name, 6 - similarity FROM (
      SELECT u.id, u.search_name,
        (SELECT min(strict_word_similarity(word, u.search_name)) FROM unnest(${compared}::text[]) word) AS similarity
      FROM users u WHERE ${areFew} AND ${isListed} ORDER BY u.search_name <->> ${text} LIMIT ${SIMILAR_MAX}
    ) alike WHERE similarity >= ${SIMILARITY_MIN})`;
}

/**
 * The words, each as it is or with two neighbouring letters swapped: `(abc:* | bac:* | acb:*) &
 * (d:*)`.
 */
function spellingsOf(words: string[]): string {
  const swapped = (word: string) =>
    [...word].slice(1).map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));
  const forms = (word: string) => [word, ...swapped(word)].map((form) => `${form}:*`).join(" | ");
  return words.map((word) => `(${forms(word)})`).join(" & ");
}
