import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiClientError, apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import {
  type CommentPages,
  countComments,
  countKnown,
  insertComment,
  patchComment,
  pendingIdOf,
  removeComment,
  restoreComment,
  settleComment,
} from "@/lib/comments/client/cache";
import { commentsKeys, historyOptions } from "@/lib/comments/client/queries";
import { LOG_IN_TO_COMMENT } from "@/lib/comments/policy";
import type { Comment, NewCommentAnswer } from "@/lib/comments/schema";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import type { UserSummary } from "@/lib/profiles/schema";
import { enqueue, type QueuedComment, type QueueHandlers, queued } from "@/lib/query/offline-queue";
import { optimistic, untilLeft } from "@/lib/query/optimistic";
import { onePage } from "@/lib/query/pages";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";

/** Which comment a reply answers, and in which thread. */
export type Answered = { _id: string; threadId: string };

export type NewComment = {
  comment: Comment;
  clientId: string | undefined;
  /** The comment that a reply answers. */
  answeredId: string | undefined;
};

let fallbackId = 0;

/** A comment, or with `answered` a reply, to show until the server confirms it. */
export function newComment(content: string, author: UserSummary, answered?: Answered): NewComment {
  // Missing on insecure origins, where comments can't be queued offline.
  const clientId = crypto.randomUUID?.();
  const comment = pendingComment({
    _id: pendingIdOf(clientId ?? String(++fallbackId)),
    userId: author,
    content: content.trim(),
    replyTo: answered?.threadId ?? null,
    createdAt: new Date().toISOString(),
  });
  return { comment, clientId, answeredId: answered?._id };
}

type Written = Pick<Comment, "_id" | "userId" | "content" | "replyTo" | "createdAt">;

const pendingComment = (written: Written): Comment => ({
  ...written,
  mentions: [],
  repliesCount: 0,
  likesCount: 0,
  isLiked: false,
  editedAt: null,
});

/**
 * Adds a comment optimistically; offline, and when the page is left before the answer, it is
 * queued. `path` selects the endpoint: `comments` for the feed, `comment` for the Posts Feed page.
 */
export function useAddComment(postId: string, path: "comments" | "comment") {
  return useMutation(
    optimistic({
      mutationFn: async ({
        comment,
        clientId,
        answeredId: replyTo,
      }: NewComment): Promise<NewCommentAnswer | "queued"> => {
        if (!storedAccessToken()) throw new ApiClientError(401, "signed_out", LOG_IN_TO_COMMENT);
        const { content, createdAt } = comment;
        const body = { content, clientId, ...(replyTo && { replyTo }) };
        const send = () => api.post(`/posts/{postId}/${path}`, { params: { postId }, body });
        if (!clientId) return send();
        const reply = replyTo && comment.replyTo ? { replyTo, threadId: comment.replyTo } : {};
        const action = { kind: "comment", postId, content, clientId, createdAt, ...reply } as const;
        // What is unanswered when the page is left is sent from the next one.
        return (await queued(action, () => untilLeft(send, () => enqueue(action)))) ?? "queued";
      },
      apply: (client, { comment }) => {
        insertComment(client, postId, comment);
        return () => removeComment(client, postId, comment);
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
  send: async (client, { postId, content, clientId, replyTo }) => {
    const body = { content, clientId, ...(replyTo && { replyTo }) };
    const answer = await api.post("/posts/{postId}/comments", { params: { postId }, body });
    settleComment(client, postId, pendingIdOf(clientId), answer);
  },
  show: showQueuedComment,
  clear: (client, action) => {
    const comment = commentOf(action);
    if (comment) removeComment(client, action.postId, comment);
  },
};

/** A queued comment as it is shown. */
function commentOf({ clientId, content, createdAt, threadId }: QueuedComment): Comment | undefined {
  const me = readStoredProfile();
  if (!me) return undefined;
  const { _id, name, username, avatar, affiliation } = me;
  const userId = { _id, name, username, avatar, affiliation };
  return pendingComment({
    _id: pendingIdOf(clientId),
    userId,
    content,
    replyTo: threadId ?? null,
    createdAt,
  });
}

function showQueuedComment(client: QueryClient, action: QueuedComment): void {
  const comment = commentOf(action);
  if (!comment) return;
  const { postId } = action;
  const { threads, replies } = commentsKeys;
  const queryKey = comment.replyTo ? replies(postId, comment.replyTo) : threads(postId);
  const state = client.getQueryState<CommentPages>(queryKey);
  const isAlone = state?.status === "error" && !state.data;
  if (isAlone) {
    // The others can't be loaded now: show the own ones alone, and refetch when possible.
    const numbers = { total: 0, commentsCount: 0, currentPage: 1, totalPages: 1 };
    const page = { comments: [], ...numbers, nextCursor: null, previousCursor: null, aroundId: null };
    client.setQueryData<CommentPages>(queryKey, onePage(page));
  }
  insertComment(client, postId, comment);
  if (isAlone) void client.invalidateQueries({ queryKey, refetchType: "none" });
}

/** Deletes a comment optimistically; restores it on error. */
export function useDeleteComment(postId: string) {
  return useMutation(
    optimistic({
      mutationKey: commentsKeys.deletion(postId),
      mutationFn: (comment: Comment) => deleteComment(postId, comment._id),
      apply: (client, comment) => {
        removeComment(client, postId, comment);
        return () => restoreComment(client, postId, comment);
      },
      settle: (client, commentsCount) => {
        countKnown(client, postId, (count) => count - 1);
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
    return (await api.delete("/posts/{postId}/comments/{commentId}", { params: { postId, commentId } }))
      .commentsCount;
  } catch (error) {
    if (!apiError(error)?.isGone) throw error;
  }
  try {
    return (await api.get("/posts/{postId}", { params: { postId } })).post.commentsCount;
  } catch {
    // The comment is deleted either way. The count comes with the post's next answer.
    return undefined;
  }
}

export type CommentEdit = { comment: Comment; content: string };

/** Changes an own comment optimistically; on error it says again what it said. */
export function useEditComment(postId: string) {
  return useMutation(
    optimistic({
      mutationFn: ({ comment: { _id }, content }: CommentEdit) =>
        api.put("/posts/{postId}/comments/{commentId}", {
          params: { postId, commentId: _id },
          body: { content },
        }),
      apply: (client, { comment, content }) => {
        const editedAt = new Date().toISOString();
        patchComment(client, postId, comment._id, (shown) => ({
          ...shown,
          content: content.trim(),
          editedAt,
        }));
        return () =>
          patchComment(client, postId, comment._id, (shown) => ({
            ...shown,
            content: comment.content,
            editedAt: comment.editedAt,
          }));
      },
      settle: (client, { comment }) => {
        // Counts may have changed since.
        patchComment(client, postId, comment._id, (shown) => ({
          ...comment,
          repliesCount: shown.repliesCount,
        }));
        void client.invalidateQueries({ queryKey: commentsKeys.history(postId, comment._id) });
      },
    }),
  );
}

/** Takes a version out of the history of a comment, or without one of a post's caption. */
export function useRemoveFromHistory(postId: string, commentId?: string) {
  const client = useQueryClient();
  const { queryKey } = historyOptions(postId, commentId);
  return useMutation({
    mutationFn: (versionId: string) =>
      commentId
        ? api.delete("/posts/{postId}/comments/{commentId}/history/{versionId}", {
            params: { postId, commentId, versionId },
          })
        : api.delete("/posts/{postId}/history/{versionId}", { params: { postId, versionId } }),
    onSuccess: (_, versionId) =>
      client.setQueryData(queryKey, (versions) => versions?.filter(({ _id }) => _id !== versionId)),
  });
}
