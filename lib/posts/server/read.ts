import "server-only";
import { type PageQuery, pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { hiddenPeopleIds } from "@/lib/audience/server/people";
import { listedPosts, openPosts, ownWithheldPosts, postsOfOnePerson } from "@/lib/audience/server/posts";
import type { Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { read } from "@/lib/platform/replica";
import { FEED_PAGE } from "@/lib/posts/policy";
import type { FeedAnswer, Post } from "@/lib/posts/schema";
import { type PostRow, postColumns, postJoins, toPost } from "@/lib/posts/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { POST_NOT_FOUND, USER_NOT_FOUND } from "@/lib/text/errors";
import { Prisma } from "@/prisma/generated/client/client";

/** Reading posts. Every page is a single query. */

export const postNotFound = () => new ApiError("not_found", POST_NOT_FOUND);

/**
 * One person's posts, newest first; none of someone whom the viewer has blocked. Throws `not_found`
 * for an unknown person.
 */
export async function listPostsOf(viewer: Viewer, userId: string, query: PageQuery): Promise<FeedAnswer> {
  const total = Prisma.sql`(
    SELECT CASE WHEN id IN ${hiddenPeopleIds(viewer.id)} THEN 0 ELSE posts_count END FROM users
    WHERE id = ${userId}::uuid AND is_active AND verified_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = users.id AND blocked_id = ${viewer.id}::uuid))`;
  const isTheirs = Prisma.sql`p.author_id = ${userId}::uuid`;
  const posts = pageOfPosts(query, Prisma.sql`${isTheirs} AND ${postsOfOnePerson(viewer.id)}`);
  const unknown = () => new ApiError("not_found", USER_NOT_FOUND);
  return readPage(viewer, query, { posts, total, missing: unknown });
}

/** The posts with a tag (lower case, without `#`), newest first; empty for an unknown tag. */
export async function listPostsOfTag(viewer: Viewer, tag: string, query: PageQuery): Promise<FeedAnswer> {
  const total = Prisma.sql`(SELECT posts_count FROM hashtags WHERE tag = ${tag})`;
  // `post_hashtags` repeats each post's time, so that its index gives this order.
  const order = { at: Prisma.sql`t.created_at`, id: Prisma.sql`t.post_id`, usualLimit: FEED_PAGE };
  const posts = Prisma.sql`
    SELECT p.* FROM post_hashtags t JOIN posts p ON p.id = t.post_id AND ${listedPosts(viewer.id)}
    WHERE t.tag = ${tag} ${keyset(query, order)}`;
  return readPage(viewer, query, { posts, total });
}

/** Selects a page of the posts that match `where`, plus one row to detect a next page. */
export function pageOfPosts(query: PageQuery, where: Prisma.Sql, usualLimit?: number): Prisma.Sql {
  return Prisma.sql`
    SELECT p.* FROM posts p WHERE ${where}
    ${keyset(query, { at: Prisma.sql`p.created_at`, id: Prisma.sql`p.id`, usualLimit })}`;
}

/** What to read: a page of `posts`, plus one row to detect a next page, and how many there are. */
export type PostSelection = {
  posts: Prisma.Sql;
  total: Prisma.Sql;
  /** The column of `posts` that orders them, newest first; by default when they were published. */
  at?: Prisma.Sql;
  /** Thrown when the total is null, which otherwise counts as 0. */
  missing?: () => ApiError;
};

/** `listedAt` is the time the list is ordered by, where that is another than the post's. */
type PostRows = { total: number; rows: (PostRow & { listedAt?: string })[] };

/** Reads posts with the total, as the viewer sees them. */
async function readRows(viewer: Viewer, { posts, total, at, missing }: PostSelection): Promise<PostRows> {
  // One JSON value for the whole page: decoding rows of twenty columns one by one costs the server
  // more than the query itself.
  const page = await read(viewer, async (client) => {
    const [row] = await client.sql<{ total: number | null; rows: PostRows["rows"] }>`
      SELECT ${total} AS total, coalesce(json_agg(listed), '[]') AS rows
      FROM (
        SELECT ${at ? Prisma.sql`${at} AS "listedAt",` : Prisma.empty} ${postColumns(viewer.id)}
        FROM (${posts}) p ${postJoins} ORDER BY ${at ?? Prisma.sql`p.created_at`} DESC, p.id DESC
      ) listed`;
    if (missing && typeof row?.total !== "number") throw missing();
    return row;
  });
  return { total: page?.total ?? 0, rows: page?.rows ?? [] };
}

/** Reads a page of posts, as the viewer sees them. Throws what `selection.missing` returns. */
export async function readPage(
  viewer: Viewer,
  query: PageQuery,
  selection: PostSelection,
): Promise<FeedAnswer> {
  const { total, rows } = await readRows(viewer, selection);
  const page = paginate(
    rows.map((row) => ({ id: row.id, createdAt: new Date(row.listedAt ?? row.createdAt), row })),
    query.limit,
  );
  return {
    posts: page.rows.map(({ row }) => toPost(row)),
    total,
    ...pageNumbers(query, total),
    nextCursor: page.nextCursor,
  };
}

/**
 * Posts in the order of their ids, without those that are not listed to the viewer: after the first
 * `skip` of them, as many as `take`.
 */
export async function readPosts(
  viewer: Viewer,
  ids: string[],
  { skip, take }: { skip: number; take: number },
): Promise<Post[]> {
  const posts = Prisma.sql`
    SELECT p.* FROM (
      SELECT * FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS ranked (id, place) ORDER BY place
    ) ranked CROSS JOIN LATERAL (SELECT p.* FROM posts p WHERE p.id = ranked.id AND ${listedPosts(viewer.id)}) p
    ORDER BY ranked.place LIMIT ${take} OFFSET ${skip}`;
  const { rows } = await readRows(viewer, { posts, total: Prisma.sql`0` });
  const byId = new Map(rows.map((row) => [row.id, toPost(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** One post. Throws `not_found`. */
export function getPost(viewer: Viewer, postId: string): Promise<Post> {
  return read(viewer, (client) => getPostIn(client, viewer, postId));
}

/** The same, as the transaction sees it. */
export async function getPostIn(tx: Tx, viewer: Viewer, postId: string): Promise<Post> {
  const [row] = await tx.sql<PostRow>`
    SELECT ${postColumns(viewer.id)} FROM posts p ${postJoins}
    WHERE p.id = ${postId}::uuid AND (${openPosts(viewer.id).sql} OR ${ownWithheldPosts(viewer.id)})`;
  if (!row) throw postNotFound();
  return toPost(row);
}
