/** Cache keys of comments. */
export const commentsKeys = {
  all: ["comments"] as const,
  of: (postId: string) => [...commentsKeys.all, postId] as const,
};
