import "server-only";
import { LRUCache } from "lru-cache";
import { pageNumbers } from "@/lib/api/pagination";
import { inactivePeopleIds } from "@/lib/audience/server/people";
import { campusPosts, listedPosts } from "@/lib/audience/server/posts";
import { cacheFor } from "@/lib/platform/cache";
import { addTime, ago } from "@/lib/platform/clock";
import { read } from "@/lib/platform/replica";
import { TRENDING_DAYS, TRENDING_POSTS_MAX, TRENDING_TAGS_MAX } from "@/lib/posts/policy";
import type { FeedAnswer } from "@/lib/posts/schema";
import { readPosts } from "@/lib/posts/server/read";
import type { TrendingQuery, TrendingTag } from "@/lib/posts/trending-schema";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * What is trending: the only place that ranks posts and tags. The ranking is the same for everyone;
 * what is hidden from a viewer is left out when they read it.
 *
 * A post's score is the number of people it moved in its first seven days, halved with every two
 * days of its age:
 * - People, not actions: who likes, shares and comments ten times is one, and the author is none.
 *   So no one pushes a post alone.
 * - Accounts younger than a day count a quarter: signing up friends to push a post hardly pays.
 * - Seven days, because a campus lives by the week.
 * - The decay is exponential, so that two posts change places only when someone acts, and never
 *   because time has passed.
 */
const HALF_LIFE_DAYS = 2;
const NEWCOMER_DAYS = 1;
const NEWCOMER_WEIGHT = 0.25;
/**
 * People are counted for this many posts, those with the most likes, comments and shares after
 * decay. One person's many comments can bring a post among these, but not up the ranking.
 */
const CANDIDATES_MAX = 500;

/**
 * A ranking is of a whole minute and counts what was done before it, so that all instances rank
 * alike. A list that someone reads goes on with the ranking it began with, for so long.
 */
const MINUTE_MS = 60_000;
const RANKINGS_KEPT_MINUTES = 60;

type RankedPost = { id: string; mediaType: "image" | "video" };

/** Rankings by the minute they are of, in minutes since 1970. */
export const rankings = new LRUCache<string, Promise<RankedPost[]>>({
  max: RANKINGS_KEPT_MINUTES + 1,
  ttl: RANKINGS_KEPT_MINUTES * MINUTE_MS,
});

/** The trending posts, best first. All pages of a list are of one ranking. */
export async function listTrending(viewer: Viewer, query: TrendingQuery): Promise<FeedAnswer> {
  const { cursor, limit, mediaType } = query;
  const minute = minuteOf(cursor);
  const ranking = await getRanking(minute);
  const ranked = mediaType ? ranking.filter((post) => post.mediaType === mediaType) : ranking;
  const rest = cursor ? ranked.slice(positionAfter(ranked, cursor)) : ranked;
  const ids = rest.map(({ id }) => id);
  const skip = cursor ? 0 : (query.page - 1) * limit;
  const posts = await readPosts(viewer, ids, { skip, take: limit });
  const last = posts.at(-1);
  const end = last ? ranked.findIndex(({ id }) => id === last._id) + 1 : ranked.length;
  return {
    posts,
    total: ranked.length,
    ...pageNumbers({ page: query.page, limit }, ranked.length),
    nextCursor: last && end < ranked.length ? `${minute.toString(36)}_${end}_${last._id}` : null,
  };
}

type TrendingCursor = NonNullable<TrendingQuery["cursor"]>;

/** The minute of the ranking to read: the cursor's, unless that is too old, or not over yet. */
function minuteOf(cursor: TrendingCursor | undefined): number {
  const current = Math.floor(Date.now() / MINUTE_MS);
  if (!cursor || cursor.minute > current || cursor.minute < current - RANKINGS_KEPT_MINUTES) return current;
  return cursor.minute;
}

function positionAfter(ranked: RankedPost[], { id, position }: TrendingCursor): number {
  const index = ranked.findIndex((post) => post.id === id);
  return index === -1 ? position : index + 1;
}

const newcomersAt = (at: Date) => Prisma.sql`newcomers AS MATERIALIZED (
  SELECT id FROM users WHERE created_at > ${addTime(at, -NEWCOMER_DAYS, "days")})`;

/** The number of people by `id`, newcomers counted for less. */
const weightOfPeople = Prisma.sql`sum(CASE WHEN id IN (TABLE newcomers) THEN ${NEWCOMER_WEIGHT}::float ELSE 1 END)`;

/** The ranking of a minute. Concurrent callers share the query; a failure is not cached. */
function getRanking(minute: number): Promise<RankedPost[]> {
  const key = String(minute);
  const cached = rankings.get(key);
  if (cached) return cached;
  const ranking = rankPosts(new Date(minute * MINUTE_MS));
  rankings.set(key, ranking);
  ranking.catch(() => rankings.delete(key));
  return ranking;
}

/**
 * Posts by score at a time. `likes_count` and the other counters are never less than the people
 * behind them, and choose the candidates without reading a like.
 */
function rankPosts(at: Date): Promise<RankedPost[]> {
  const age = Prisma.sql`extract(epoch FROM ${at}::timestamptz - p.created_at) / 86400`;
  const decay = Prisma.sql`power(0.5, (${age}) / ${HALF_LIFE_DAYS}::float)`;
  const actions = Prisma.sql`(p.likes_count + p.comments_count + p.shares_count)`;
  return read(
    { mayLag: true },
    (client) => client.sql<RankedPost>`
      WITH ${newcomersAt(at)}, candidates AS MATERIALIZED (
        SELECT p.id, p.author_id, ${decay} AS decay FROM posts p
        WHERE p.created_at > ${addTime(at, -TRENDING_DAYS, "days")} AND p.created_at < ${at} AND ${actions} > 0 AND ${campusPosts.sql}
        ORDER BY ${actions} * ${decay} DESC, p.id DESC LIMIT ${CANDIDATES_MAX}
      )
      SELECT c.id, a.media_type::text AS "mediaType"
      FROM candidates c
      JOIN post_media m ON m.post_id = c.id AND m.position = 0 JOIN media_assets a ON a.id = m.asset_id
      CROSS JOIN LATERAL (
        SELECT ${weightOfPeople} AS people
        FROM (
          SELECT user_id AS id FROM likes WHERE post_id = c.id AND created_at < ${at}
          UNION SELECT author_id FROM comments WHERE post_id = c.id AND created_at < ${at}
          UNION SELECT user_id FROM shares WHERE post_id = c.id AND created_at < ${at}
        ) moved
        WHERE id <> c.author_id AND id NOT IN ${inactivePeopleIds}
      ) counted
      WHERE counted.people > 0
      ORDER BY counted.people * c.decay DESC, c.id DESC LIMIT ${TRENDING_POSTS_MAX}`,
  );
}

/** The ranking of tags is the same for everyone, so one query a minute is enough. */
const TAGS_CACHE_MS = 60_000;

/** The tags that most people used in the last seven days. At most a minute old. */
export const trendingTags = cacheFor(TAGS_CACHE_MS, rankTags);

/** The same without tags that only hidden posts carry. */
export async function listTrendingTags(viewer: Viewer): Promise<TrendingTag[]> {
  const tags = await trendingTags();
  if (tags.length === 0) return tags;
  const names = tags.map(({ tag }) => tag);
  // The newest post of each tag that is listed to the viewer, if there is one.
  const rows = await read(
    viewer,
    (client) => client.sql<{ tag: string }>`
      SELECT ranked.tag FROM unnest(${names}::text[]) AS ranked (tag) CROSS JOIN LATERAL (
        SELECT FROM post_hashtags t JOIN posts p ON p.id = t.post_id AND ${listedPosts(viewer.id)}
        WHERE t.tag = ranked.tag AND t.created_at > ${ago(TRENDING_DAYS, "days")}
        ORDER BY t.created_at DESC, t.post_id DESC LIMIT 1
      ) newest`,
  );
  const listed = new Set(rows.map(({ tag }) => tag));
  return tags.filter(({ tag }) => listed.has(tag));
}

/**
 * `post_hashtags` repeats each post's time. Both columns are compared, so that both have an index.
 */
function rankTags(): Promise<TrendingTag[]> {
  const since = ago(TRENDING_DAYS, "days");
  return read(
    { mayLag: true },
    (client) => client.sql<TrendingTag>`
      WITH ${newcomersAt(new Date())}
      SELECT tag, sum(posts)::int AS "postsCount", count(*)::int AS "peopleCount"
      FROM (
        SELECT t.tag, p.author_id AS id, count(*) AS posts
        FROM post_hashtags t JOIN posts p ON p.id = t.post_id
        WHERE t.created_at > ${since} AND p.created_at > ${since} AND ${campusPosts.sql}
        GROUP BY t.tag, p.author_id
      ) people
      GROUP BY tag ORDER BY ${weightOfPeople} DESC, sum(posts) DESC, tag
      LIMIT ${TRENDING_TAGS_MAX}`,
  );
}
