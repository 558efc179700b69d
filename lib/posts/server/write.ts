import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError, unauthenticatedError } from "@/lib/platform/errors";
import { lockRows, lockUsers } from "@/lib/platform/locks";
import { canEditPost, hashtagsOf } from "@/lib/posts/policy";
import type { newPostBody, Post, postChangeBody } from "@/lib/posts/schema";
import { getPostIn, postNotFound } from "@/lib/posts/server/read";
import { withFirstDayLimit } from "@/lib/profiles/server/first-day";
import { SHOWN_TO } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";
import { attachAssets, claimAsset, notOwnUpload } from "@/lib/uploads/server/claim";

/**
 * Publishes uploaded pictures and videos. An upload belongs to one post: submitting the same ones
 * again returns that post. Throws `validation` unless each is the viewer's own unused upload on our
 * media host, of the given type, and named once, and `rate_limited` on an account's first day.
 */
export async function createPost(viewer: Viewer, body: z.output<typeof newPostBody>): Promise<Post> {
  const assets = await Promise.all(
    body.media.map(({ cloudinaryUrl, mediaType }) => claimAsset(viewer, cloudinaryUrl, mediaType)),
  );
  const [first = "", ...others] = assets.map(({ id }) => id);
  // Only here, because one file has several addresses.
  if (new Set([first, ...others]).size < assets.length) {
    throw new ApiError("validation", "A file can be in a post only once.");
  }
  const isRepeated = async () => (await db().post.count({ where: { assetId: first } })) > 0;
  return withFirstDayLimit("new_post", viewer.id, isRepeated, () =>
    transaction((tx) => insertPost(tx, viewer, body, [first, ...others])),
  );
}

async function insertPost(
  tx: Tx,
  viewer: Viewer,
  body: z.output<typeof newPostBody>,
  [first = "", ...others]: string[],
): Promise<{ result: Post; isNew: boolean }> {
  const [altText = "", ...otherAltTexts] = body.media.map((media) => media.altText);
  const authors = await lockUsers(tx, [viewer.id]);
  if (!authors.has(viewer.id)) throw unauthenticatedError();
  const hashtags = hashtagsOf(body.caption);
  // The database sets the time, so that posts from several servers share one clock.
  const [post] = await tx.$queryRaw<{ id: string; createdAt: Date }[]>`
    INSERT INTO posts (id, author_id, asset_id, media_count, caption, alt_text, hashtags)
    VALUES (${uuid()}::uuid, ${viewer.id}::uuid, ${first}::uuid, ${body.media.length}, ${body.caption}, ${altText},
      ${hashtags})
    ON CONFLICT (asset_id) DO NOTHING RETURNING id, created_at AS "createdAt"`;
  if (!post) {
    const result = await getPostIn(tx, viewer, await findPostOf(tx, first, others));
    return { result, isNew: false };
  }
  await attachAssets(tx, viewer, [first, ...others]);
  await tx.postMedia.createMany({
    data: others.map((assetId, index) => ({
      postId: post.id,
      position: index + 1,
      assetId,
      altText: otherAltTexts[index] ?? "",
    })),
  });
  await updateTags(tx, post.id, post.createdAt, [], hashtags);
  await adjustPostCounts(tx, viewer.id, 1);
  return { result: await getPostIn(tx, viewer, post.id), isNew: true };
}

const MORE_MEDIA = { select: { assetId: true }, orderBy: { position: "asc" } } as const;

/** The post that has exactly these media, in this order. Throws `validation` when it has others. */
async function findPostOf(tx: Tx, first: string, others: string[]): Promise<string> {
  const { id, moreMedia } = await tx.post.findUniqueOrThrow({
    where: { assetId: first },
    select: { id: true, moreMedia: MORE_MEDIA },
  });
  const isSame =
    moreMedia.length === others.length && moreMedia.every(({ assetId }, at) => assetId === others[at]);
  if (!isSame) throw notOwnUpload();
  return id;
}

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
  await tx.$executeRaw`
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
 * Locks and reads a post for its author to change; with `alsoWithheld`, one too that moderators have
 * removed. Throws `not_found` and `forbidden`.
 */
export async function lockOwnPost(tx: Tx, viewer: Viewer, postId: string, { alsoWithheld = false } = {}) {
  await lockRows(tx, "posts", [postId], "UPDATE");
  const post = await tx.post.findUnique({
    where: { id: postId },
    select: {
      authorId: true,
      createdAt: true,
      hashtags: true,
      mediaCount: true,
      isActive: true,
      deletedAt: true,
      withheldAt: true,
    },
  });
  const isOwnWithheld = alsoWithheld && post?.withheldAt && !post.deletedAt && post.authorId === viewer.id;
  if (!post || !(post.isActive || isOwnWithheld)) throw postNotFound();
  if (!canEditPost(viewer, post)) throw new ApiError("forbidden", "You can only change your own posts.");
  return post;
}

/**
 * Changes a caption with its tags, and the descriptions of the media where they are given. Throws
 * `not_found`, `forbidden`, and `validation` when there is not one description for each.
 */
export async function updatePost(
  viewer: Viewer,
  postId: string,
  { caption, altText, altTexts }: z.output<typeof postChangeBody>,
): Promise<Post> {
  return transaction(async (tx) => {
    const post = await lockOwnPost(tx, viewer, postId);
    if (altTexts && altTexts.length !== post.mediaCount) {
      throw new ApiError("validation", "There must be one description for each photo and video.");
    }
    const [first = altText, ...others] = altTexts ?? [];
    const hashtags = hashtagsOf(caption);
    await tx.post.update({
      where: { id: postId },
      data: { caption, hashtags, updatedAt: new Date(), ...(first !== undefined && { altText: first }) },
    });
    for (const [index, text] of others.entries()) {
      await tx.postMedia.update({
        where: { postId_position: { postId, position: index + 1 } },
        data: { altText: text },
      });
    }
    await updateTags(tx, postId, post.createdAt, post.hashtags, hashtags);
    return getPostIn(tx, viewer, postId);
  });
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
