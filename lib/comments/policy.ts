/** Who may do what with a comment. */

type Someone = { id: string };

/** A comment's author and the author of the post it stands under may delete it. */
export function canDeleteComment(
  viewer: Someone,
  comment: { authorId: string; postAuthorId: string },
): boolean {
  return viewer.id === comment.authorId || viewer.id === comment.postAuthorId;
}
