import { type QueryClient, useMutation } from "@tanstack/react-query";
import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";
import { enqueueIfOffline, type QueuedComment, type QueueHandlers } from "@/lib/api/client/offline-queue";
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
import { commentsKeys } from "@/lib/comments/client/keys";
import { LOG_IN_TO_COMMENT } from "@/lib/comments/messages";
import type { Comment, CommentsAnswer, DeletedCommentAnswer, NewCommentAnswer } from "@/lib/comments/schema";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import type { UserSummary } from "@/lib/profiles/schema";
import { optimistic } from "@/lib/query/optimistic";
import { onePage } from "@/lib/query/pages";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";

type NewComment = { comment: Comment; clientId: string | undefined };

let unnamed = 0;

/** A comment as it shows before the server has named it. */
export function newComment(content: string, author: UserSummary): NewComment {
  // Pages that are not on https have no such function: there a comment can't wait for a connection.
  const clientId = crypto.randomUUID?.();
  const comment = {
    _id: pendingIdOf(clientId ?? String(++unnamed)),
    userId: author,
    content: content.trim(),
    createdAt: new Date().toISOString(),
  };
  return { comment, clientId };
}

/**
 * Adds a comment; it shows at once, and without a connection it is queued. `path` names the
 * call: `comments` for the feed and `comment` for the Posts Feed page.
 */
export function useAddComment(postId: string, path: "comments" | "comment") {
  return useMutation(
    optimistic({
      mutationFn: async ({ comment, clientId }: NewComment): Promise<NewCommentAnswer | "queued"> => {
        if (!storedAccessToken()) throw new ApiClientError(401, "signed_out", LOG_IN_TO_COMMENT);
        const { content, createdAt } = comment;
        try {
          return await api.post(`/posts/${postId}/${path}`, { body: { content, clientId } });
        } catch (error) {
          if (
            clientId &&
            enqueueIfOffline(error, { kind: "comment", postId, content, clientId, createdAt })
          ) {
            return "queued";
          }
          throw error;
        }
      },
      apply: (client, { comment }) => {
        prependComment(client, postId, comment);
        return () => removeComment(client, postId, comment._id);
      },
      settle: (client, answer, { comment }) => {
        // One in the offline queue goes on showing under the name it has.
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
  const author = { _id: me._id, name: me.name, username: me.username, avatar: me.avatar };
  const comment = { _id: pendingIdOf(clientId), userId: author, content, createdAt };
  const queryKey = commentsKeys.of(postId);
  const state = client.getQueryState<CommentPages>(queryKey);
  if (state?.status !== "error" || state.data) {
    prependComment(client, postId, comment);
    return;
  }
  // Others' comments can't be loaded now. One's own are shown alone, and the rest is asked for when
  // it can be had.
  const page = { comments: [comment], total: 1, currentPage: 1, totalPages: 1, nextCursor: null };
  client.setQueryData<CommentPages>(queryKey, onePage(page));
  void client.invalidateQueries({ queryKey, refetchType: "none" });
}

/** Deletes a comment: gone at once, back when the server refuses. */
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
 * Deletes a comment, or finds it deleted by somebody else; gives the post's new count if it can be
 * known.
 */
async function deleteComment(postId: string, commentId: string): Promise<number | undefined> {
  try {
    return (await api.delete<DeletedCommentAnswer>(`/posts/${postId}/comments/${commentId}`)).commentsCount;
  } catch (error) {
    if (!apiError(error)?.isGone) throw error;
  }
  try {
    return (await api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query: { limit: 1 } })).total;
  } catch {
    // The comment is gone all the same, and perhaps the post is, too: its next answer brings the
    // count.
    return undefined;
  }
}
