import "server-only";
import type { Tx } from "@/lib/platform/db";
import { postNotFound } from "@/lib/posts/server/read";
import { isShown } from "@/lib/profiles/server/visibility";

/**
 * Locks a post that people see, so that what counts on it comes one after the other, and says whose
 * it is. Throws `not_found`.
 */
export async function lockShownPost(tx: Tx, postId: string): Promise<{ authorId: string }> {
  const [post] = await tx.$queryRaw<{ authorId: string }[]>`
    SELECT author_id AS "authorId" FROM posts p WHERE id = ${postId}::uuid AND ${isShown} FOR NO KEY UPDATE OF p`;
  if (!post) throw postNotFound();
  return post;
}
