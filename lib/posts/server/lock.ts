import "server-only";
import type { Tx } from "@/lib/platform/db";
import { postNotFound } from "@/lib/posts/server/read";
import { isShown } from "@/lib/profiles/server/visibility";

/**
 * Locks a visible post, so that changes to its counters run one at a time, and returns its author.
 * Throws `not_found`.
 */
export async function lockShownPost(tx: Tx, postId: string): Promise<{ authorId: string }> {
  const [post] = await tx.$queryRaw<{ authorId: string }[]>`
    SELECT author_id AS "authorId" FROM posts p WHERE id = ${postId}::uuid AND ${isShown} FOR NO KEY UPDATE OF p`;
  if (!post) throw postNotFound();
  return post;
}
