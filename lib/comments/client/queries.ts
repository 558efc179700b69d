import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { COMMENTS_PAGE } from "@/lib/comments/policy";
import type { CommentsAnswer } from "@/lib/comments/schema";
import { LIKERS_PAGE } from "@/lib/posts/policy";
import type { HistoryAnswer, LikersAnswer } from "@/lib/posts/schema";
import { pagedList } from "@/lib/query/pages";

/** Cache keys of comments. */
export const commentsKeys = {
  all: ["comments"] as const,
  /** All lists of a post's comments. */
  of: (postId: string) => [...commentsKeys.all, postId] as const,
  threads: (postId: string) => [...commentsKeys.of(postId), "threads"] as const,
  replies: (postId: string, threadId: string) => [...commentsKeys.of(postId), "replies", threadId] as const,
  likers: (commentId: string) => ["comment-likers", commentId] as const,
  /** Of a post's caption when there is no comment. */
  history: (postId: string, commentId?: string) => ["text-history", postId, commentId ?? ""] as const,
  /** Mutation key of a like; nothing is cached under it. */
  like: (commentId: string) => ["comment-like", commentId] as const,
};

/** A list is loaded once, when it first opens; TanStack Query drops unused answers anyway. */
const staleTime = Number.POSITIVE_INFINITY;

/** A post's threads, newest first. */
export const commentsOptions = (postId: string) => ({
  ...pagedList(commentsKeys.threads(postId), (cursor, signal) => {
    const query = { ...(cursor ? { cursor } : { page: 1 }), limit: COMMENTS_PAGE };
    return api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query, signal });
  }),
  staleTime,
});

/** The replies of a thread, oldest first. */
export const repliesOptions = (postId: string, threadId: string) => ({
  ...pagedList(commentsKeys.replies(postId, threadId), (cursor, signal) => {
    const query = { replyTo: threadId, limit: COMMENTS_PAGE, cursor };
    return api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query, signal });
  }),
  staleTime,
});

/** The people who like a comment, latest first. */
export const commentLikersOptions = (postId: string, commentId: string) => ({
  ...pagedList(commentsKeys.likers(commentId), (cursor, signal) => {
    const query = { limit: LIKERS_PAGE, cursor };
    return api.get<LikersAnswer>(`/posts/${postId}/comments/${commentId}/likes`, { query, signal });
  }),
  // Someone may have liked it since the list was last open.
  staleTime: 0,
});

/** What a comment said before its edits, or without one a post's caption. */
export const historyOptions = (postId: string, commentId?: string) =>
  queryOptions({
    queryKey: commentsKeys.history(postId, commentId),
    queryFn: ({ signal }) => {
      const path = commentId ? `/posts/${postId}/comments/${commentId}` : `/posts/${postId}`;
      return api.get<HistoryAnswer>(`${path}/history`, { signal }).then(({ versions }) => versions);
    },
    staleTime: 0,
  });
