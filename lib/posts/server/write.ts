import "server-only";
import { type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { canEditPost } from "@/lib/posts/policy";
import { postNotFound } from "@/lib/posts/server/read";
import { SHOWN_TO } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Replaces a post's tags `before` with `after`. One statement updates all changed tags in
 * alphabetical order, so that concurrent writers cannot deadlock.
 */
export async function updateTags(
  tx: Tx,
  postId: string,
  at: Date,
  before: string[],
  after: string[],
): Promise<void> {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (added.length + removed.length === 0) return;
  await tx.sql`
    INSERT INTO hashtags AS h (tag, posts_count)
    SELECT tag, change FROM (
      SELECT unnest(${added}::text[]) AS tag, 1 AS change UNION ALL SELECT unnest(${removed}::text[]), 0
    ) t ORDER BY tag
    ON CONFLICT (tag) DO UPDATE
      SET posts_count = h.posts_count + CASE excluded.posts_count WHEN 1 THEN 1 ELSE -1 END`;
  await tx.postHashtag.deleteMany({ where: { postId, tag: { in: removed } } });
  await deleteUnusedTags(tx, removed);
  await tx.postHashtag.createMany({ data: added.map((tag) => ({ tag, postId, createdAt: at })) });
}

/**
 * Deletes those of `tags` that no post uses any more, because they would reveal what a deleted
 * caption said. The caller has locked their rows.
 */
export async function deleteUnusedTags(tx: Tx, tags: string[]): Promise<void> {
  await tx.hashtag.deleteMany({ where: { tag: { in: tags }, postsCount: 0 } });
}

/**
 * Adds `change` to the author's post count and to the feed's total. Every transaction locks the
 * total last, so that it is held briefly.
 */
export async function adjustPostCounts(tx: Tx, authorId: string, change: 1 | -1): Promise<void> {
  await tx.user.updateMany({ where: { id: authorId }, data: { postsCount: { increment: change } } });
  await tx.tally.upsert({
    where: { name: "posts" },
    create: { name: "posts", value: Math.max(change, 0) },
    update: { value: { increment: change } },
  });
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
      mediaCount: true,
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

/** Counts a share, and that the viewer is among those who share this post. Throws `not_found`. */
export async function sharePost(viewer: Viewer, postId: string): Promise<number> {
  return transaction(async (tx) => {
    const [post] = await tx.post.updateManyAndReturn({
      where: { id: postId, ...SHOWN_TO(viewer.id) },
      data: { sharesCount: { increment: 1 } },
      select: { sharesCount: true },
    });
    if (!post) throw postNotFound();
    await tx.share.createMany({ data: { postId, userId: viewer.id }, skipDuplicates: true });
    return post.sharesCount;
  });
}
