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
  /** Where a comment stands that a link leads to. */
  linked: (postId: string, commentId: string) => ["linked-comment", postId, commentId] as const,
  likers: (commentId: string) => ["comment-likers", commentId] as const,
  /** Of a post's caption when there is no comment. */
  history: (postId: string, commentId?: string) => ["text-history", postId, commentId ?? ""] as const,
  /** Mutation keys of a deletion and of a like; nothing is cached under them. */
  deletion: (postId: string) => ["comment-deletion", postId] as const,
  like: (commentId: string) => ["comment-like", commentId] as const,
};

/** A list is loaded once, when it first opens; TanStack Query drops unused answers anyway. */
const staleTime = Number.POSITIVE_INFINITY;

/** Before a page's parameter that is no cursor of older comments: what else asks for the page. */
const NEWER_THAN = "newerThan:";
const AROUND = "around:";

/** The query of the page with this parameter. */
function placeOf(param: string | undefined) {
  if (!param) return { page: 1 };
  if (param.startsWith(NEWER_THAN)) return { newerThan: param.slice(NEWER_THAN.length) };
  return param.startsWith(AROUND) ? { around: param.slice(AROUND.length) } : { cursor: param };
}

/**
 * A post's threads, newest first. A list that begins around a comment also goes on towards the
 * newest ones.
 */
export const commentsOptions = (postId: string) => ({
  ...pagedList(commentsKeys.threads(postId), (param, signal) => {
    const query = { ...placeOf(param), limit: COMMENTS_PAGE };
    return api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query, signal });
  }),
  getPreviousPageParam: ({ newerCursor }: CommentsAnswer) => newerCursor && NEWER_THAN + newerCursor,
  staleTime,
});

/**
 * The id of the thread that has a comment, which may be its first one. A list of threads that lacks
 * it begins around it from then on.
 */
export const linkedCommentOptions = (postId: string, commentId: string) =>
  queryOptions({
    queryKey: commentsKeys.linked(postId, commentId),
    queryFn: async ({ client, signal }) => {
      const query = { around: commentId, limit: COMMENTS_PAGE };
      const page = await api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query, signal });
      const { queryKey } = commentsOptions(postId);
      const pages = client.getQueryData(queryKey)?.pages ?? [];
      const loaded = pages.flatMap(({ comments }) => comments);
      if (!loaded.some(({ _id }) => _id === page.aroundId)) {
        client.setQueryData(queryKey, { pages: [page], pageParams: [AROUND + commentId] });
      }
      // Lists from before the reply was written lack it.
      if (pages[0] && pages[0].commentsCount !== page.commentsCount) {
        void client.invalidateQueries({ queryKey: commentsKeys.of(postId) });
      }
      return page.aroundId;
    },
    staleTime: 0,
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
