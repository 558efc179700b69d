/** Who may do what with a comment. */

type Person = { id: string };

/** The comment's author and the post's author may delete it. */
export function canDeleteComment(
  viewer: Person,
  comment: { authorId: string; postAuthorId: string },
): boolean {
  return viewer.id === comment.authorId || viewer.id === comment.postAuthorId;
}
