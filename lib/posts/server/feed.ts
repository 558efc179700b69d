import "server-only";
import DataLoader from "dataloader";
import type { PageQuery } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { ExpiringCache } from "@/lib/platform/cache";
import { FEED_PAGE } from "@/lib/posts/policy";
import type { FeedAnswer } from "@/lib/posts/schema";
import { type PostPage, pageOfPosts, readPage, viewPage } from "@/lib/posts/server/read";
import { hasNoMutedCaption, isListedTo, isShown, leftOutOfCircle } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** The feed of the campus: every active post, newest first. */
export function listFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  return loader.load({ viewer, query });
}

type FeedRequest = { viewer: Viewer; query: PageQuery };

/**
 * Requests for the same page within one turn of the event loop share its query
 * (docs/decisions/0014). Nothing is cached: the query starts after the last of these requests, so
 * each one sees every earlier write. It also finds which of their viewers hide someone or
 * something, or are hidden from someone: these, and a viewer alone, read a page of their own.
 */
const loader = new DataLoader<FeedRequest, FeedAnswer>(readPages, {
  cache: false,
  batchScheduleFn: (read) => setImmediate(read),
});

/** Returns an Error in the place of a page that failed; the loader throws it to its requesters. */
function readPages(requests: readonly FeedRequest[]): Promise<(FeedAnswer | Error)[]> {
  const viewersOf = new Map<string, Viewer[]>();
  for (const request of requests) {
    const key = keyOf(request);
    viewersOf.set(key, [...(viewersOf.get(key) ?? []), request.viewer]);
  }
  const pages = new Map<string, Promise<PostPage>>();
  const once = (key: string, read: () => Promise<PostPage>) => {
    const page = pages.get(key) ?? read();
    pages.set(key, page);
    return page;
  };
  const answers = requests.map(async (request) => {
    const { viewer, query } = request;
    const key = keyOf(request);
    const viewers = viewersOf.get(key) ?? [];
    const readOwn = () => once(`${key} ${viewer.id}`, () => readFeed([viewer], query, isListedTo(viewer.id)));
    if (viewers.every(({ id }) => id === viewer.id)) return viewPage(await readOwn(), query, viewer.id);
    const shared = await once(key, () => readFeed(viewers, query, isShown));
    const page = shared.ownViewIds.includes(viewer.id) ? await readOwn() : shared;
    return viewPage(page, query, viewer.id);
  });
  return Promise.all(answers.map((answer) => answer.catch((error: Error) => error)));
}

/** Those who need their own latest writes share a query on the primary. */
const keyOf = ({ viewer, query }: FeedRequest) => JSON.stringify([viewer.mayLag ?? false, query]);

const readFeed = (viewers: Viewer[], query: PageQuery, where: Prisma.Sql) =>
  readPage(viewers, { posts: pageOfPosts(query, where, FEED_PAGE), total: TOTAL });

const TOTAL = Prisma.sql`(SELECT value FROM tallies WHERE name = 'posts')`;

/**
 * How many of the newest posts of the campus are looked through for the circle's: some for each
 * person in it, which costs less than half of what looking that person up would.
 */
const WINDOW_PER_PERSON = 4;
const WINDOW_MAX = 10_000;

/** Totals by viewer: counting for someone who joined thousands costs more than their page does. */
const totals = new ExpiringCache<number>(10_000);
const TOTAL_CACHE_MS = 60_000;

/**
 * The posts of the people the viewer has joined, and their own, newest first. The total may be a
 * minute old.
 */
export async function listCircleFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  // In a subquery, so that the statement is planned once a connection, as at `anyOf`.
  const joined = Prisma.sql`SELECT followee_id AS id FROM follows WHERE follower_id = (SELECT ${viewer.id}::uuid)`;
  const known = totals.get(viewer.id);
  const total =
    known === undefined
      ? Prisma.sql`(SELECT sum(posts_count)::int FROM users
          WHERE id IN (${joined} UNION ALL SELECT ${viewer.id}::uuid) AND is_active)`
      : Prisma.sql`${known}::int`;
  const page = await readPage([viewer], { posts: circlePage(viewer, joined, query), total });
  if (known === undefined) totals.set(viewer.id, page.total, TOTAL_CACHE_MS);
  return viewPage(page, query, viewer.id);
}

/**
 * A page of the posts by those `joined` and the viewer. Two ways, because each is slow where the
 * other is fast:
 * - People who joined many: their page is among the newest posts of the campus, so these are walked
 *   in the order of the feed's index until the page is full.
 * - People who joined few, or people who rarely post: the walk ends at its window. Then the newest two
 *   posts of each person are looked up in the index by author. Where the newest of these would fill the
 *   page, it has no older posts, and only posts of people of whom one of these two is as new.
 */
function circlePage(viewer: Viewer, joined: Prisma.Sql, query: PageQuery): Prisma.Sql {
  const order = { at: Prisma.sql`p.created_at`, id: Prisma.sql`p.id`, usualLimit: FEED_PAGE };
  /** All rows up to the end of the page: a later step skips those before it. */
  const upTo = (limit: number, usual = limit) =>
    keyset({ cursor: query.cursor, page: 1, limit: limit - 1 }, { ...order, usualLimit: usual - 1 });
  // Who is left out is left out of the circle, and so needs no comparing with each post.
  const isListed = Prisma.sql`p.is_active AND ${hasNoMutedCaption(viewer.id)}`;
  const reach = query.cursor ? query.limit + 1 : query.page * query.limit + 1;
  const reached = upTo(reach, FEED_PAGE + 1);
  const leftOut = leftOutOfCircle(viewer.id);
  return Prisma.sql`
    WITH near AS MATERIALIZED (
      SELECT p.* FROM (
        SELECT p.* FROM (SELECT p.* FROM posts p WHERE true ${upTo(WINDOW_MAX)}) p
        ORDER BY p.created_at DESC, p.id DESC
        LIMIT (SELECT ${WINDOW_PER_PERSON} * (following_count + 1) FROM users WHERE id = ${viewer.id}::uuid)
      ) p
      -- A subquery and not EXISTS, for which PostgreSQL would first read and hash the whole circle;
      -- and CASE, because it would look for muted words first, which takes longer.
      WHERE CASE WHEN p.author_id = ${viewer.id}::uuid
          OR (SELECT true FROM follows f WHERE f.follower_id = ${viewer.id}::uuid AND f.followee_id = p.author_id)
        THEN p.author_id NOT IN ${leftOut} AND ${isListed} ELSE false END ${reached}
    ), newest AS MATERIALIZED (
      SELECT p.* FROM (
        ${joined} AND followee_id NOT IN ${leftOut} UNION ALL SELECT ${viewer.id}::uuid
      ) circle, LATERAL (
        SELECT p.author_id, p.created_at, p.id, p.caption FROM posts p
        WHERE p.author_id = circle.id AND p.is_active ${upTo(2)}
      ) p WHERE (SELECT count(*) FROM near) < ${reach}
    ), bound AS MATERIALIZED (
      -- OFFSET 0 makes PostgreSQL sort first, so that it looks for words only until there are enough posts.
      SELECT CASE WHEN count(*) < ${reach} THEN '-infinity' ELSE min(created_at) END AS at,
        array_agg(id) AS shown FROM (
        SELECT p.created_at, p.id FROM (SELECT * FROM newest ORDER BY created_at DESC, id DESC OFFSET 0) p
        WHERE ${hasNoMutedCaption(viewer.id)} LIMIT ${reach}
      ) p
    ), far AS (
      SELECT p.* FROM (
        SELECT DISTINCT author_id FROM newest WHERE created_at >= (SELECT at FROM bound)
      ) n, LATERAL (
        SELECT p.* FROM posts p WHERE p.author_id = n.author_id AND p.is_active
          AND (p.id = ANY ((SELECT shown FROM bound)::uuid[]) OR ${hasNoMutedCaption(viewer.id)})
          AND p.created_at >= (SELECT at FROM bound) ${reached}
      ) p
    )
    SELECT p.* FROM (
      SELECT * FROM near WHERE (SELECT count(*) FROM near) >= ${reach} UNION ALL SELECT * FROM far
    ) p WHERE true ${keyset(query, order)}`;
}
