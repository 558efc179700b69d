import { type QueryClient, useMutation } from "@tanstack/react-query";
import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import {
  type CommentPages,
  countComments,
  pendingIdOf,
  prependComment,
  removeComment,
  restoreComment,
  settleComment,
} from "@/lib/comments/client/cache";
import { commentsKeys } from "@/lib/comments/client/queries";
import { LOG_IN_TO_COMMENT } from "@/lib/comments/policy";
import type { Comment, DeletedCommentAnswer, NewCommentAnswer } from "@/lib/comments/schema";
import type { PostAnswer } from "@/lib/posts/schema";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import type { UserSummary } from "@/lib/profiles/schema";
import { enqueue, type QueuedComment, type QueueHandlers, queued } from "@/lib/query/offline-queue";
import { optimistic, untilLeft } from "@/lib/query/optimistic";
import { onePage } from "@/lib/query/pages";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";

export type NewComment = { comment: Comment; clientId: string | undefined };

let fallbackId = 0;

/** A comment to show until the server confirms it. */
export function newComment(content: string, author: UserSummary): NewComment {
  // Missing on insecure origins, where comments can't be queued offline.
  const clientId = crypto.randomUUID?.();
  const id = pendingIdOf(clientId ?? String(++fallbackId));
  const createdAt = new Date().toISOString();
  return { comment: pendingComment(id, author, content.trim(), createdAt), clientId };
}

const pendingComment = (_id: string, userId: UserSummary, content: string, createdAt: string): Comment => ({
  _id,
  userId,
  content,
  replyTo: null,
  repliesCount: 0,
  likesCount: 0,
  isLiked: false,
  createdAt,
  editedAt: null,
});

/**
 * Adds a comment optimistically; offline, and when the page is left before the answer, it is
 * queued. `path` selects the endpoint: `comments` for the feed, `comment` for the Posts Feed page.
 */
export function useAddComment(postId: string, path: "comments" | "comment") {
  return useMutation(
    optimistic({
      mutationFn: async ({ comment, clientId }: NewComment): Promise<NewCommentAnswer | "queued"> => {
        if (!storedAccessToken()) throw new ApiClientError(401, "signed_out", LOG_IN_TO_COMMENT);
        const { content, createdAt } = comment;
        const send = () =>
          api.post<NewCommentAnswer>(`/posts/${postId}/${path}`, { body: { content, clientId } });
        if (!clientId) return send();
        const action = { kind: "comment", postId, content, clientId, createdAt } as const;
        // What is unanswered when the page is left is sent from the next one.
        return (await queued(action, () => untilLeft(send, () => enqueue(action)))) ?? "queued";
      },
      apply: (client, { comment }) => {
        prependComment(client, postId, comment);
        return () => removeComment(client, postId, comment._id);
      },
      settle: (client, answer, { comment }) => {
        // A queued comment stays on screen under its pending id.
        if (answer !== "queued") settleComment(client, postId, comment._id, answer);
      },
    }),
  );
}

/** A comment in the offline queue. */
export const queuedComment: QueueHandlers["comment"] = {
  send: async (client, { postId, content, clientId }) => {
    const body = { content, clientId };
    const answer = await api.post<NewCommentAnswer>(`/posts/${postId}/comments`, { body });
    settleComment(client, postId, pendingIdOf(clientId), answer);
  },
  show: showQueuedComment,
  clear: (client, { postId, clientId }) => removeComment(client, postId, pendingIdOf(clientId)),
};

function showQueuedComment(client: QueryClient, action: QueuedComment): void {
  const me = readStoredProfile();
  if (!me) return;
  const { postId, clientId, content, createdAt } = action;
  const { _id, name, username, avatar, affiliation } = me;
  const author = { _id, name, username, avatar, affiliation };
  const comment = pendingComment(pendingIdOf(clientId), author, content, createdAt);
  const queryKey = commentsKeys.of(postId);
  const state = client.getQueryState<CommentPages>(queryKey);
  if (state?.status !== "error" || state.data) {
    prependComment(client, postId, comment);
    return;
  }
  // The other comments can't be loaded now: show the own ones alone, and refetch when possible.
  const page = { comments: [comment], total: 1, currentPage: 1, totalPages: 1, nextCursor: null };
  client.setQueryData<CommentPages>(queryKey, onePage(page));
  void client.invalidateQueries({ queryKey, refetchType: "none" });
}

/** Deletes a comment optimistically; restores it on error. */
export function useDeleteComment(postId: string) {
  return useMutation(
    optimistic({
      mutationFn: (comment: Comment) => deleteComment(postId, comment._id),
      apply: (client, comment) => {
        removeComment(client, postId, comment._id);
        return () => restoreComment(client, postId, comment);
      },
      settle: (client, commentsCount) => {
        if (commentsCount !== undefined) countComments(client, postId, commentsCount);
      },
    }),
  );
}

/**
 * Deletes a comment, also when another person has already deleted it. Returns the post's new count,
 * or undefined when that can't be loaded.
 */
async function deleteComment(postId: string, commentId: string): Promise<number | undefined> {
  try {
    return (await api.delete<DeletedCommentAnswer>(`/posts/${postId}/comments/${commentId}`)).commentsCount;
  } catch (error) {
    if (!apiError(error)?.isGone) throw error;
  }
  try {
    return (await api.get<PostAnswer>(`/posts/${postId}`)).post.commentsCount;
  } catch {
    // The comment is deleted either way. The count comes with the post's next answer.
    return undefined;
  }
}
