import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { COMMENTS_PAGE } from "@/lib/comments/policy";
import type { CommentsAnswer } from "@/lib/comments/schema";
import { LIKERS_PAGE } from "@/lib/posts/policy";
import { pagedList } from "@/lib/query/pages";

/** Cache keys of comments. */
export const commentsKeys = {
  all: ["comments"] as const,
  /** All lists of a post's comments. */
  of: (postId: string) => [...commentsKeys.all, postId] as const,
  threads: (postId: string) => [...commentsKeys.of(postId), "threads"] as const,
  replies: (postId: string, threadId: string) => [...commentsKeys.of(postId), "replies", threadId] as const,
  /** The place of a comment that a link points to. */
  linked: (postId: string, commentId: string) => ["linked-comment", postId, commentId] as const,
  likers: (commentId: string) => ["comment-likers", commentId] as const,
  /** A history is the post's own (of its caption) when there is no comment. */
  history: (postId: string, commentId?: string) => ["text-history", postId, commentId ?? ""] as const,
  /** Mutation keys of a deletion and of a like; nothing is cached under them. */
  deletion: (postId: string) => ["comment-deletion", postId] as const,
  like: (commentId: string) => ["comment-like", commentId] as const,
};

/** A list is loaded once, when it first opens; TanStack Query drops unused answers anyway. */
const staleTime = Number.POSITIVE_INFINITY;

/** The prefix of a page's parameter that is not a cursor of the previous page. */
const BEFORE = "before:";
const AROUND = "around:";

/** The query of the page with this parameter. */
function placeOf(param: string | undefined) {
  if (!param) return { page: 1 };
  if (param.startsWith(BEFORE)) return { before: param.slice(BEFORE.length) };
  return param.startsWith(AROUND) ? { around: param.slice(AROUND.length) } : { cursor: param };
}

/** A list that starts around a comment continues both ways, or at its top once that is gone. */
const commentList = (queryKey: QueryKey, postId: string, replyTo?: string) => {
  const load = (param?: string) =>
    loadPage(postId, replyTo, param).catch((error: unknown) => {
      if (!param?.startsWith(AROUND) || !apiError(error)?.isGone) throw error;
      return loadPage(postId, replyTo, undefined);
    });
  return {
    ...pagedList(queryKey, load),
    // Without its signal: a panel that is closed while it loads, and opened again, asks only once.
    queryFn: ({ pageParam }: { pageParam: string | null }) => load(pageParam ?? undefined),
    getPreviousPageParam: ({ previousCursor }: CommentsAnswer) => previousCursor && BEFORE + previousCursor,
    staleTime,
  };
};

function loadPage(
  postId: string,
  replyTo: string | undefined,
  param: string | undefined,
  signal?: AbortSignal,
) {
  const query = { replyTo, ...placeOf(param), limit: COMMENTS_PAGE };
  return api.get("/posts/{postId}/comments", { params: { postId }, query, signal });
}

/** A post's threads, newest first. */
export const commentsOptions = (postId: string) => commentList(commentsKeys.threads(postId), postId);

/** The replies of a thread, oldest first. */
export const repliesOptions = (postId: string, threadId: string) =>
  commentList(commentsKeys.replies(postId, threadId), postId, threadId);

/**
 * The id of the thread that has a comment, which may be its first one. Lists of threads and replies
 * that lack it begin around it from then on.
 */
export const linkedCommentOptions = (postId: string, commentId: string) =>
  queryOptions({
    queryKey: commentsKeys.linked(postId, commentId),
    queryFn: async ({ client, signal }) => {
      const param = AROUND + commentId;
      const showIn = async ({ queryKey }: ReturnType<typeof commentList>, replyTo?: string) => {
        const page = await loadPage(postId, replyTo, param, signal);
        const loaded = client.getQueryData(queryKey)?.pages.flatMap(({ comments }) => comments);
        if (!loaded?.some(({ _id }) => _id === page.aroundId)) {
          // What is being loaded would take its place.
          await client.cancelQueries({ queryKey });
          client.setQueryData(queryKey, { pages: [page], pageParams: [param] });
        }
        return page;
      };
      const threads = commentsOptions(postId);
      const known = client.getQueryData(threads.queryKey)?.pages[0]?.commentsCount;
      const { aroundId: threadId, commentsCount } = await showIn(threads);
      if (threadId && threadId !== commentId) await showIn(repliesOptions(postId, threadId), threadId);
      // Lists from before the reply was written lack others, too.
      if (known !== undefined && known !== commentsCount) {
        void client.invalidateQueries({ queryKey: commentsKeys.of(postId) });
      }
      return threadId;
    },
    staleTime: 0,
  });

/** The people who like a comment, latest first. */
export const commentLikersOptions = (postId: string, commentId: string) => ({
  ...pagedList(commentsKeys.likers(commentId), (cursor, signal) => {
    const query = { limit: LIKERS_PAGE, cursor };
    return api.get("/posts/{postId}/comments/{commentId}/likes", {
      params: { postId, commentId },
      query,
      signal,
    });
  }),
  // Someone may have liked it since the list was last open.
  staleTime: 0,
});

/** What a comment said before its edits, or without one a post's caption. */
export const historyOptions = (postId: string, commentId?: string) =>
  queryOptions({
    queryKey: commentsKeys.history(postId, commentId),
    queryFn: ({ signal }) => {
      const history = commentId
        ? api.get("/posts/{postId}/comments/{commentId}/history", { params: { postId, commentId }, signal })
        : api.get("/posts/{postId}/history", { params: { postId }, signal });
      return history.then(({ versions }) => versions);
    },
    staleTime: 0,
  });
