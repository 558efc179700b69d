import "server-only";
import { encodeCursor, pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { listedComments, listedThreads, openComments, openPosts } from "@/lib/audience/server/posts";
import type { CommentsAnswer, CommentsQuery } from "@/lib/comments/schema";
import { type CommentRow, commentColumns, commentNotFound, toComment } from "@/lib/comments/server/rows";
import type { Tx } from "@/lib/platform/db";
import { read } from "@/lib/platform/replica";
import type { HistoryAnswer } from "@/lib/posts/schema";
import { type HistoryRow, historyColumns, historyJoin, toHistory } from "@/lib/posts/server/history";
import { postNotFound } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** Reading comments. Every page is a single query. */

/**
 * A post's threads by their first comments, newest first; with `replyTo`, the replies of one,
 * oldest first. `around` chooses the page that has this comment, or its thread. Throws `not_found`
 * for an unknown post, thread or comment.
 */
export function listComments(viewer: Viewer, postId: string, query: CommentsQuery): Promise<CommentsAnswer> {
  const list = query.replyTo ? repliesOf(viewer, postId, query.replyTo) : threadsOf(viewer, postId);
  return read(viewer, (client) => readPage(client, viewer, list, query));
}

type List = {
  /** A row with the total if the list may be read. */
  head: Prisma.Sql;
  notFound: () => Error;
  /** The comments `c` that are in it. */
  isListed: Prisma.Sql;
  order: "newest" | "oldest";
  /** The id of what the list has of a comment. */
  placeOf: (commentId: string) => Prisma.Sql;
};

/**
 * `total` counts what is hidden from the viewer, too, as the post's counter does. It names the post
 * by its id: of a column of `p`, PostgreSQL would count again for each comment of the page.
 */
function threadsOf(viewer: Viewer, postId: string): List {
  return {
    head: Prisma.sql`
      SELECT (SELECT count(*)::int FROM comments WHERE post_id = ${postId}::uuid AND thread_id IS NULL AND withheld_at IS NULL) AS total, p.comments_count AS "commentsCount"
      FROM posts p WHERE p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql}`,
    notFound: postNotFound,
    isListed: Prisma.sql`c.post_id = ${postId}::uuid AND ${listedThreads(viewer.id)}`,
    order: "newest",
    placeOf: (id) => Prisma.sql`(
      SELECT coalesce(c.thread_id, c.id) FROM comments c
      WHERE c.id = ${id}::uuid AND (${listedComments(viewer.id)} OR ${listedThreads(viewer.id)}))`,
  };
}

function repliesOf(viewer: Viewer, postId: string, threadId: string): List {
  return {
    head: Prisma.sql`
      SELECT c.replies_count AS total, p.comments_count AS "commentsCount" FROM posts p JOIN comments c ON c.post_id = p.id
      WHERE p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql} AND c.id = ${threadId}::uuid AND ${listedThreads(viewer.id)}`,
    notFound: commentNotFound,
    isListed: Prisma.sql`c.thread_id = ${threadId}::uuid AND ${listedComments(viewer.id)}`,
    order: "oldest",
    placeOf: (id) => Prisma.sql`${id}::uuid`,
  };
}

type ListRow = CommentRow & {
  total: number;
  before: number | null;
  commentsCount: number;
  aroundId: string | null;
};

async function readPage(
  client: Tx,
  viewer: Viewer,
  list: List,
  query: CommentsQuery,
): Promise<CommentsAnswer> {
  const { around, limit } = query;
  const backFrom = around ? undefined : query.before;
  const order = list.order === "oldest" ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const ordered = Prisma.sql`ORDER BY c.created_at ${order}, c.id ${order}`;
  const page = around
    ? Prisma.sql`${ordered} LIMIT ${limit + 1} OFFSET (SELECT n / ${limit} * ${limit} FROM before)`
    : keyset(backFrom ? { ...query, cursor: backFrom } : query, {
        at: Prisma.sql`c.created_at`,
        id: Prisma.sql`c.id`,
        oldestFirst: (list.order === "oldest") !== (backFrom !== undefined),
      });
  const rows = await client.sql<ListRow>`
    WITH before AS (${around ? countBefore(list, around) : Prisma.sql`SELECT NULL::int AS n, NULL::uuid AS id`})
    SELECT head.total, head."commentsCount", (SELECT n FROM before) AS before, (SELECT id FROM before) AS "aroundId", ${commentColumns(viewer.id)}
    FROM (${list.head}) head LEFT JOIN (
      (SELECT c.* FROM comments c WHERE ${list.isListed} ${page}) c LEFT JOIN users u ON u.id = c.author_id
    ) ON true
    ${ordered}`;
  const [first] = rows;
  if (!first) throw list.notFound();
  if (around && first.before === null) throw commentNotFound();
  const listed = rows.filter((row) => row.id !== null);
  // What was read backwards has its extra row at the top.
  const hasPrevious = backFrom
    ? listed.length > limit
    : (first.before ?? 0) >= limit || query.page > 1 || query.cursor !== undefined;
  const found = paginate(backFrom ? listed.slice(-limit) : listed, limit);
  const [top, end] = [found.rows[0], found.rows.at(-1)];
  const numbers = pageNumbers(query, first.total);
  return {
    comments: found.rows.map(toComment),
    total: first.total,
    commentsCount: first.commentsCount,
    ...numbers,
    ...(around && { currentPage: Math.floor((first.before ?? 0) / limit) + 1 }),
    nextCursor: backFrom && end ? cursorOf(end) : found.nextCursor,
    previousCursor: hasPrevious && top ? cursorOf(top) : null,
    aroundId: first.aroundId,
  };
}

const cursorOf = ({ createdAt, id }: CommentRow) => encodeCursor({ at: createdAt, id });

/** The number of rows before a comment's place in a list, and its id; no row if it has none. */
function countBefore({ isListed, order, placeOf }: List, commentId: string): Prisma.Sql {
  const isBefore = order === "oldest" ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`
    SELECT (SELECT count(*)::int FROM comments c
      WHERE ${isListed} AND (c.created_at, c.id) ${isBefore} (place.created_at, place.id)) AS n, place.id
    FROM (SELECT c.created_at, c.id FROM comments c WHERE c.id = ${placeOf(commentId)} AND ${isListed}) place`;
}

/** What a comment said before its edits, the oldest first. Throws `not_found`. */
export async function getCommentHistory(
  viewer: Viewer,
  postId: string,
  commentId: string,
): Promise<HistoryAnswer> {
  const rows = await read(
    viewer,
    (client) => client.sql<HistoryRow>`
      SELECT ${historyColumns} FROM comments c JOIN posts p ON p.id = c.post_id ${historyJoin("comment", Prisma.sql`c.id`)}
      WHERE c.id = ${commentId}::uuid AND p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql} AND ${openComments(viewer.id)}`,
  );
  return toHistory(rows, commentNotFound);
}
