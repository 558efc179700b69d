/** The numbers, rules and texts of comments (docs/product.md, Numbers). */

export const COMMENTS_PAGE = 20;
export const COMMENT_MAX = 1000;

export const COMMENTS_CLOSED = "Comments on this post are limited by its author.";

/** Shown to people who are signed out. */
export const LOG_IN_TO_COMMENT = "Please log in to comment.";

type Actor = { id: string };

/** The comment's author and the post's author may delete it. */
export function canDeleteComment(
  viewer: Actor,
  comment: { authorId: string; postAuthorId: string },
): boolean {
  return viewer.id === comment.authorId || viewer.id === comment.postAuthorId;
}
