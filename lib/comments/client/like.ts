import { api } from "@/lib/api/client/request";
import { patchComment } from "@/lib/comments/client/cache";
import { commentsKeys } from "@/lib/comments/client/queries";
import type { Comment, CommentLikeAnswer } from "@/lib/comments/schema";
import { enqueue, type QueueHandlers } from "@/lib/query/offline-queue";
import { queuedToggle, setToggle, type Toggle, useToggle } from "@/lib/query/toggle";

// A like that the server has not answered when the page is left is queued, as one of a post.

const likeToggle = (postId: string, commentId: string): Toggle<CommentLikeAnswer> => ({
  mutationKey: commentsKeys.like(commentId),
  mutationFn: (liked) =>
    api.post("/posts/{postId}/comments/{commentId}/like", { params: { postId, commentId }, body: { liked } }),
  apply: (client, liked) => patchComment(client, postId, commentId, (comment) => withLike(comment, liked)),
  settle: (client, answer) => {
    patchComment(client, postId, commentId, (comment) => ({ ...comment, ...answer }));
    void client.invalidateQueries({ queryKey: commentsKeys.likers(commentId) });
  },
  onLeave: (liked) => enqueue({ kind: "comment_like", postId, commentId, liked }),
});

/** The comment after the viewer likes or unlikes it. Idempotent. */
function withLike(comment: Comment, liked: boolean): Comment {
  if (comment.isLiked === liked) return comment;
  return { ...comment, isLiked: liked, likesCount: Math.max(0, comment.likesCount + (liked ? 1 : -1)) };
}

/**
 * Returns a function that toggles the like optimistically, and returns the new state; offline, the
 * like is queued. `onError` is called after a failed like has been rolled back.
 */
export function useLikeComment(
  postId: string,
  comment: Comment,
  onError: (error: unknown) => void,
): (to?: boolean) => boolean {
  const toggle = queuedToggle(
    likeToggle(postId, comment._id),
    (liked) => ({ kind: "comment_like", postId, commentId: comment._id, liked }),
    (liked) => {
      const { isLiked, likesCount } = withLike(comment, liked);
      return { isLiked, likesCount };
    },
  );
  return useToggle(toggle, comment.isLiked, onError);
}

/** A like in the offline queue. A click while it is being sent wins. */
export const queuedCommentLike: QueueHandlers["comment_like"] = {
  send: (client, { postId, commentId, liked }) => setToggle(client, likeToggle(postId, commentId), liked),
  show: (client, { postId, commentId, liked }) => likeToggle(postId, commentId).apply(client, liked),
  undo: (client, { postId, commentId, liked }) => likeToggle(postId, commentId).apply(client, !liked),
};
