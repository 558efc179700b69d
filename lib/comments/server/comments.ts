import "server-only";
import { v7 as uuid } from "uuid";
import { type PageQuery, pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { listedComments, openPosts } from "@/lib/audience/server/posts";
import { canDeleteComment, LOG_IN_TO_COMMENT } from "@/lib/comments/policy";
import type { Comment, CommentsAnswer } from "@/lib/comments/schema";
import { refreshNotificationQuote, withholdComment } from "@/lib/comments/server/withhold";
import { commentMessage } from "@/lib/notifications/policy";
import { notify } from "@/lib/notifications/server/write";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { publishPost } from "@/lib/platform/realtime";
import { read } from "@/lib/platform/replica";
import { lockShownPost } from "@/lib/posts/server/lock";
import { postNotFound } from "@/lib/posts/server/read";
import { toWithheld, type WithheldRow, withheldColumn } from "@/lib/posts/server/rows";
import { outsideLinks } from "@/lib/profiles/server/outside-links";
import { toUserSummary, type UserSummaryRow, userSummaryColumns } from "@/lib/profiles/server/rows";
import { refundUnlessNew, takeWriteLimits, type Written } from "@/lib/profiles/server/write-limits";
import { openCase } from "@/lib/reports/server/cases";
import { keepText } from "@/lib/reports/server/kept-texts";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

type CommentRow = UserSummaryRow & WithheldRow & { id: string; content: string; createdAt: Date };

const columnsFor = (viewerId: string) => Prisma.sql`
  c.id, c.content, c.created_at AS "createdAt", ${withheldColumn(Prisma.sql`c`)}, ${userSummaryColumns(viewerId)}`;

/** A post's comments, newest first. Throws `not_found` for an unknown post. */
export function listComments(viewer: Viewer, postId: string, query: PageQuery): Promise<CommentsAnswer> {
  return read(viewer, (client) => findComments(client, viewer, postId, query));
}

async function findComments(
  client: Tx,
  viewer: Viewer,
  postId: string,
  query: PageQuery,
): Promise<CommentsAnswer> {
  const page = keyset(query, { at: Prisma.sql`c.created_at`, id: Prisma.sql`c.id` });
  const rows = await client.sql<CommentRow & { total: number }>`
    SELECT p.comments_count AS total, ${columnsFor(viewer.id)}
    FROM posts p LEFT JOIN (
      (SELECT c.* FROM comments c WHERE c.post_id = ${postId}::uuid AND ${listedComments(viewer.id)} ${page}) c
      JOIN users u ON u.id = c.author_id
    ) ON true
    WHERE p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql}
    ORDER BY c.created_at DESC, c.id DESC`;
  if (!rows[0]) throw postNotFound();
  const { total } = rows[0];
  const comments = paginate(
    rows.filter((row) => row.id !== null),
    query.limit,
  );
  return {
    comments: comments.rows.map(toComment),
    total,
    ...pageNumbers(query, total),
    nextCursor: comments.nextCursor,
  };
}

type AddedComment = { comment: Comment; commentsCount: number };

/**
 * Adds a comment and notifies the post's author. Idempotent per author and `clientId`: a repeated
 * call returns the first comment and adds nothing. Throws `not_found`, `conflict` when the id
 * belongs to a comment on another post, and `rate_limited` on an account's first day.
 */
export async function addComment(
  viewer: Viewer,
  postId: string,
  content: string,
  clientId?: string,
): Promise<AddedComment> {
  const isRepeated = async () =>
    clientId !== undefined && (await db().comment.count({ where: { authorId: viewer.id, clientId } })) > 0;
  const links = outsideLinks(content);
  const limits = await takeWriteLimits(viewer.id, { firstDay: "new_comment", isRepeated, links });
  const written = { postId, content, clientId };
  return refundUnlessNew(limits, () =>
    limits.isHeld
      ? transaction((tx) => insertHeldComment(tx, viewer, written))
      : transaction((tx) => insertComment(tx, viewer, written)),
  );
}

type NewComment = { postId: string; content: string; clientId: string | undefined };

/** Adds a comment that its author alone sees until moderators decide. */
async function insertHeldComment(
  tx: Tx,
  viewer: Viewer,
  comment: NewComment,
): Promise<Written<AddedComment>> {
  const added = await insertComment(tx, viewer, comment, { isHeld: true });
  if (!added.isNew) return added;
  const { _id } = added.result.comment;
  await openCase(tx, { subject: "comment", subjectId: _id, isHeld: true });
  await withholdComment(tx, _id, null);
  const withheld = { reason: "", decisionId: null, at: new Date().toISOString() };
  const { comment: inserted, commentsCount } = added.result;
  return { result: { comment: { ...inserted, withheld }, commentsCount: commentsCount - 1 }, isNew: true };
}

async function insertComment(
  tx: Tx,
  viewer: Viewer,
  { postId, content, clientId }: NewComment,
  { isHeld = false } = {},
): Promise<Written<AddedComment>> {
  // Updates the post first, so that a concurrent retry of this comment waits for it and is then
  // answered with the comment.
  const [row] = await tx.sql<CommentRow & { postAuthorId: string; commentsCount: number }>`
      WITH p AS (
        UPDATE posts p SET comments_count = comments_count + 1 WHERE id = ${postId}::uuid AND ${openPosts(viewer.id).sql}
        RETURNING author_id, comments_count
      ), c AS (
        INSERT INTO comments (id, post_id, author_id, content, client_id)
        SELECT ${uuid()}::uuid, ${postId}::uuid, ${viewer.id}::uuid, ${content}, ${clientId ?? null}::uuid FROM p
        ON CONFLICT (author_id, client_id) DO NOTHING RETURNING *
      )
      SELECT p.author_id AS "postAuthorId", p.comments_count AS "commentsCount", ${columnsFor(viewer.id)}
      FROM p LEFT JOIN (c JOIN users u ON u.id = c.author_id) ON true`;
  if (!row) throw postNotFound();
  if (row.id === null && clientId) {
    return { result: await replayComment(tx, viewer, postId, clientId), isNew: false };
  }
  if (row.id === null) throw new ApiError("unauthenticated", LOG_IN_TO_COMMENT);
  const event = { senderId: viewer.id, receiverId: row.postAuthorId, type: "comment" as const, postId };
  if (!isHeld) {
    await notify(tx, { ...event, message: commentMessage(content) });
    afterCommit(tx, () => publishPost(postId));
  }
  return { result: { comment: toComment(row), commentsCount: row.commentsCount }, isNew: true };
}

/** Answers a retry: returns the existing comment and undoes the increment of the count. */
async function replayComment(
  tx: Tx,
  viewer: Viewer,
  postId: string,
  clientId: string,
): Promise<AddedComment> {
  const [row] = await tx.sql<CommentRow>`
    SELECT ${columnsFor(viewer.id)} FROM comments c JOIN users u ON u.id = c.author_id
    WHERE c.author_id = ${viewer.id}::uuid AND c.client_id = ${clientId}::uuid
      AND c.post_id = ${postId}::uuid`;
  if (!row) throw new ApiError("conflict", "That comment belongs to another post.");
  return { comment: toComment(row), commentsCount: await decrementCommentsCount(tx, postId) };
}

/** Decrements a post's comment count and returns it. The caller has locked the post. */
async function decrementCommentsCount(tx: Tx, postId: string): Promise<number> {
  const [post] = await tx.sql<{ commentsCount: number }>`
    UPDATE posts SET comments_count = comments_count - 1 WHERE id = ${postId}::uuid
    RETURNING comments_count AS "commentsCount"`;
  if (!post) throw postNotFound();
  return post.commentsCount;
}

/** Deletes a comment; returns the post's new count. Throws `not_found` and `forbidden`. */
export async function deleteComment(viewer: Viewer, postId: string, commentId: string): Promise<number> {
  return transaction(async (tx) => {
    const post = await lockShownPost(tx, viewer, postId);
    const comment = await tx.comment.findUnique({
      where: { id: commentId, postId },
      select: { authorId: true, content: true, withheldAt: true, decisionId: true },
    });
    if (!comment || (comment.withheldAt && comment.authorId !== viewer.id)) throw commentNotFound();
    const { authorId, content: text } = comment;
    if (!canDeleteComment(viewer, { authorId, postAuthorId: post.authorId })) {
      throw new ApiError("forbidden", "You can only delete your own comments.");
    }
    if (!comment.decisionId) {
      await keepText(tx, { subject: "comment", subjectId: commentId, personId: authorId, text, postId });
    }
    await tx.comment.delete({ where: { id: commentId } });
    if (comment.withheldAt) return countComments(tx, postId);
    const commentsCount = await decrementCommentsCount(tx, postId);
    await refreshNotificationQuote(tx, {
      senderId: authorId,
      receiverId: post.authorId,
      type: "comment",
      postId,
    });
    afterCommit(tx, () => publishPost(postId));
    return commentsCount;
  });
}

async function countComments(tx: Tx, postId: string): Promise<number> {
  const post = await tx.post.findUniqueOrThrow({ where: { id: postId }, select: { commentsCount: true } });
  return post.commentsCount;
}

const commentNotFound = () => new ApiError("not_found", "This comment is no longer available.");

function toComment(row: CommentRow): Comment {
  return {
    _id: row.id,
    userId: toUserSummary(row),
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    ...toWithheld(row),
  };
}
