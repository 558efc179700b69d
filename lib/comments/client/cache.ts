import type { QueryClient } from "@tanstack/react-query";
import { commentsKeys } from "@/lib/comments/client/keys";
import type { Comment, CommentsAnswer, NewCommentAnswer } from "@/lib/comments/schema";
import { patchPost } from "@/lib/posts/client/cache";
import { type Pages, pageItems } from "@/lib/query/pages";
import { patchCached } from "@/lib/query/patch";

/** What changes in the cached comments of a post. */

export type CommentPages = Pages<CommentsAnswer>;

export const commentItems = pageItems("comments");

const PENDING = "pending:";

/** What a comment is called here until the server has named it. */
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

/** Puts a comment back among the others by its time. */
export function restoreComment(client: QueryClient, postId: string, comment: Comment): void {
  patchComments(client, postId, (data) => commentItems.insert(data, comment));
}

/**
 * Puts the confirmed comment in the place of the guess, or on top when a reload dropped the guess.
 */
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
  patchPost(client, postId, (post) => ({ ...post, commentsCount }));
}
