import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiClientError, isNotFound } from "@/lib/api/client-error";
import { patchCached } from "@/lib/api/patch";
import { readStoredProfile, storedAccessToken } from "@/lib/auth/stored-session";
import type {
  Comment,
  CommentsAnswer,
  DeletedCommentAnswer,
  NewCommentAnswer,
} from "@/lib/comments/contract";
import { COMMENTS_PAGE } from "@/lib/comments/limits";
import { enqueueIfOffline, type QueuedComment, type QueueHandlers } from "@/lib/offline/queue";
import { patchPost } from "@/lib/posts/queries";
import type { Member } from "@/lib/users/contract";

/** Comments, as the browser asks for them and keeps them. */

export const commentsKeys = {
  all: ["comments"] as const,
  of: (postId: string) => [...commentsKeys.all, postId] as const,
};

export type CommentPages = InfiniteData<CommentsAnswer, string | null>;

/** What a person without a session is told (the specification, §8). */
export const LOG_IN_TO_COMMENT = "Please log in to comment.";

/** A post's comments, newest first. */
export const commentsOptions = (postId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKeys.of(postId),
    queryFn: ({ pageParam, signal }): Promise<CommentsAnswer> => {
      const place = pageParam === null ? { page: 1 } : { cursor: pageParam };
      const query = { ...place, limit: COMMENTS_PAGE };
      return api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: CommentsAnswer) => last.nextCursor,
    // They load when the panel opens for the first time (the specification, §4); an unused answer is forgotten anyway.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The comments of all loaded pages in order, each once. */
export function loadedComments(pages: Pick<CommentPages, "pages"> | undefined): Comment[] {
  const comments = new Map<string, Comment>();
  for (const page of pages?.pages ?? [])
    for (const comment of page.comments) if (!comments.has(comment._id)) comments.set(comment._id, comment);
  return [...comments.values()];
}

const PENDING = "pending:";
let lastPending = 0;

/** True for a comment the server has not confirmed yet. */
export const isPending = (comment: Comment) => comment._id.startsWith(PENDING);

/** Puts a comment on top of a post's loaded comments. Made twice it is the same. */
export function prependComment(client: QueryClient, postId: string, comment: Comment): void {
  patchCached<CommentPages>(client, commentsKeys.of(postId), (data) => {
    const [first, ...rest] = data.pages;
    if (!first || loadedComments(data).some(({ _id }) => _id === comment._id)) return data;
    return { ...data, pages: [{ ...first, comments: [comment, ...first.comments] }, ...rest] };
  });
}

/** Takes a comment out of a post's loaded comments. */
export function removeComment(client: QueryClient, postId: string, commentId: string): void {
  patchCached<CommentPages>(client, commentsKeys.of(postId), (data) => {
    if (!loadedComments(data).some(({ _id }) => _id === commentId)) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      comments: page.comments.filter(({ _id }) => _id !== commentId),
    }));
    return { ...data, pages };
  });
}

/** Puts the confirmed comment in the place of the guessed one, or on top when a reload dropped the guess. */
export function settleComment(
  client: QueryClient,
  postId: string,
  pendingId: string,
  comment: Comment,
): void {
  patchCached<CommentPages>(client, commentsKeys.of(postId), (data) => {
    const pages = data.pages.map((page) => ({
      ...page,
      comments: page.comments.map((other) => (other._id === pendingId ? comment : other)),
    }));
    return { ...data, pages };
  });
  prependComment(client, postId, comment);
}

/** Puts a comment back among the others by its time. */
function restoreComment(client: QueryClient, postId: string, comment: Comment): void {
  patchCached<CommentPages>(client, commentsKeys.of(postId), (data) => {
    if (loadedComments(data).some(({ _id }) => _id === comment._id)) return data;
    const found = data.pages.findIndex((page) =>
      page.comments.some(({ createdAt }) => createdAt < comment.createdAt),
    );
    const at = found === -1 ? data.pages.length - 1 : found;
    const pages = data.pages.map((page, index) => {
      if (index !== at) return page;
      const comments = [...page.comments, comment].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
      return { ...page, comments };
    });
    return { ...data, pages };
  });
}

type NewComment = { content: string; author: Member };

/** What a comment is called here until the server has named it. */
const pendingIdOf = (clientId: string) => PENDING + clientId;

/**
 * Adds a comment; it shows at once, and without a connection it waits to be sent. `path` is the call's name: the specification
 * has `comments` for the feed and `comment` for the Posts Feed page.
 */
export function useAddComment(postId: string, path: "comments" | "comment") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ content }: NewComment): Promise<NewCommentAnswer | "queued"> => {
      if (!storedAccessToken()) throw new ApiClientError(401, "unauthenticated", LOG_IN_TO_COMMENT);
      // Pages that are not on https have no such function: there a comment can't wait.
      const clientId = crypto.randomUUID?.();
      const createdAt = new Date().toISOString();
      try {
        return await api.post<NewCommentAnswer>(`/posts/${postId}/${path}`, {
          body: { content, clientId },
        });
      } catch (error) {
        const act = { kind: "comment", postId, content: content.trim(), clientId, createdAt } as const;
        if (clientId && enqueueIfOffline(error, act)) return "queued";
        throw error;
      }
    },
    onMutate: ({ content, author }) => {
      const pendingId = pendingIdOf(String(++lastPending));
      const createdAt = new Date().toISOString();
      prependComment(client, postId, { _id: pendingId, userId: author, content: content.trim(), createdAt });
      return { pendingId };
    },
    onSuccess: (answer, _sent, { pendingId }) => {
      // From now on the offline queue shows it.
      if (answer === "queued") return removeComment(client, postId, pendingId);
      settleComment(client, postId, pendingId, answer.comment);
      patchPost(client, postId, (post) => ({ ...post, commentsCount: answer.commentsCount }));
    },
    onError: (_error, _sent, context) => {
      if (context) removeComment(client, postId, context.pendingId);
    },
  });
}

/** A comment in the offline queue. */
export const queuedComment: QueueHandlers["comment"] = {
  send: async (client, { postId, content, clientId }) => {
    const answer = await api.post<NewCommentAnswer>(`/posts/${postId}/comments`, {
      body: { content, clientId },
    });
    settleComment(client, postId, pendingIdOf(clientId), answer.comment);
    patchPost(client, postId, (post) => ({ ...post, commentsCount: answer.commentsCount }));
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
  // Others' comments can't be loaded now. One's own are shown alone, and the rest is asked for when it can be had.
  const page = { comments: [comment], total: 1, currentPage: 1, totalPages: 1, nextCursor: null };
  client.setQueryData<CommentPages>(queryKey, { pages: [page], pageParams: [null] });
  void client.invalidateQueries({ queryKey, refetchType: "none" });
}

/** Deletes a comment, or finds it deleted by somebody else; returns the post's new count if it can be known. */
async function deleteComment(postId: string, commentId: string): Promise<number | undefined> {
  try {
    const { commentsCount } = await api.delete<DeletedCommentAnswer>(
      `/posts/${postId}/comments/${commentId}`,
    );
    return commentsCount;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  try {
    const query = { limit: 1 };
    const { total } = await api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query });
    return total;
  } catch {
    // The comment is gone all the same, and perhaps the post is, too: its next answer brings the count.
    return undefined;
  }
}

/** Deletes a comment: gone at once, back when the server refuses. */
export function useDeleteComment(postId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comment: Comment) => deleteComment(postId, comment._id),
    onMutate: (comment) => removeComment(client, postId, comment._id),
    onSuccess: (commentsCount) => {
      if (commentsCount !== undefined) patchPost(client, postId, (post) => ({ ...post, commentsCount }));
    },
    onError: (_error, comment) => restoreComment(client, postId, comment),
  });
}
