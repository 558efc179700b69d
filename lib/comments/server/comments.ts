import "server-only";
import { v7 as uuid } from "uuid";
import { commentablePosts, openComments, openPosts } from "@/lib/audience/server/posts";
import { COMMENTS_CLOSED, LOG_IN_TO_COMMENT } from "@/lib/comments/policy";
import type { Comment, CommentBody } from "@/lib/comments/schema";
import { type CommentRow, commentColumns, commentNotFound, toComment } from "@/lib/comments/server/rows";
import { notifyOfComment, withholdComment } from "@/lib/comments/server/withhold";
import { outsideLinks } from "@/lib/limits/server/outside-links";
import { refundUnlessNew, takeWriteLimits, type WriteResult } from "@/lib/limits/server/write-limits";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { publishPost } from "@/lib/platform/realtime";
import { lockShownPost } from "@/lib/posts/server/lock";
import type { Mention } from "@/lib/profiles/schema";
import { type MentionsRow, mentionsColumn, storeMentions } from "@/lib/profiles/server/mentions";
import { openCase } from "@/lib/reports/server/cases";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

type AddedComment = { comment: Comment; commentsCount: number };

/**
 * Adds a comment or, with `replyTo`, a reply to one, and notifies the post's author and whom it
 * answers. Idempotent per author and `clientId`: a repeated call returns the first comment and adds
 * nothing. Throws `not_found`, `comments_closed`, `conflict` when the id belongs to a comment on
 * another post, and `rate_limited` on an account's first day.
 */
export async function addComment(
  viewer: Viewer,
  postId: string,
  content: string,
  { clientId, replyTo }: Omit<CommentBody, "content"> = {},
): Promise<AddedComment> {
  const isRepeated = async () =>
    clientId !== undefined && (await db().comment.count({ where: { authorId: viewer.id, clientId } })) > 0;
  const links = outsideLinks(content);
  const limits = await takeWriteLimits(viewer.id, { firstDay: "new_comment", isRepeated, links });
  const written = { postId, content, clientId, replyTo };
  return refundUnlessNew(limits, () =>
    limits.isHeld
      ? transaction((tx) => insertHeldComment(tx, viewer, written))
      : transaction((tx) => insertComment(tx, viewer, written)),
  );
}

type NewComment = {
  postId: string;
  content: string;
  clientId: string | undefined;
  replyTo: string | undefined;
};

/** Adds a comment that its author alone sees until moderators decide. */
async function insertHeldComment(
  tx: Tx,
  viewer: Viewer,
  comment: NewComment,
): Promise<WriteResult<AddedComment>> {
  const added = await insertComment(tx, viewer, comment, { isHeld: true });
  if (!added.isNew) return added;
  const { _id } = added.result.comment;
  await openCase(tx, { subject: "comment", subjectId: _id, isHeld: true });
  await withholdComment(tx, _id, null);
  const withheld = { reason: "", decisionId: null, at: new Date().toISOString() };
  const { comment: inserted, commentsCount } = added.result;
  return { result: { comment: { ...inserted, withheld }, commentsCount: commentsCount - 1 }, isNew: true };
}

type InsertedRow = CommentRow & { postAuthorId: string; commentsCount: number };

async function insertComment(
  tx: Tx,
  viewer: Viewer,
  { postId, content, clientId, replyTo }: NewComment,
  { isHeld = false } = {},
): Promise<WriteResult<AddedComment>> {
  const answered = replyTo
    ? await lockAnswered(tx, viewer, { postId, content, clientId, replyTo })
    : undefined;
  // Updates the post first, so that a concurrent retry of this comment waits for it and is then
  // answered with the comment.
  const [row] = await tx.sql<InsertedRow>`
      WITH p AS (
        UPDATE posts p SET comments_count = comments_count + 1
        WHERE id = ${postId}::uuid AND ${openPosts(viewer.id).sql} AND ${commentablePosts(viewer.id)}
        RETURNING author_id, comments_count
      ), c AS (
        INSERT INTO comments (id, post_id, author_id, content, client_id, thread_id, answered_id)
        SELECT ${uuid()}::uuid, ${postId}::uuid, ${viewer.id}::uuid, ${content}, ${clientId ?? null}::uuid,
          ${answered?.threadId ?? null}::uuid, ${answered?.id ?? null}::uuid FROM p
        ON CONFLICT (author_id, client_id) DO NOTHING RETURNING *
      ), thread AS (
        UPDATE comments SET replies_count = replies_count + 1 WHERE id = (SELECT thread_id FROM c)
      )
      SELECT p.author_id AS "postAuthorId", p.comments_count AS "commentsCount", ${commentColumns(viewer.id)}
      FROM p LEFT JOIN (c JOIN users u ON u.id = c.author_id) ON true`;
  if (!row) return { result: await replayClosed(tx, viewer, postId, clientId), isNew: false };
  if (row.id === null && clientId) {
    const comment = await findWritten(tx, viewer, postId, clientId);
    return { result: { comment, commentsCount: await decrementCommentsCount(tx, postId) }, isNew: false };
  }
  if (row.id === null) throw new ApiError("unauthenticated", LOG_IN_TO_COMMENT);
  const { id, postAuthorId } = row;
  const { added } = await storeMentions(tx, viewer.id, { commentId: id }, content, { isNew: true });
  if (!isHeld) {
    const answeredAuthorId = answered?.authorId ?? null;
    const comment = { id, authorId: viewer.id, postId, postAuthorId, answeredAuthorId, content };
    await notifyOfComment(tx, comment, added);
    afterCommit(tx, () => publishPost(postId));
  }
  const mentions = added.length > 0 ? await mentionsOf(tx, viewer.id, id) : [];
  return {
    result: { comment: toComment({ ...row, mentions }), commentsCount: row.commentsCount },
    isNew: true,
  };
}

/** Whom a comment names, which are stored after its row was read. */
async function mentionsOf(tx: Tx, viewerId: string, commentId: string): Promise<Mention[] | null> {
  const [row] = await tx.sql<MentionsRow>`
    SELECT ${mentionsColumn(viewerId, Prisma.sql`mention.comment_id = ${commentId}::uuid`)}`;
  return row?.mentions ?? null;
}

type Answered = { id: string; threadId: string; authorId: string };

/**
 * The comment that a reply answers, and its thread. The post is locked first, so that the comment
 * is not deleted before the end. Throws `not_found`, unless the reply was written before.
 */
async function lockAnswered(
  tx: Tx,
  viewer: Viewer,
  { postId, clientId, replyTo }: NewComment,
): Promise<Answered | undefined> {
  await lockShownPost(tx, viewer, postId);
  const [answered] = await tx.sql<Answered>`
    SELECT c.id, coalesce(c.thread_id, c.id) AS "threadId", c.author_id AS "authorId" FROM comments c
    WHERE c.id = ${replyTo}::uuid AND c.post_id = ${postId}::uuid AND ${openComments(viewer.id)}`;
  const isWritten =
    clientId !== undefined && (await tx.comment.count({ where: { authorId: viewer.id, clientId } })) > 0;
  if (!answered && !isWritten) throw commentNotFound();
  return answered;
}

/**
 * Answers where nothing was added: with the comment, if it was written before the post's comments
 * were closed. Throws `not_found` and `comments_closed`.
 */
async function replayClosed(
  tx: Tx,
  viewer: Viewer,
  postId: string,
  clientId: string | undefined,
): Promise<AddedComment> {
  await lockShownPost(tx, viewer, postId);
  const written =
    clientId &&
    (await tx.comment.findFirst({ where: { authorId: viewer.id, clientId }, select: { id: true } }));
  if (!clientId || !written) throw new ApiError("comments_closed", COMMENTS_CLOSED);
  const { commentsCount } = await tx.post.findUniqueOrThrow({ where: { id: postId } });
  return { comment: await findWritten(tx, viewer, postId, clientId), commentsCount };
}

/** The comment that a retry repeats. Throws `conflict` when it is on another post. */
async function findWritten(tx: Tx, viewer: Viewer, postId: string, clientId: string): Promise<Comment> {
  const [row] = await tx.sql<CommentRow>`
    SELECT ${commentColumns(viewer.id)} FROM comments c JOIN users u ON u.id = c.author_id
    WHERE c.author_id = ${viewer.id}::uuid AND c.client_id = ${clientId}::uuid
      AND c.post_id = ${postId}::uuid`;
  if (!row) throw new ApiError("conflict", "That comment belongs to another post.");
  return toComment(row);
}

/** Undoes the increment of a post's comment count and returns it. The caller locked the post. */
async function decrementCommentsCount(tx: Tx, postId: string): Promise<number> {
  const { commentsCount } = await tx.post.update({
    where: { id: postId },
    data: { commentsCount: { decrement: 1 } },
    select: { commentsCount: true },
  });
  return commentsCount;
}
