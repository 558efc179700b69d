import type { QueryClient } from "@tanstack/react-query";
import { commentsKeys } from "@/lib/comments/client/queries";
import type { Comment, CommentsAnswer, NewCommentAnswer } from "@/lib/comments/schema";
import { type PostNews, settlePost } from "@/lib/posts/client/cache";
import { patchCached } from "@/lib/query/optimistic";
import { type Pages, pageItems } from "@/lib/query/pages";

/** Updates to the cached comments of a post. */

export type CommentPages = Pages<CommentsAnswer>;

export const commentItems = pageItems("comments");

const PENDING = "pending:";

/** The id of a comment until the server has assigned one. */
export const pendingIdOf = (clientId: string) => PENDING + clientId;

/** True for a comment the server has not confirmed yet. */
export const isPending = (comment: Comment) => comment._id.startsWith(PENDING);

const patchComments = (client: QueryClient, postId: string, change: (data: CommentPages) => CommentPages) =>
  patchCached(client, commentsKeys.of(postId), change);

export function prependComment(client: QueryClient, postId: string, comment: Comment): void {
  patchComments(client, postId, (data) => commentItems.prepend(data, comment));
}

export function removeComment(client: QueryClient, postId: string, commentId: string): void {
  patchComments(client, postId, (data) => commentItems.remove(data, commentId));
}

/** Inserts a comment again at its place in time. */
export function restoreComment(client: QueryClient, postId: string, comment: Comment): void {
  patchComments(client, postId, (data) => commentItems.insert(data, comment));
}

/** Replaces the pending comment with the confirmed one, or prepends it after a reload. */
export function settleComment(
  client: QueryClient,
  postId: string,
  pendingId: string,
  { comment, commentsCount }: NewCommentAnswer,
): void {
  patchComments(client, postId, (data) => {
    const settled = commentItems.map(data, (other) => (other._id === pendingId ? comment : other));
    return commentItems.prepend(settled, comment);
  });
  countComments(client, postId, commentsCount);
}

export function countComments(client: QueryClient, postId: string, commentsCount: number): void {
  settlePost(client, postId, { commentsCount });
}

/** Loads the comments of a post again on which the person commented in another tab. */
export function reloadComments(client: QueryClient, { postId, change }: PostNews): void {
  const queryKey = commentsKeys.of(postId);
  const loaded = client.getQueryData<CommentPages>(queryKey);
  const total = loaded?.pages[0]?.total;
  if (change.commentsCount === undefined || total === undefined) return;
  // One that waits to be sent is counted here, and not yet there.
  const waiting = commentItems.all(loaded).filter(isPending).length;
  if (total - waiting !== change.commentsCount) void client.invalidateQueries({ queryKey });
}
