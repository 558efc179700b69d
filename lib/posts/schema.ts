import * as z from "zod";
import {
  multilineText,
  optionalBody,
  optionalSpecifiedBody,
  singleLineText,
  specifiedBody,
} from "@/lib/api/fields";
import { idParam, pageFields, pageQuery } from "@/lib/api/pagination";
import { CARD_MAX, fitsCard } from "@/lib/posts/card";
import {
  ALT_TEXT_MAX,
  CAPTION_MAX,
  COMMENT_AUDIENCES,
  FEED_PAGE,
  FEEDS,
  LIKERS_PAGE,
  MEDIA_MAX,
} from "@/lib/posts/policy";
import { mentionsField, userListItemSchema, userSummarySchema } from "@/lib/profiles/schema";
import { CARD_BACKGROUNDS } from "@/lib/text/card-look";
import { exactCount } from "@/lib/text/counts";
import { SEARCH_MAX, SEARCH_TOO_LONG } from "@/lib/text/errors";
import { fold } from "@/lib/text/fold";
import { isTag } from "@/lib/text/rich-text";
import { NO_MEDIA } from "@/lib/uploads/policy";
import { mediaTypeField } from "@/lib/uploads/schema";

/** A picture or video of a post. */
const postMediaFields = {
  mediaUrl: z.string(),
  mediaType: mediaTypeField,
  /** A still picture of the media. */
  thumbnail: z.string(),
  /** Pixels, known before the media loads so that nothing on the page jumps. */
  width: z.int(),
  height: z.int(),
  /** A tiny blurred picture as a data URL. */
  placeholder: z.string(),
  altText: z.string(),
};
const postMediaSchema = z.object(postMediaFields).meta({ id: "PostMedia" });
export type PostMedia = z.infer<typeof postMediaSchema>;

/** Why moderators withhold a post or comment. Only its author sees it, and this. */
export const withheldSchema = z
  .object({
    /** Empty while it is held for review. */
    reason: z.string(),
    /** What to appeal; null while it is held for review. */
    decisionId: z.string().nullable(),
    at: z.string(),
  })
  .meta({ id: "Withheld" });
export type Withheld = z.infer<typeof withheldSchema>;

/**
 * What makes a post a card, and the background that its caption is set on, in its picture and in
 * feeds.
 */
const cardFields = { kind: z.literal("card").optional(), background: z.enum(CARD_BACKGROUNDS).optional() };

const whoCanCommentField = z.enum(COMMENT_AUDIENCES, "whoCanComment must be everyone, circle or nobody.");
export type CommentAudience = z.infer<typeof whoCanCommentField>;

export const postSchema = z
  .object({
    _id: z.string(),
    userId: userSummarySchema.extend({ collegeName: z.string() }),
    caption: z.string(),
    /** Whom the caption names. */
    mentions: mentionsField,
    /** The first of its media. */
    ...postMediaFields,
    /**
     * All media, the first included, when there is more than one; `mediaOf` lists them either way.
     */
    media: z.array(postMediaSchema).optional(),
    ...cardFields,
    hashtags: z.array(z.string()),
    visibility: z.literal("public"),
    likes: z.array(z.string()),
    isLiked: z.boolean(),
    /** By the viewer; no one else learns of it. */
    isBookmarked: z.boolean(),
    likesCount: z.int(),
    commentsCount: z.int(),
    sharesCount: z.int(),
    isActive: z.boolean(),
    whoCanComment: whoCanCommentField,
    /** Whether the viewer may. */
    canComment: z.boolean(),
    /** Whether the viewer has switched off notifications about it; no one else learns of it. */
    isMuted: z.boolean(),
    createdAt: z.string(),
    /** When its caption last changed. */
    editedAt: z.string().nullable(),
    withheld: withheldSchema.optional(),
  })
  .meta({ id: "Post" });
export type Post = z.infer<typeof postSchema>;

export const postParams = z.object({ postId: idParam });
export const postAnswer = z.object({ post: postSchema });

export const feedQuery = pageQuery(FEED_PAGE).safeExtend({
  /** Newest first is the only order. */
  sort: z.literal("-createdAt", "sort must be -createdAt.").optional(),
});
/** A `#tag` in a URL: without its sign, in any case. */
export const tagField = z.string().transform(fold).refine(isTag, "tag must be one word, without its sign.");
/** `tag` limits the feed to the posts that have it; such a list is always of the whole campus. */
export const postsQuery = feedQuery.safeExtend({
  tag: tagField.optional(),
  feed: z.enum(FEEDS, "feed must be campus, circle or class.").default("campus"),
});
export const feedAnswer = z.object({ posts: z.array(postSchema), ...pageFields });
export type FeedAnswer = z.infer<typeof feedAnswer>;

export const captionField = multilineText({
  max: CAPTION_MAX,
  tooLong: `Please keep the caption to ${exactCount(CAPTION_MAX)} characters.`,
});
const altTextField = multilineText({ max: ALT_TEXT_MAX });
/**
 * A change of a post: of its caption, of who may comment, or of both. Descriptions of its media
 * stay when they are omitted: `altText` is for the first, `altTexts` for all, in order.
 */
export const postChangeBody = specifiedBody({
  caption: captionField.optional(),
  altText: altTextField.optional(),
  altTexts: z.array(altTextField).min(1).max(MEDIA_MAX).optional(),
  whoCanComment: whoCanCommentField.optional(),
}).refine(({ caption, whoCanComment }) => caption !== undefined || whoCanComment !== undefined, {
  path: ["caption"],
  message: "Please send a caption.",
});
export type PostChangeBody = z.input<typeof postChangeBody>;

const uploadFields = {
  mediaType: mediaTypeField,
  cloudinaryUrl: z.string(NO_MEDIA).trim().min(1, NO_MEDIA).max(2000),
  altText: altTextField.default(""),
};
const newMedia = z.strictObject(uploadFields);

/**
 * A new post: of one upload, whose fields may be in the body itself, or of several in `media`.
 * The picture of a card is drawn by the browser, of its caption, by default on the first
 * background.
 */
export const newPostBody = specifiedBody({
  caption: captionField.default(""),
  whoCanComment: whoCanCommentField.optional(),
  visibility: z.enum(["public", "everyone"], "Visibility can only be everyone.").default("public"),
  mediaType: uploadFields.mediaType.optional(),
  cloudinaryUrl: uploadFields.cloudinaryUrl.optional(),
  altText: altTextField.optional(),
  media: z
    .array(newMedia)
    .min(1, NO_MEDIA)
    .max(MEDIA_MAX, `Please choose at most ${MEDIA_MAX} photos and videos.`)
    .optional(),
  ...cardFields,
}).transform(({ mediaType, cloudinaryUrl, altText, media, kind, background, ...words }, context) => {
  const single = { mediaType, cloudinaryUrl, altText };
  const post = { ...words, ...(kind && { background: background ?? CARD_BACKGROUNDS[0] }) };
  if (kind && (media || mediaType === "video" || !fitsCard(words.caption))) {
    const message = `A card is one picture of a caption of at most ${CARD_MAX} characters.`;
    context.addIssue({ code: "custom", path: ["kind"], message });
    return z.NEVER;
  }
  if (media) {
    if (Object.values(single).every((field) => field === undefined)) return { ...post, media };
    context.addIssue("Please send the media either in media or in fields of their own, not both.");
    return z.NEVER;
  }
  const parsed = newMedia.safeParse(single);
  if (parsed.success) return { ...post, media: [parsed.data] };
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: "custom", path, message });
  return z.NEVER;
});
export type NewPostBody = z.input<typeof newPostBody>;
export const newPostAnswer = postAnswer.extend({ message: z.string() });

/** Toggles when `liked` is omitted; otherwise sets the state, so that a retry is safe. */
export const likeBody = optionalSpecifiedBody({ liked: z.boolean() });
export const likeAnswer = z.object({
  isLiked: z.boolean(),
  likesCount: z.int(),
  likes: z.array(z.string()),
});
export type LikeAnswer = z.infer<typeof likeAnswer>;

/** Toggles when `bookmarked` is omitted; otherwise sets the state, so that a retry is safe. */
export const bookmarkBody = optionalBody({ bookmarked: z.boolean() });
export const bookmarkAnswer = z.object({ isBookmarked: z.boolean() });
export type BookmarkAnswer = z.infer<typeof bookmarkAnswer>;
/** `q` searches the captions for all of its words. */
export const bookmarksQuery = pageQuery(FEED_PAGE).safeExtend({
  q: z
    .string()
    .default("")
    .pipe(singleLineText({ max: SEARCH_MAX, tooLong: SEARCH_TOO_LONG })),
});
export type BookmarksQuery = z.output<typeof bookmarksQuery>;

export const postMuteBody = z.strictObject({ muted: z.boolean() });
export const postMuteAnswer = z.object({ isMuted: z.boolean() });
export type PostMuteAnswer = z.infer<typeof postMuteAnswer>;

/** What a caption or comment said before its edits, and until when, the oldest first. */
export const historyAnswer = z.object({
  versions: z.array(z.object({ _id: z.string(), text: z.string(), at: z.string() })),
});
export const postVersionParams = postParams.extend({ versionId: idParam });
export type HistoryAnswer = z.infer<typeof historyAnswer>;

export const shareAnswer = z.object({ sharesCount: z.int() });

/** People who like a post, latest first. */
export const likersQuery = pageQuery(LIKERS_PAGE);
export const likerSchema = userListItemSchema.extend({ isFollowing: z.boolean() });
export const likersAnswer = z.object({ users: z.array(likerSchema), ...pageFields });
export type LikersAnswer = z.infer<typeof likersAnswer>;
