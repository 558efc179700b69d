/** Who may do what with a post. Pure rules, used by the service and by the screens. */

type Person = { id: string };

/** Only the author may change or delete a post. */
export function canEditPost(viewer: Person, post: { authorId: string }): boolean {
  return viewer.id === post.authorId;
}
