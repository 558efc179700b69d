import "server-only";
import { commentMessage, replyMessage } from "@/lib/notifications/policy";
import { notifyOfMentions, quoteMentions, retractMentions } from "@/lib/notifications/server/mentions";
import { notify, type Quoted, requote, retract } from "@/lib/notifications/server/write";
import type { Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";

/** Comments that moderators remove, or hold for review, and the notifications that quote them. */

/** Whom a comment notifies: the post's author, or as a reply the author of what it answers. */
type CommentEvent = { senderId: string; receiverId: string; type: "comment" | "reply"; postId: string };

type CommentWithAuthors = {
  id: string;
  authorId: string;
  postId: string;
  postAuthorId: string;
  /** Whose comment it answers; null for a first comment, or when that one is gone. */
  answeredAuthorId: string | null;
};

/** Whom a comment notifies, each of them once. */
function eventsOf({
  authorId: senderId,
  postId,
  postAuthorId,
  answeredAuthorId,
}: CommentWithAuthors): CommentEvent[] {
  const events: CommentEvent[] = [];
  if (answeredAuthorId) events.push({ senderId, receiverId: answeredAuthorId, type: "reply", postId });
  if (postAuthorId !== answeredAuthorId) {
    events.push({ senderId, receiverId: postAuthorId, type: "comment", postId });
  }
  return events.filter(({ receiverId }) => receiverId !== senderId);
}

/** How a notification of this type quotes a comment. */
const MESSAGE_OF = { comment: commentMessage, reply: replyMessage };

/**
 * Notifies the post's author of a comment, of a reply also the author of what it answers, and those
 * whom it names: `mentioned`.
 */
export async function notifyOfComment(
  tx: Tx,
  comment: CommentWithAuthors & { content: string },
  mentioned: readonly string[],
): Promise<void> {
  for (const event of eventsOf(comment)) {
    const message = MESSAGE_OF[event.type](comment.content);
    await notify(tx, { ...event, commentId: comment.id, message });
  }
  await notifyOfNames(tx, comment, mentioned);
}

/** Notifies those whom a comment names, except who is notified of it in any case. */
export async function notifyOfNames(
  tx: Tx,
  comment: CommentWithAuthors & { content: string },
  mentioned: readonly string[],
): Promise<void> {
  const { id: commentId, authorId: senderId, postId, content: text } = comment;
  const notified = eventsOf(comment).map(({ receiverId }) => receiverId);
  const others = mentioned.filter((id) => !notified.includes(id));
  await notifyOfMentions(tx, { senderId, postId, commentId, text }, others);
}

/** Makes the notifications of an edited comment quote what it says now. */
export async function quoteEdited(
  tx: Tx,
  { commentId, postId }: { commentId: string; postId: string },
  content: string,
): Promise<void> {
  await quoteMentions(tx, { postId, commentId }, content);
  for (const type of ["comment", "reply"] as const) {
    const data = { message: MESSAGE_OF[type](content) };
    await tx.notification.updateMany({ where: { commentId, type }, data });
  }
}

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
  await adjustCounts(tx, comment, -1);
  await refreshQuotes(tx, comment);
  await retractMentions(tx, { postId: comment.postId, commentId });
}

/** Shows a comment again that this decision removed; null: that is held for review. */
export async function releaseComment(tx: Tx, commentId: string, decisionId: string | null): Promise<void> {
  const comment = await lockComment(tx, commentId);
  if (!comment?.withheldAt || comment.decisionId !== decisionId) return;
  await tx.comment.update({ where: { id: commentId }, data: { withheldAt: null, decisionId: null } });
  await adjustCounts(tx, comment, 1);
  for (const event of eventsOf(comment)) {
    // The notification went with the last comment it could quote.
    const hasNotification = (await tx.notification.count({ where: { ...event, customType: null } })) > 0;
    if (hasNotification) await refreshQuote(tx, event);
    else await notify(tx, { ...event, commentId, message: MESSAGE_OF[event.type](comment.content) });
  }
  const mentions = await tx.mention.findMany({ where: { commentId }, orderBy: { id: "asc" } });
  await notifyOfNames(
    tx,
    comment,
    mentions.map(({ personId }) => personId),
  );
}

/** Counts a comment under its post, and in its thread, or no longer. */
async function adjustCounts(
  tx: Tx,
  { postId, threadId }: { postId: string; threadId: string | null },
  change: 1 | -1,
): Promise<void> {
  await tx.post.update({ where: { id: postId }, data: { commentsCount: { increment: change } } });
  if (threadId) {
    await tx.comment.update({ where: { id: threadId }, data: { repliesCount: { increment: change } } });
  }
}

/** Locks a comment's post, as everyone who counts comments does, and reads the comment. */
async function lockComment(tx: Tx, commentId: string) {
  const found = await tx.comment.findUnique({ where: { id: commentId }, select: { postId: true } });
  if (!found) return undefined;
  await lockRows(tx, "posts", [found.postId]);
  return findComment(tx, commentId);
}

/** A comment that is not deleted, with the authors it notifies. */
export async function findComment(tx: Tx, commentId: string) {
  const comment = await tx.comment.findUnique({
    where: { id: commentId },
    include: { post: { select: { authorId: true } } },
  });
  if (!comment?.authorId) return undefined;
  const { authorId, answeredId, post } = comment;
  const answered = answeredId ? await tx.comment.findUnique({ where: { id: answeredId } }) : null;
  return { ...comment, authorId, postAuthorId: post.authorId, answeredAuthorId: answered?.authorId ?? null };
}

/** How many comments of one person under one post are looked at: more than anyone writes. */
const COMMENTS_MAX = 500;

/**
 * Before a comment is deleted, or after it was hidden, makes the newest notification quote the
 * author's newest remaining comment, and deletes those, seen or not, that would still quote it.
 */
export async function refreshQuotes(tx: Tx, comment: CommentWithAuthors): Promise<void> {
  for (const event of eventsOf(comment)) await refreshQuote(tx, event, comment.id);
}

async function refreshQuote(tx: Tx, event: CommentEvent, withoutId: string | null = null): Promise<void> {
  const comments = await tx.sql<{ id: string; content: string }>`
    SELECT c.id, c.content FROM comments c LEFT JOIN comments a ON a.id = c.answered_id
    WHERE c.post_id = ${event.postId}::uuid AND c.author_id = ${event.senderId}::uuid AND c.withheld_at IS NULL
      AND c.id IS DISTINCT FROM ${withoutId}::uuid
      AND (a.author_id IS NOT DISTINCT FROM ${event.receiverId}::uuid) = ${event.type === "reply"}
    ORDER BY c.created_at DESC, c.id DESC LIMIT ${COMMENTS_MAX}`;
  const [newest, ...others] = comments.map(
    ({ id, content }): Quoted => ({ commentId: id, message: MESSAGE_OF[event.type](content) }),
  );
  if (newest !== undefined) await requote(tx, event, [newest, ...others]);
  else await retract(tx, event, { alsoSeen: true });
}
