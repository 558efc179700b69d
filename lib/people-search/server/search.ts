import "server-only";
import { pageNumbers } from "@/lib/api/pagination";
import { listedPeople } from "@/lib/audience/server/people";
import { SEARCH_MATCHES_MAX } from "@/lib/people-search/policy";
import type { SearchAnswer, SearchQuery } from "@/lib/people-search/schema";
import { countUses } from "@/lib/platform/rate-limit";
import { read } from "@/lib/platform/replica";
import { takeToken } from "@/lib/platform/token-bucket";
import { countPeopleSeen } from "@/lib/profiles/server/people-seen";
import {
  isJoinedBy,
  seesBatch,
  toUserListItem,
  type UserListItemRow,
  userListItemColumns,
} from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { fold } from "@/lib/text/fold";
import { Prisma } from "@/prisma/generated/client/client";

/** Searching for people (docs/decisions/0020). */

/** With fewer exact matches than this, the search also returns similar names. */
const ENOUGH_EXACT = 10;
/** The number of names compared by trigram similarity. */
const SIMILAR_MAX = 200;
/** The similarity each word needs to some word of the name, from 0 to 1 (pg_trgm). */
const SIMILARITY_MIN = 0.25;
/** Shorter words occur in almost every name and are similar to almost every other word. */
const COMPARED_LENGTH_MIN = 3;
/** Longer queries are not compared: hardly any name has more words. */
const WORDS_MAX = 8;

/**
 * People, best match first: the owner of a College ID, names that start with the text, then names
 * and usernames with a prefix match for each of its words. Similar names follow when these are few.
 * With `nearby` only some people, and the nearest first where matches are equally good. A College ID
 * has to be complete, because it is private, and finds ten others a day: the IDs of a class
 * are consecutive. Past that it finds no one. An address of mail finds only oneself. Throws
 * `rate_limited`, for the API and for pages alike.
 */
export async function searchPeople(
  viewer: Viewer,
  query: SearchQuery,
  nearby?: Nearby,
): Promise<SearchAnswer> {
  takeToken("search", viewer.id);
  let rows = await findRanked(viewer, query, { nearby, byCollegeId: true });
  if (rows[0]?.isByCollegeId) {
    const [finds] = await countUses([["college_id", viewer.id]]);
    if (finds?.isOver) rows = await findRanked(viewer, query, { nearby, byCollegeId: false });
  }
  const total = rows[0]?.total ?? 0;
  const people = rows.filter((row) => row.userId !== null);
  const page = people.slice(0, query.limit);
  const last = page.at(-1);
  const users = page.map(toUserListItem);
  await countPeopleSeen(viewer, users);
  return {
    users,
    total,
    ...pageNumbers({ ...query, cursor: undefined }, total),
    nextCursor: people.length > query.limit && last ? `${last.position}_${last.userId}` : null,
    message: total === 0 ? "No users found" : total === 1 ? "1 person found" : `${total} people found`,
  };
}

/** Which people `u` a search may find, and a query of `id`, `tier` and `at` of the near ones. */
type Nearby = { isOffered: Prisma.Sql; near: Prisma.Sql };

/** `isByCollegeId`: someone other than the viewer was found by their College ID. */
type RankedRow = UserListItemRow & { position: number; total: number; isByCollegeId: boolean };

/**
 * One page, plus one row that shows whether another page follows. Past the last page, a single row
 * without a person carries the total.
 */
function findRanked(
  viewer: Viewer,
  { q, page, limit, cursor }: SearchQuery,
  { nearby, byCollegeId }: { nearby: Nearby | undefined; byCollegeId: boolean },
): Promise<RankedRow[]> {
  // A subquery, so that PostgreSQL folds the text once and not for every row, whatever its plan.
  const typed = typedName(q);
  const name = Prisma.sql`(SELECT nullif(fold_name(${typed}), ''))`;
  const after = cursor
    ? Prisma.sql`coalesce((SELECT position FROM ranked WHERE id = ${cursor.id}::uuid), ${cursor.position})`
    : Prisma.sql`${(page - 1) * limit}::bigint`;
  const findable = Prisma.sql`${listedPeople(viewer.id).sql} AND ${isFindable(viewer.id, q)}`;
  const isFound = nearby ? Prisma.sql`${findable} AND ${nearby.isOffered}` : findable;
  // The kinds of matches: by College ID, by the beginnings of words, then each kind of similar names.
  const nearest = nearby
    ? {
        order: Prisma.sql`CASE WHEN rank BETWEEN 1 AND 2 THEN 1 ELSE ceil(rank) END, near.tier, near.at DESC,`,
        join: Prisma.sql`LEFT JOIN (${nearby.near}) near ON near.id = found.id`,
      }
    : { order: Prisma.empty, join: Prisma.empty };
  const similar = orSimilar(fold(typed), isFound);
  return read(
    viewer,
    (client) => client.sql<RankedRow>`
    WITH named AS MATERIALIZED (
      (SELECT u.id, u.search_name, 0 AS rank FROM users u
        WHERE ${byCollegeId} AND u.college_id <> '' AND lower(u.college_id) = lower(${q}) AND ${isFound})
      UNION ALL
      -- An address is private: it finds only whose it is, and only for themselves.
      (SELECT u.id, u.search_name, 0 FROM users u
        WHERE u.id = ${viewer.id}::uuid AND u.email = ${addressIn(q) ?? ""} AND ${isFound})
      UNION ALL
      -- The names from here on in the order of their index, of which the first begin with the text.
      (SELECT next.id, next.search_name, 1 FROM (
        SELECT u.id, u.search_name FROM users u WHERE u.search_name >= ${name} AND ${isFound}
        ORDER BY u.search_name, u.id LIMIT ${SEARCH_MATCHES_MAX}
      ) next WHERE starts_with(next.search_name, ${name}))
    ), exact AS MATERIALIZED (
      TABLE named
      UNION ALL
      (SELECT u.id, u.search_name, 2 FROM users u
        WHERE (SELECT count(*) FROM named) < ${SEARCH_MATCHES_MAX} AND ${matchesWordPrefixes(q)} AND ${isFound}
        LIMIT ${SEARCH_MATCHES_MAX})
    ), ${similar.steps} found AS (
      SELECT DISTINCT ON (id) * FROM (TABLE exact ${similar.union}) each ORDER BY id, rank
    ), ranked AS (
      SELECT found.id, row_number() OVER (ORDER BY ${nearest.order} rank, search_name, found.id) AS position
      FROM found ${nearest.join}
      ORDER BY position LIMIT ${SEARCH_MATCHES_MAX}
    )
    SELECT totals.total, EXISTS (SELECT FROM named WHERE rank = 0 AND id <> ${viewer.id}::uuid) AS "isByCollegeId",
      p.position::int AS position, ${userListItemColumns(viewer.id)}
    FROM (SELECT count(*)::int AS total FROM ranked) totals
    LEFT JOIN (
      (SELECT * FROM ranked WHERE position > ${after} ORDER BY position LIMIT ${limit + 1}) p
      JOIN users u ON u.id = p.id
    ) ON true
    ORDER BY p.position`,
  );
}

/** People `u` whose name or username has, for each word of `text`, a word that starts with it. */
export const matchesWordPrefixes = (text: string) =>
  Prisma.sql`name_words(u.search_name, u.username) @@ (SELECT name_query(${typedName(text)}))`;

/**
 * Whether a search for `text` may find people `u`, so that no one collects everyone letter by
 * letter: words of one or two letters find one's circle and class alone, and who is not in the list
 * of people is found by their circle or by name. Who is named in full, or by two whole words or the
 * username, is always found.
 */
export function isFindable(viewerId: string, text: string): Prisma.Sql {
  const typed = typedName(text);
  const words = new Set(fold(typed).split(" "));
  const wholeWords = Prisma.sql`name_words(u.search_name, u.username)
    @@ (SELECT replace(name_query(${typed})::text, ''':*', '''')::tsquery)`;
  const isNamed = Prisma.sql`(u.search_name = (SELECT fold_name(${typed})) OR u.username = ${typed.toLowerCase()}
    OR (${words.size > 1} AND ${wholeWords}))`;
  const isOfCircle = Prisma.sql`(u.id = ${viewerId}::uuid OR ${isJoinedBy(viewerId)}
    OR EXISTS (SELECT FROM follows f WHERE f.follower_id = u.id AND f.followee_id = ${viewerId}::uuid))`;
  const isListed = isShort(words)
    ? Prisma.sql`(u.is_listed AND ${isClassmate(viewerId)})`
    : Prisma.sql`u.is_listed`;
  return Prisma.sql`(${isListed} OR ${isOfCircle} OR ${isNamed})`;
}

/** Of the viewer's department and year of graduation, which `u` may hide. */
export const isClassmate = (viewerId: string) => Prisma.sql`((u.college_name, u.department, u.batch) = (
  SELECT college_name, department, batch FROM users WHERE id = ${viewerId}::uuid) AND ${seesBatch(viewerId)})`;

/** One or two letters a word, of any script. Signs alone begin hardly any name. */
const isShort = (words: Set<string>) =>
  [...words].every((word) => [...word].length <= 2) && /[\p{L}\p{N}]/u.test([...words].join(""));

/** An address of mail in what was typed or pasted, in lower case. */
const addressIn = (text: string) =>
  /[^\s<>()",;:]+@[^\s<>()",;:@]+\.[^\s<>()",;:@.]+/.exec(text)?.[0].toLowerCase();

/**
 * The words of a name in what was typed or pasted: without the `@` before a username, and without
 * commas, quotes and brackets, unless there is nothing else. Of an address they are the words
 * before its `@`, so it finds people by their names, as these words would.
 */
function typedName(text: string): string {
  const address = addressIn(text);
  if (address) return address.slice(0, address.indexOf("@")).replace(/[._+-]+/g, " ");
  const typed = text.trim().replace(/^@(?=.)/, "");
  const words = typed
    .replace(/[,;"“”„«»()[\]{}<>]+/g, " ")
    .replace(/(?<!\S)['‘’]+(?=\S)|(?<=\S)['‘’.:!?]+(?!\S)/g, "")
    .trim();
  return words === "" ? typed : words;
}

/**
 * Names that contain all words, then names that match with two adjacent letters swapped, then the
 * most similar ones: each step only while those before it found few, as it costs more than they do.
 * Only Latin letters are compared: a digit or symbol is either right or wrong, and whether pg_trgm
 * recognises other scripts depends on the database's locale.
 */
function orSimilar(text: string, isFound: Prisma.Sql): { steps: Prisma.Sql; union: Prisma.Sql } {
  const words = text.split(" ");
  const compared = words.filter((word) => word.length >= COMPARED_LENGTH_MIN);
  if (!/^[a-z ]+$/.test(text) || compared.length === 0 || words.length > WORDS_MAX)
    return { steps: Prisma.empty, union: Prisma.empty };
  const contains = words.map((word) => Prisma.sql`u.search_name LIKE ${`%${word}%`}`);
  const areFew = (found: Prisma.Sql) =>
    Prisma.sql`(SELECT count(DISTINCT id) FROM (${found}) found) < ${ENOUGH_EXACT}`;
  const steps = Prisma.sql`
    containing AS MATERIALIZED (
      SELECT u.id, u.search_name, 3 AS rank FROM users u
      WHERE ${areFew(Prisma.sql`TABLE exact`)} AND ${Prisma.join(contains, " AND ")} AND ${isFound}
      LIMIT ${SEARCH_MATCHES_MAX}
    ), swapped AS MATERIALIZED (
      SELECT u.id, u.search_name, 4 AS rank FROM users u
      WHERE ${areFew(Prisma.sql`TABLE exact UNION ALL TABLE containing`)}
        AND name_words(u.search_name, u.username) @@ ${spellingsOf(words)}::tsquery AND ${isFound}
      LIMIT ${SEARCH_MATCHES_MAX}
    ), alike AS (
      SELECT u.id, u.search_name,
        (SELECT min(strict_word_similarity(word, u.search_name)) FROM unnest(${compared}::text[]) word) AS similarity
      FROM users u
      WHERE ${areFew(Prisma.sql`TABLE exact UNION ALL TABLE containing UNION ALL TABLE swapped`)} AND ${isFound}
      ORDER BY u.search_name <->> ${text} LIMIT ${SIMILAR_MAX}
    ),`;
  const union = Prisma.sql`
    UNION ALL TABLE containing UNION ALL TABLE swapped
    UNION ALL SELECT id, search_name, 6 - similarity FROM alike WHERE similarity >= ${SIMILARITY_MIN}`;
  return { steps, union };
}

/**
 * A tsquery for each word as typed or with two adjacent letters swapped: `(abc:* | bac:* | acb:*) &
 * (d:*)`.
 */
function spellingsOf(words: string[]): string {
  const swapped = (word: string) =>
    [...word]
      .slice(1)
      .map((letter, index) => word.slice(0, index) + letter + word[index] + word.slice(index + 2));
  const forms = (word: string) => [word, ...swapped(word)].map((form) => `${form}:*`).join(" | ");
  return words.map((word) => `(${forms(word)})`).join(" & ");
}
