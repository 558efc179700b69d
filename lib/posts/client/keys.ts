/** Cache keys of posts. */
export const postsKeys = {
  all: ["posts"] as const,
  lists: () => [...postsKeys.all, "list"] as const,
  feed: () => [...postsKeys.lists(), "feed"] as const,
  ofUser: (userId: string) => [...postsKeys.lists(), "user", userId] as const,
  ofTag: (tag: string) => [...postsKeys.lists(), "tag", tag] as const,
  details: () => [...postsKeys.all, "detail"] as const,
  detail: (postId: string) => [...postsKeys.details(), postId] as const,
  newest: (limit: number) => [...postsKeys.all, "newest", limit] as const,
  trendingTags: () => [...postsKeys.all, "trending-tags"] as const,
  /** Mutation key of a like; nothing is cached under it. */
  like: (postId: string) => [...postsKeys.all, "like", postId] as const,
};
