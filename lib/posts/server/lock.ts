import "server-only";
import { openPosts } from "@/lib/audience/server/posts";
import { beforeCommit, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { canEditPost } from "@/lib/posts/policy";
import { postNotFound } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";

/** Locking a post before it is changed. */

/**
 * Locks a post that the viewer may open, so that changes to its counters run one at a time, and
 * returns its author. Throws `not_found`.
 */
export async function lockShownPost(tx: Tx, viewer: Viewer, postId: string): Promise<{ authorId: string }> {
  const [post] = await tx.sql<{ authorId: string }>`
    SELECT author_id AS "authorId" FROM posts p WHERE id = ${postId}::uuid AND ${openPosts(viewer.id).sql}
    FOR NO KEY UPDATE OF p`;
  if (!post) throw postNotFound();
  return post;
}

/**
 * Locks and reads a post for its author to change; with `alsoWithheld`, one too that moderators
 * have removed. Throws `not_found` and `forbidden`.
 */
export async function lockOwnPost(tx: Tx, viewer: Viewer, postId: string, { alsoWithheld = false } = {}) {
  await lockRows(tx, "posts", [postId], "UPDATE");
  const post = await tx.post.findUnique({
    where: { id: postId },
    select: {
      authorId: true,
      createdAt: true,
      caption: true,
      hashtags: true,
      cardBackground: true,
      isActive: true,
      deletedAt: true,
      withheldAt: true,
      decisionId: true,
    },
  });
  const isOwnWithheld = alsoWithheld && post?.withheldAt && !post.deletedAt && post.authorId === viewer.id;
  if (!post || !(post.isActive || isOwnWithheld)) throw postNotFound();
  if (!canEditPost(viewer, post)) throw new ApiError("forbidden", "You can only change your own posts.");
  return post;
}

/**
 * Adds `change` to the author's post count and, when the transaction ends, to the feed's total:
 * every post of the campus waits for who has locked that.
 */
export async function adjustPostCounts(tx: Tx, authorId: string, change: number): Promise<void> {
  await tx.user.updateMany({ where: { id: authorId }, data: { postsCount: { increment: change } } });
  beforeCommit(tx, () =>
    tx.tally.upsert({
      where: { name: "posts" },
      create: { name: "posts", value: Math.max(change, 0) },
      update: { value: { increment: change } },
    }),
  );
}
