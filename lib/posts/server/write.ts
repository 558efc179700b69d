import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError, loggedOut } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/lock-users";
import { publishChange } from "@/lib/platform/realtime";
import { hashtagsOf } from "@/lib/posts/hashtags";
import { canEditPost } from "@/lib/posts/policy";
import type { newPostBody, Post } from "@/lib/posts/schema";
import { getPost, postNotFound } from "@/lib/posts/server/read";
import { SHOWN } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";
import { attachAsset, claimAsset } from "@/lib/uploads/server/claim";
import { deleteMediaLater } from "@/lib/uploads/server/sweep";

/** Writing posts. */

/**
 * Publishes an uploaded picture or video. The same upload submitted again gives the post it made:
 * one upload, one post. Throws `validation` when the media is not an upload of the viewer on our
 * own media host or of another type.
 */
export async function createPost(viewer: Viewer, body: z.output<typeof newPostBody>): Promise<Post> {
  const asset = await claimAsset(viewer, body.cloudinaryUrl, body.mediaType);
  return transaction(async (tx) => {
    const authors = await lockUsers(tx, [viewer.id]);
    if (!authors.has(viewer.id)) throw loggedOut();
    const hashtags = hashtagsOf(body.caption);
    // The database's clock orders the feed, whichever server a post comes from.
    const [post] = await tx.$queryRaw<{ id: string; createdAt: Date }[]>`
      INSERT INTO posts (id, author_id, asset_id, caption, alt_text, hashtags)
      VALUES (${uuid()}::uuid, ${viewer.id}::uuid, ${asset.id}::uuid, ${body.caption}, ${body.altText}, ${hashtags})
      ON CONFLICT (asset_id) DO NOTHING RETURNING id, created_at AS "createdAt"`;
    if (!post) {
      const existing = await tx.post.findUniqueOrThrow({
        where: { assetId: asset.id },
        select: { id: true },
      });
      return getPost(viewer, existing.id, tx);
    }
    await attachAsset(tx, viewer, asset.id);
    await changeTags(tx, post.id, post.createdAt, [], hashtags);
    await countPost(tx, viewer.id, 1);
    return getPost(viewer, post.id, tx);
  });
}

/**
 * Makes the tags of a post `after` instead of `before`. All tags that change are touched in one
 * pass and in one order for all, so that no two writers wait for each other.
 */
async function changeTags(
  tx: Tx,
  postId: string,
  at: Date,
  before: string[],
  after: string[],
): Promise<void> {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (added.length + removed.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO hashtags AS h (tag, posts_count)
    SELECT tag, change FROM (
      SELECT unnest(${added}::text[]) AS tag, 1 AS change UNION ALL SELECT unnest(${removed}::text[]), 0
    ) t ORDER BY tag
    ON CONFLICT (tag) DO UPDATE
      SET posts_count = h.posts_count + CASE excluded.posts_count WHEN 1 THEN 1 ELSE -1 END`;
  await tx.postHashtag.deleteMany({ where: { postId, tag: { in: removed } } });
  await forgetUnusedTags(tx, removed);
  await tx.postHashtag.createMany({ data: added.map((tag) => ({ tag, postId, createdAt: at })) });
}

/**
 * Forgets those of `tags`, whose rows the caller has locked, that no post has any more: they say
 * what somebody wrote.
 */
export async function forgetUnusedTags(tx: Tx, tags: string[]): Promise<void> {
  await tx.hashtag.deleteMany({ where: { tag: { in: tags }, postsCount: 0 } });
}

/**
 * Counts a post more or less of a person and of the feed, whose total is always the last row a
 * transaction locks.
 */
async function countPost(tx: Tx, authorId: string, change: 1 | -1): Promise<void> {
  await tx.user.updateMany({ where: { id: authorId }, data: { postsCount: { increment: change } } });
  await tx.tally.upsert({
    where: { name: "posts" },
    create: { name: "posts", value: Math.max(change, 0) },
    update: { value: { increment: change } },
  });
}

type Locked = {
  authorId: string;
  createdAt: Date;
  hashtags: string[];
  publicId: string;
  mediaType: "image" | "video";
};

/**
 * Locks a post its author is about to change, and reads it: one statement. Throws `not_found` and
 * `forbidden`.
 */
async function lockOwnPost(tx: Tx, viewer: Viewer, postId: string): Promise<Locked> {
  const [post] = await tx.$queryRaw<Locked[]>`
    SELECT p.author_id AS "authorId", p.created_at AS "createdAt", p.hashtags, m.public_id AS "publicId",
      m.media_type::text AS "mediaType"
    FROM posts p JOIN media_assets m ON m.id = p.asset_id
    WHERE p.id = ${postId}::uuid AND p.is_active FOR UPDATE OF p`;
  if (!post) throw postNotFound();
  if (!canEditPost(viewer, post)) throw new ApiError("forbidden", "You can only change your own posts.");
  return post;
}

/** Changes a caption and the tags it names. Throws `not_found` and `forbidden`. */
export async function updateCaption(viewer: Viewer, postId: string, caption: string): Promise<Post> {
  return transaction(async (tx) => {
    const post = await lockOwnPost(tx, viewer, postId);
    const hashtags = hashtagsOf(caption);
    await tx.post.update({ where: { id: postId }, data: { caption, hashtags, updatedAt: new Date() } });
    await changeTags(tx, postId, post.createdAt, post.hashtags, hashtags);
    return getPost(viewer, postId, tx);
  });
}

/** Deletes a post with its likes, comments and notifications; its media goes through the outbox. */
export async function deletePost(viewer: Viewer, postId: string): Promise<void> {
  await transaction(async (tx) => {
    // The author first, as createPost does: one order of locks for all writers.
    await lockUsers(tx, [viewer.id]);
    const post = await lockOwnPost(tx, viewer, postId);
    await changeTags(tx, postId, post.createdAt, post.hashtags, []);
    // The asset's row takes the post, its likes, comments and notifications with it.
    await tx.mediaAsset.delete({ where: { publicId: post.publicId } });
    await deleteMediaLater(tx, post.publicId, post.mediaType);
    await countPost(tx, post.authorId, -1);
    afterCommit(tx, () => publishChange(viewer.id));
  });
}

/** Counts a share. Throws `not_found`. */
export async function sharePost(postId: string): Promise<number> {
  const [post] = await db().post.updateManyAndReturn({
    where: { id: postId, ...SHOWN },
    data: { sharesCount: { increment: 1 } },
    select: { sharesCount: true },
  });
  if (!post) throw postNotFound();
  return post.sharesCount;
}
