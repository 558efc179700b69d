import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod";
import { outsideLinks } from "@/lib/limits/server/outside-links";
import { refundUnlessNew, takeWriteLimits, type WriteResult } from "@/lib/limits/server/write-limits";
import { notifyOfMentions, quoteMentions, retractRemoved } from "@/lib/notifications/server/mentions";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError, unauthenticatedError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { uploadGone } from "@/lib/platform/media/host";
import { publishPost } from "@/lib/platform/realtime";
import { CARD_MAX, fitsCard } from "@/lib/posts/card";
import { hashtagsOf } from "@/lib/posts/policy";
import type { newPostBody, Post, postChangeBody } from "@/lib/posts/schema";
import { adjustPostCounts, lockOwnPost } from "@/lib/posts/server/lock";
import { getPostIn } from "@/lib/posts/server/read";
import { updateTags } from "@/lib/posts/server/tags";
import { withholdPost } from "@/lib/posts/server/withhold";
import { storeMentions } from "@/lib/profiles/server/mentions";
import { openCase } from "@/lib/reports/server/cases";
import { storeFormerText } from "@/lib/reports/server/former-texts";
import type { Viewer } from "@/lib/sessions/server/access";
import { attachAssets, claimAssets } from "@/lib/uploads/server/claim";

/**
 * Publishes uploaded pictures and videos. An upload belongs to one post: submitting the same ones
 * again returns that post. Throws `validation` unless each is the viewer's own upload on our media
 * host, of the given type, and named once, `upload_gone` when one was removed or used, and
 * `rate_limited` on an account's first day. With a link that the viewer repeats too often, the post
 * is held for review.
 */
export async function createPost(viewer: Viewer, body: z.output<typeof newPostBody>): Promise<Post> {
  const ids = await claimAssets(viewer, body.media);
  // Only here, because one file has several addresses.
  if (new Set(ids).size < ids.length) {
    throw new ApiError("validation", "A file can be in a post only once.");
  }
  const isRepeated = async () =>
    (await db().postMedia.count({ where: { assetId: ids[0], position: 0 } })) > 0;
  const links = outsideLinks(body.caption, ...body.media.map(({ altText }) => altText));
  const limits = await takeWriteLimits(viewer.id, { firstDay: "new_post", isRepeated, links });
  return refundUnlessNew(limits, () => transaction((tx) => insertPost(tx, viewer, body, ids, limits.isHeld)));
}

async function insertPost(
  tx: Tx,
  viewer: Viewer,
  body: z.output<typeof newPostBody>,
  assetIds: string[],
  isHeld: boolean,
): Promise<WriteResult<Post>> {
  const authors = await lockUsers(tx, [viewer.id]);
  if (!authors.has(viewer.id)) throw unauthenticatedError();
  const published = await findPostOf(tx, assetIds);
  if (published) return { result: await getPostIn(tx, viewer, published), isNew: false };
  await attachAssets(tx, viewer, assetIds);
  const hashtags = hashtagsOf(body.caption);
  const id = uuid();
  // The database sets the time, so that posts from several servers share one clock.
  const [post] = await tx.sql<{ createdAt: Date }>`
    INSERT INTO posts (id, author_id, caption, hashtags, card_background, who_can_comment)
    VALUES (${id}::uuid, ${viewer.id}::uuid, ${body.caption}, ${hashtags}, ${body.background ?? null},
      ${body.whoCanComment ?? "everyone"}::"CommentAudience") RETURNING created_at AS "createdAt"`;
  if (!post) throw new Error("A post was not inserted.");
  await tx.postMedia.createMany({
    data: assetIds.map((assetId, position) => ({
      postId: id,
      position,
      assetId,
      altText: body.media[position]?.altText ?? "",
    })),
  });
  await updateTags(tx, id, post.createdAt, [], hashtags);
  await adjustPostCounts(tx, viewer.id, 1);
  const { caption: text } = body;
  const { added } = await storeMentions(tx, viewer.id, { postId: id }, text, { isNew: true });
  if (isHeld) await holdPost(tx, id);
  else {
    await notifyOfMentions(tx, { senderId: viewer.id, postId: id, text }, added);
    afterCommit(tx, () => publishPost(id, { isNew: true }));
  }
  return { result: await getPostIn(tx, viewer, id), isNew: true };
}

/**
 * The post that has exactly these media, in this order; undefined when the first of them is in
 * none. Throws `upload_gone` when its post has others.
 */
async function findPostOf(tx: Tx, assetIds: string[]): Promise<string | undefined> {
  const post = await tx.post.findFirst({
    where: { media: { some: { assetId: assetIds[0], position: 0 } } },
    select: { id: true, media: { select: { assetId: true }, orderBy: { position: "asc" } } },
  });
  if (!post) return undefined;
  const ids = post.media.map(({ assetId }) => assetId);
  if (ids.join() !== assetIds.join()) throw uploadGone();
  return post.id;
}

/**
 * Changes a caption with its tags, the descriptions of the media and who may comment, where they
 * are given; a card is described by its caption. What the caption said before is its history.
 * Throws `not_found`, `forbidden`, and `validation` when there is not one description for each, or
 * the caption does not fit on a card.
 */
export async function updatePost(
  viewer: Viewer,
  postId: string,
  change: z.output<typeof postChangeBody>,
): Promise<Post> {
  const { caption = "", altText, altTexts } = change;
  const links = outsideLinks(caption, altText ?? "", ...(altTexts ?? []));
  const known = links.length > 0 ? await linksOf(postId) : [];
  const added = links.filter((link) => !known.includes(link));
  const limits = await takeWriteLimits(viewer.id, { links: added });
  return refundUnlessNew(limits, async () => {
    const result = await transaction((tx) => changePost(tx, viewer, postId, change, limits.isHeld));
    return { result, isNew: true };
  });
}

/** The outside links of a post as it is. */
async function linksOf(postId: string): Promise<string[]> {
  const post = await db().post.findUnique({
    where: { id: postId },
    select: { caption: true, media: { select: { altText: true } } },
  });
  return post ? outsideLinks(post.caption, ...post.media.map(({ altText }) => altText)) : [];
}

async function changePost(
  tx: Tx,
  viewer: Viewer,
  postId: string,
  { altText, altTexts, whoCanComment, ...change }: z.output<typeof postChangeBody>,
  isHeld: boolean,
): Promise<Post> {
  const post = await lockOwnPost(tx, viewer, postId);
  const caption = change.caption ?? post.caption;
  if (altTexts && altTexts.length !== (await tx.postMedia.count({ where: { postId } }))) {
    throw new ApiError("validation", "There must be one description for each photo and video.");
  }
  const isCard = post.cardBackground !== null;
  // Its words are all there is to see of it.
  if (isCard && change.caption !== undefined && !fitsCard(caption)) {
    throw new ApiError("validation", `A card has 1 to ${CARD_MAX} characters.`);
  }
  const now = new Date();
  const isEdited = post.caption !== caption;
  if (isEdited) {
    const text = post.caption;
    await storeFormerText(tx, {
      subject: "post",
      subjectId: postId,
      personId: viewer.id,
      text,
      isHistory: true,
    });
  }
  const hashtags = hashtagsOf(caption);
  await tx.post.update({
    where: { id: postId },
    data: {
      caption,
      hashtags,
      updatedAt: now,
      ...(isEdited && { editedAt: now }),
      ...(whoCanComment && { whoCanComment }),
    },
  });
  // What describes a card is the text on it.
  const description = altText ?? (isEdited && isCard ? caption : undefined);
  const texts = altTexts ?? (description === undefined ? [] : [description]);
  await tx.sql`
    UPDATE post_media m SET alt_text = d.text
    FROM unnest(${texts}::text[]) WITH ORDINALITY AS d (text, place)
    WHERE m.post_id = ${postId}::uuid AND m.position = d.place - 1 AND m.alt_text <> d.text`;
  await updateTags(tx, postId, post.createdAt, post.hashtags, hashtags);
  if (isEdited) {
    const { added, removed } = await storeMentions(tx, viewer.id, { postId }, caption);
    await retractRemoved(tx, { postId }, removed);
    await quoteMentions(tx, { postId }, caption);
    if (!isHeld) await notifyOfMentions(tx, { senderId: viewer.id, postId, text: caption }, added);
  }
  if (isHeld) await holdPost(tx, postId);
  return getPostIn(tx, viewer, postId);
}

/** Holds a post for review: its author alone sees it until moderators decide. */
async function holdPost(tx: Tx, postId: string): Promise<void> {
  await openCase(tx, { subject: "post", subjectId: postId, isHeld: true });
  await withholdPost(tx, postId, null);
}
