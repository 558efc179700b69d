import { z } from "zod";
import { idParam, pageFields, pageQuery } from "@/lib/api/pages";
import { prose } from "@/lib/api/text";
import { memberShape } from "@/lib/users/contract";

/** Numbers of the specification (§9) and of contract §4. */
export const FEED_PAGE = 10;
export const CAPTION_MAX = 2000;
export const ALT_TEXT_MAX = 500;
export const CAPTION_PREVIEW = 150;
export const SHARE_PREVIEW = 100;
export const TRENDING_ABOVE = 50;
/** `likes` names at most this many of the latest likers; `likesCount` is exact. */
export const LIKERS_SHOWN = 50;
export const HASHTAGS_MAX = 30;

export const mediaTypeField = z.enum(["image", "video"]);
export type MediaType = z.infer<typeof mediaTypeField>;

export const postShape = z.object({
  _id: z.string(),
  userId: memberShape.extend({ collegeName: z.string() }),
  caption: z.string(),
  mediaUrl: z.string(),
  mediaType: mediaTypeField,
  hashtags: z.array(z.string()),
  visibility: z.literal("public"),
  likes: z.array(z.string()),
  isLiked: z.boolean(),
  likesCount: z.number().int(),
  commentsCount: z.number().int(),
  sharesCount: z.number().int(),
  isActive: z.boolean(),
  createdAt: z.string(),
  /** Pixels, known before the media loads so that nothing on the page jumps. */
  width: z.number().int(),
  height: z.number().int(),
  /** A tiny blurred picture as a data URL. */
  placeholder: z.string(),
  /** A still picture of the media. */
  thumbnail: z.string(),
  altText: z.string(),
});
export type Post = z.infer<typeof postShape>;

export const postParams = z.object({ postId: idParam });
export const postAnswer = z.object({ post: postShape });

export const feedQuery = pageQuery(FEED_PAGE).extend({
  /** Newest first is the one order there is. */
  sort: z.literal("-createdAt", "sort must be -createdAt.").optional(),
});
/** A `#tag` as an address names it: without its sign, in any case. */
export const tagField = z
  .string()
  .transform((tag) => tag.normalize("NFC").toLowerCase())
  .refine((tag) => /^[\p{L}\p{N}\p{M}_]{1,50}$/u.test(tag), "tag must be one word, without its sign.");
/** Addition to the specification: with `tag` only the posts that have it. */
export const postsQuery = feedQuery.extend({ tag: tagField.optional() });
export const feedAnswer = z.object({ posts: z.array(postShape), ...pageFields });
export type FeedAnswer = z.infer<typeof feedAnswer>;

export const captionField = prose({
  max: CAPTION_MAX,
  tooLong: `Please keep the caption to ${CAPTION_MAX.toLocaleString("en")} characters.`,
});
export const captionBody = z.strictObject({ caption: captionField });

export const newPostBody = z.strictObject({
  caption: captionField.default(""),
  visibility: z.enum(["public", "everyone"], "Visibility can only be everyone.").default("public"),
  mediaType: mediaTypeField,
  cloudinaryUrl: z
    .string("Please select a media file.")
    .trim()
    .min(1, "Please select a media file.")
    .max(2000),
  altText: prose({ max: ALT_TEXT_MAX }).default(""),
});
export type NewPostBody = z.input<typeof newPostBody>;
export const newPostAnswer = postAnswer.extend({ message: z.string() });

/** Without a body the call toggles; with one it sets the state, so that a retry is safe. */
export const likeBody = z.strictObject({ liked: z.boolean() }).optional();
export const likeAnswer = z.object({
  isLiked: z.boolean(),
  likesCount: z.number().int(),
  likes: z.array(z.string()),
});
export type LikeAnswer = z.infer<typeof likeAnswer>;

export const shareAnswer = z.object({ sharesCount: z.number().int() });

/** What campus talks about: the tags most posts of the last days carry. */
export const TRENDING_DAYS = 7;
export const TRENDING_TAGS_SHOWN = 5;
export const trendingTagShape = z.object({ tag: z.string(), postsCount: z.number().int() });
export type TrendingTag = z.infer<typeof trendingTagShape>;
export const trendingTagsAnswer = z.object({ tags: z.array(trendingTagShape) });

/** A `#tag` in a text; the first group is the tag without its sign. */
export const HASHTAG = /(?<![\p{L}\p{N}\p{M}_&/#])#([\p{L}\p{N}\p{M}_]{1,50})(?![\p{L}\p{N}\p{M}_])/gu;

/** The `#tags` of a caption: lower-case, without the sign, each once, in order. A tag needs a letter. */
export function hashtagsOf(caption: string): string[] {
  const tags = new Set<string>();
  for (const match of caption.matchAll(HASHTAG)) {
    const tag = (match[1] ?? "").normalize("NFC").toLowerCase();
    if (/\p{L}/u.test(tag)) tags.add(tag);
    if (tags.size === HASHTAGS_MAX) break;
  }
  return [...tags];
}
