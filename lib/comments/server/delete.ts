import "server-only";
import { canDeleteComment } from "@/lib/comments/policy";
import { commentNotFound } from "@/lib/comments/server/rows";
import { findComment, refreshQuotes } from "@/lib/comments/server/withhold";
import { retractMentions } from "@/lib/notifications/server/mentions";
import { afterCommit, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { publishPost } from "@/lib/platform/realtime";
import { lockShownPost } from "@/lib/posts/server/lock";
import { storeFormerText } from "@/lib/reports/server/former-texts";
import type { Viewer } from "@/lib/sessions/server/access";

/** Deletes a comment; returns the post's new count. Throws `not_found` and `forbidden`. */
export async function deleteComment(viewer: Viewer, postId: string, commentId: string): Promise<number> {
  return transaction(async (tx) => {
    const post = await lockShownPost(tx, viewer, postId);
    const comment = await findComment(tx, commentId);
    if (!comment || comment.postId !== postId || (comment.withheldAt && comment.authorId !== viewer.id)) {
      throw commentNotFound();
    }
    const { authorId, content: text } = comment;
    if (!canDeleteComment(viewer, { authorId, postAuthorId: post.authorId })) {
      throw new ApiError("forbidden", "You can only delete your own comments.");
    }
    if (!comment.decisionId) {
      await storeFormerText(tx, {
        subject: "comment",
        subjectId: commentId,
        personId: authorId,
        text,
        postId,
      });
    }
    if (!comment.withheldAt) {
      await refreshQuotes(tx, comment);
      afterCommit(tx, () => publishPost(postId));
    }
    await retractMentions(tx, { postId, commentId });
    await removeComments(tx, [comment]);
    const { commentsCount } = await tx.post.findUniqueOrThrow({ where: { id: postId } });
    return commentsCount;
  });
}

/**
 * Removes comments, also from the counters. A first comment that has replies stays, without its
 * words and its author; it goes with the last of them. Locks the posts.
 */
export async function removeComments(tx: Tx, comments: { id: string; postId: string }[]): Promise<void> {
  if (comments.length === 0) return;
  const ids = comments.map(({ id }) => id);
  const postIds = comments.map(({ postId }) => postId);
  await lockRows(tx, "posts", postIds);
  await tx.sql`
    UPDATE posts SET comments_count = comments_count - gone.number
    FROM (SELECT post_id, count(*)::int AS number FROM comments
      WHERE id = ANY(${ids}::uuid[]) AND withheld_at IS NULL AND author_id IS NOT NULL GROUP BY 1) gone
    WHERE posts.id = gone.post_id`;
  await tx.sql`
    UPDATE comments SET replies_count = replies_count - gone.number
    FROM (SELECT thread_id, count(*)::int AS number FROM comments
      WHERE id = ANY(${ids}::uuid[]) AND withheld_at IS NULL GROUP BY 1) gone
    WHERE comments.id = gone.thread_id`;
  // From here on no edit of them is history any more: it is stored for a report alone.
  await tx.formerText.updateMany({
    where: { subject: "comment", subjectId: { in: ids }, isHistory: true },
    data: { isHistory: false },
  });
  const replies = await tx.sql<{ threadId: string }>`
    DELETE FROM comments WHERE id = ANY(${ids}::uuid[]) AND thread_id IS NOT NULL RETURNING thread_id AS "threadId"`;
  const threadIds = replies.map(({ threadId }) => threadId);
  await tx.sql`
    DELETE FROM comments c
    WHERE (c.id = ANY(${ids}::uuid[]) OR (c.id = ANY(${threadIds}::uuid[]) AND c.author_id IS NULL))
      AND NOT EXISTS (SELECT FROM comments r WHERE r.thread_id = c.id)`;
  await tx.commentLike.deleteMany({ where: { commentId: { in: ids } } });
  await tx.notification.deleteMany({ where: { commentId: { in: ids } } });
  await tx.mention.deleteMany({ where: { commentId: { in: ids } } });
  await tx.comment.updateMany({
    where: { id: { in: ids } },
    data: {
      authorId: null,
      content: "",
      clientId: null,
      answeredId: null,
      likesCount: 0,
      editedAt: null,
      withheldAt: null,
      decisionId: null,
    },
  });
}
