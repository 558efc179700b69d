import "server-only";
import { commentMessage } from "@/lib/notifications/policy";
import { notify, requote, retract } from "@/lib/notifications/server/write";
import type { Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";

/** Comments that moderators remove, or hold for review, and the notification that quotes them. */

type CommentEvent = { senderId: string; receiverId: string; type: "comment"; postId: string };

/**
 * Hides a comment from everyone but its author: removed by a decision, or held for review. It no
 * longer counts.
 */
export async function withholdComment(tx: Tx, commentId: string, decisionId: string | null): Promise<void> {
  const comment = await lockComment(tx, commentId);
  if (!comment) return;
  if (comment.withheldAt) {
    // Held before, it is removed from now on: what decisions removed is deleted some time later.
    const data = { decisionId, withheldAt: new Date() };
    if (decisionId) await tx.comment.update({ where: { id: commentId }, data });
    return;
  }
  await tx.comment.update({ where: { id: commentId }, data: { withheldAt: new Date(), decisionId } });
  await tx.post.update({ where: { id: comment.postId }, data: { commentsCount: { decrement: 1 } } });
  await refreshNotificationQuote(tx, comment.event);
}

/** Shows a comment again that this decision removed; null: that is held for review. */
export async function releaseComment(tx: Tx, commentId: string, decisionId: string | null): Promise<void> {
  const comment = await lockComment(tx, commentId);
  if (!comment?.withheldAt || comment.decisionId !== decisionId) return;
  await tx.comment.update({ where: { id: commentId }, data: { withheldAt: null, decisionId: null } });
  await tx.post.update({ where: { id: comment.postId }, data: { commentsCount: { increment: 1 } } });
  // The notification went with the last comment it could quote.
  const hasNotification = (await tx.notification.count({ where: comment.event })) > 0;
  if (hasNotification) await refreshNotificationQuote(tx, comment.event);
  else await notify(tx, { ...comment.event, message: commentMessage(comment.content) });
}

/** Locks a comment's post, as everyone who counts comments does, and reads the comment. */
async function lockComment(tx: Tx, commentId: string) {
  const found = await tx.comment.findUnique({ where: { id: commentId }, select: { postId: true } });
  if (!found) return undefined;
  await lockRows(tx, "posts", [found.postId]);
  const comment = await tx.comment.findUnique({ where: { id: commentId }, include: { post: true } });
  if (!comment) return undefined;
  const { authorId, post, postId } = comment;
  const event = { senderId: authorId, receiverId: post.authorId, type: "comment" as const, postId };
  return { ...comment, event };
}

/** How many comments of one person under one post are looked at: more than anyone writes. */
const COMMENTS_MAX = 500;

/**
 * After a deletion, makes the newest notification quote the author's newest remaining comment, and
 * deletes those, seen or not, that would still quote the deleted text.
 */
export async function refreshNotificationQuote(tx: Tx, event: CommentEvent): Promise<void> {
  const comments = await tx.comment.findMany({
    where: { postId: event.postId, authorId: event.senderId, withheldAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: COMMENTS_MAX,
    select: { content: true },
  });
  const [newest, ...others] = comments.map(({ content }) => commentMessage(content));
  if (newest !== undefined) await requote(tx, event, [newest, ...others]);
  else await retract(tx, event, { alsoSeen: true });
}
