import "server-only";
import type { Tx } from "@/lib/platform/db";

/** Which posts carry which tags, and how many posts a tag has. */

/** Replaces a post's tags `before` with `after`. `at` is the time of the post. */
export async function updateTags(
  tx: Tx,
  postId: string,
  at: Date,
  before: string[],
  after: string[],
): Promise<void> {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  const changed = [...added, ...removed];
  if (changed.length === 0) return;
  // Creates the new ones and locks all in alphabetical order, so that writers cannot deadlock.
  await tx.sql`
    INSERT INTO hashtags AS h (tag) SELECT tag FROM unnest(${changed}::text[]) AS changed (tag) ORDER BY tag
    ON CONFLICT (tag) DO UPDATE SET posts_count = h.posts_count`;
  await tx.hashtag.updateMany({ where: { tag: { in: added } }, data: { postsCount: { increment: 1 } } });
  await tx.hashtag.updateMany({ where: { tag: { in: removed } }, data: { postsCount: { decrement: 1 } } });
  await tx.postHashtag.deleteMany({ where: { postId, tag: { in: removed } } });
  await deleteUnusedTags(tx, removed);
  await tx.postHashtag.createMany({ data: added.map((tag) => ({ tag, postId, createdAt: at })) });
}

/**
 * Deletes the `tags` that no post uses any more, because they would reveal what a deleted
 * caption said. The caller has locked their rows.
 */
export async function deleteUnusedTags(tx: Tx, tags: string[]): Promise<void> {
  await tx.hashtag.deleteMany({ where: { tag: { in: tags }, postsCount: 0 } });
}
