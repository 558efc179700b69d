import "server-only";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { ApiError } from "@/lib/api/errors";
import { cutPage, type PageQuery, pageNumbers } from "@/lib/api/pages";
import type { Viewer } from "@/lib/auth/access";
import { db, type Tx } from "@/lib/platform/db";
import type { FeedAnswer, Post } from "@/lib/posts/contract";
import { isShown, type PostRow, postColumns, postJoins, viewPost } from "@/lib/posts/view";
import { Prisma } from "@/prisma/generated/client/client";

/** Reading posts. A page is one query whatever it holds. */

export const postNotFound = () => new ApiError("not_found", "That post is not there any more.");

/** The feed: every active post, newest first. Those who ask for the same page at the same moment share one query. */
export async function listFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  const key = JSON.stringify(query);
  const read = asked.get(key) ?? beginRead(key, query);
  read.viewerIds.add(viewer.id);
  return (await read.page)(viewer.id);
}

type FeedRead = { viewerIds: Set<string>; page: Promise<PageFor> };

/**
 * The pages asked for in this turn of the event loop, and by whom. Nothing is kept: a query begins after the last of the
 * requests it answers has come, so each sees all that was done before it.
 */
const asked = new Map<string, FeedRead>();

function beginRead(key: string, query: PageQuery): FeedRead {
  const viewerIds = new Set<string>();
  const total = Prisma.sql`(SELECT value FROM tallies WHERE name = 'posts')`;
  const page = endOfTurn().then(() => {
    asked.delete(key);
    return readPage([...viewerIds], query, pageOf(query, Prisma.empty), total);
  });
  const read = { viewerIds, page };
  asked.set(key, read);
  return read;
}

/** One person's posts, newest first. Throws `not_found` for an unknown person. */
export async function listPostsOf(viewer: Viewer, userId: string, query: PageQuery): Promise<FeedAnswer> {
  const author = await db().user.findUnique({
    where: { id: userId, isActive: true, verifiedAt: { not: null } },
    select: { id: true },
  });
  if (!author) throw new ApiError("not_found", "User not found");
  const total = Prisma.sql`(SELECT posts_count FROM users WHERE id = ${userId}::uuid)`;
  return listPosts(viewer, query, pageOf(query, Prisma.sql`AND author_id = ${userId}::uuid`), total);
}

/** The posts with a tag (lower case, without its sign), newest first. An unknown tag has none. */
export async function listPostsOfTag(viewer: Viewer, tag: string, query: PageQuery): Promise<FeedAnswer> {
  const total = Prisma.sql`(SELECT posts_count FROM hashtags WHERE tag = ${tag})`;
  const after = query.cursor
    ? Prisma.sql`AND (t.created_at, t.post_id) < (${query.cursor.at}, ${query.cursor.id}::uuid)`
    : Prisma.empty;
  // By the index of tags, which holds a post's time for this order.
  const page = Prisma.sql`
    SELECT p.* FROM post_hashtags t JOIN posts p ON p.id = t.post_id AND ${isShown}
    WHERE t.tag = ${tag} ${after}
    ORDER BY t.created_at DESC, t.post_id DESC LIMIT ${query.limit + 1} ${skipOf(query)}`;
  return listPosts(viewer, query, page, total);
}

function skipOf(query: PageQuery): Prisma.Sql {
  const isFirst = query.cursor || query.page === 1;
  return isFirst ? Prisma.empty : Prisma.sql`OFFSET ${(query.page - 1) * query.limit}`;
}

/** The rows of a page of all posts that `where` allows, and one more. */
function pageOf(query: PageQuery, where: Prisma.Sql): Prisma.Sql {
  const after = query.cursor
    ? Prisma.sql`AND (created_at, id) < (${query.cursor.at}, ${query.cursor.id}::uuid)`
    : Prisma.empty;
  return Prisma.sql`
    SELECT * FROM posts p WHERE ${isShown} ${where} ${after}
    ORDER BY created_at DESC, id DESC LIMIT ${query.limit + 1} ${skipOf(query)}`;
}

async function listPosts(
  viewer: Viewer,
  query: PageQuery,
  page: Prisma.Sql,
  total: Prisma.Sql,
): Promise<FeedAnswer> {
  return (await readPage([viewer.id], query, page, total))(viewer.id);
}

/** A page as one of the viewers it was read for sees it. */
type PageFor = (viewerId: string) => FeedAnswer;

/** A row as JSON has it. */
type JsonRow = Omit<PostRow, "createdAt"> & { createdAt: string };

async function readPage(
  viewerIds: string[],
  query: PageQuery,
  page: Prisma.Sql,
  total: Prisma.Sql,
): Promise<PageFor> {
  // As one value: taking rows of twenty columns apart, one by one, costs the server more than the query itself.
  const [answer] = await db().$queryRaw<{ total: number | null; rows: JsonRow[] }[]>`
    SELECT ${total} AS total, coalesce(json_agg(listed), '[]') AS rows
    FROM (
      SELECT ${postColumns(viewerIds)} FROM (${page}) p ${postJoins} ORDER BY p.created_at DESC, p.id DESC
    ) listed`;
  const count = answer?.total ?? 0;
  const rows = (answer?.rows ?? []).map((row): PostRow => ({ ...row, createdAt: new Date(row.createdAt) }));
  const cut = cutPage(rows, query.limit);
  return (viewerId) => ({
    posts: cut.rows.map((row) => viewPost(row, viewerId)),
    total: count,
    ...pageNumbers(query, count),
    nextCursor: cut.nextCursor,
  });
}

/** One post. Throws `not_found`. */
export async function getPost(viewer: Viewer, postId: string, tx: Tx = db()): Promise<Post> {
  const [row] = await tx.$queryRaw<PostRow[]>`
    SELECT ${postColumns([viewer.id])} FROM posts p ${postJoins} WHERE p.id = ${postId}::uuid AND ${isShown}`;
  if (!row) throw postNotFound();
  return viewPost(row, viewer.id);
}
