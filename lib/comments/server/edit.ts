import "server-only";
import { openComments } from "@/lib/audience/server/posts";
import type { Comment } from "@/lib/comments/schema";
import { type CommentRow, commentColumns, commentNotFound, toComment } from "@/lib/comments/server/rows";
import { findComment, notifyOfNames, quoteEdited, withholdComment } from "@/lib/comments/server/withhold";
import { outsideLinks } from "@/lib/limits/server/outside-links";
import { refundUnlessNew, takeWriteLimits } from "@/lib/limits/server/write-limits";
import { retractRemoved } from "@/lib/notifications/server/mentions";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockShownPost } from "@/lib/posts/server/lock";
import { storeMentions } from "@/lib/profiles/server/mentions";
import { openCase } from "@/lib/reports/server/cases";
import { removeFromHistory, storeFormerText } from "@/lib/reports/server/former-texts";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Changes what the viewer's own comment says; what it said before is its history. With a link that
 * they repeat too often it is held for review. Throws `not_found`, also for a withheld one, and
 * `forbidden`.
 */
export async function editComment(
  viewer: Viewer,
  postId: string,
  commentId: string,
  content: string,
): Promise<Comment> {
  const links = outsideLinks(content);
  const before = links.length > 0 && (await db().comment.findUnique({ where: { id: commentId } }));
  const known = before ? outsideLinks(before.content) : [];
  const limits = await takeWriteLimits(viewer.id, { links: links.filter((link) => !known.includes(link)) });
  return refundUnlessNew(limits, async () => {
    const result = await transaction((tx) =>
      changeComment(tx, viewer, { postId, commentId, content, isHeld: limits.isHeld }),
    );
    return { result, isNew: true };
  });
}

type Change = { postId: string; commentId: string; content: string; isHeld: boolean };

async function changeComment(tx: Tx, viewer: Viewer, change: Change): Promise<Comment> {
  const { postId, commentId, content, isHeld } = change;
  await lockShownPost(tx, viewer, postId);
  const comment = await getRow(tx, viewer, postId, commentId);
  if (comment.withheld) throw commentNotFound();
  if (comment.userId !== viewer.id) throw new ApiError("forbidden", "You can only edit your own comments.");
  if (comment.content === content) return toComment(comment);
  await storeFormerText(tx, {
    subject: "comment",
    subjectId: commentId,
    personId: viewer.id,
    text: comment.content,
    postId,
    isHistory: true,
  });
  await tx.comment.update({ where: { id: commentId }, data: { content, editedAt: new Date() } });
  const { added, removed } = await storeMentions(tx, viewer.id, { commentId }, content);
  await retractRemoved(tx, { postId, commentId }, removed);
  await quoteEdited(tx, { commentId, postId }, content);
  const edited = !isHeld && added.length > 0 && (await findComment(tx, commentId));
  if (edited) await notifyOfNames(tx, edited, added);
  if (isHeld) {
    await openCase(tx, { subject: "comment", subjectId: commentId, isHeld: true });
    await withholdComment(tx, commentId, null);
  }
  return toComment(await getRow(tx, viewer, postId, commentId));
}

/**
 * Takes a version of the viewer's own comment out of its history. Throws `not_found` and
 * `forbidden`.
 */
export async function removeCommentVersion(
  viewer: Viewer,
  { postId, commentId, versionId }: { postId: string; commentId: string; versionId: string },
): Promise<void> {
  await transaction(async (tx) => {
    await lockShownPost(tx, viewer, postId);
    const comment = await getRow(tx, viewer, postId, commentId);
    if (comment.userId !== viewer.id)
      throw new ApiError("forbidden", "You can only change your own comments.");
    await removeFromHistory(tx, "comment", commentId, versionId);
  });
}

async function getRow(tx: Tx, viewer: Viewer, postId: string, commentId: string): Promise<CommentRow> {
  const [row] = await tx.sql<CommentRow>`
    SELECT ${commentColumns(viewer.id)} FROM comments c JOIN users u ON u.id = c.author_id
    WHERE c.id = ${commentId}::uuid AND c.post_id = ${postId}::uuid AND ${openComments(viewer.id)}`;
  if (!row) throw commentNotFound();
  return row;
}
