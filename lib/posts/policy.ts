/** Who may do what with a post. Pure rules, asked by the service and by the screens. */

type Someone = { id: string };

/** Only its author changes or deletes a post. */
export function canEditPost(viewer: Someone, post: { authorId: string }): boolean {
  return viewer.id === post.authorId;
}
