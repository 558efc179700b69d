import { api } from "@/lib/api/client/request";
import { COMMENTS_PAGE } from "@/lib/comments/policy";
import type { CommentsAnswer } from "@/lib/comments/schema";
import { pagedList } from "@/lib/query/pages";

/** Cache keys of comments. */
export const commentsKeys = {
  all: ["comments"] as const,
  of: (postId: string) => [...commentsKeys.all, postId] as const,
};

/** A post's comments, newest first. */
export const commentsOptions = (postId: string) => ({
  ...pagedList(commentsKeys.of(postId), (cursor, signal) => {
    const query = { ...(cursor ? { cursor } : { page: 1 }), limit: COMMENTS_PAGE };
    return api.get<CommentsAnswer>(`/posts/${postId}/comments`, { query, signal });
  }),
  // Loaded once, when the panel first opens; TanStack Query drops unused answers anyway.
  staleTime: Number.POSITIVE_INFINITY,
});
