/** A post that was opened from a list, so that the focus goes with the person, there and back. */

type Left = { postId: string; entry: string | undefined };

let left: Left | undefined;

/** The key of the history entry on screen, which is the same again after Back. */
const currentEntry = () => window.navigation?.currentEntry?.key;

/** Remembers the post whose page is opened now. */
export function leaveForPost(postId: string): void {
  left = { postId, entry: currentEntry() };
}

/** Whether the page of this post was opened from a list. */
export const isLeftFor = (postId: string): boolean => left?.postId === postId;

/** The post that the person comes back from, if Back has led to where they opened it; once. */
export function takeLeftPost(): string | undefined {
  if (!left?.entry || left.entry !== currentEntry()) return undefined;
  const { postId } = left;
  left = undefined;
  return postId;
}
