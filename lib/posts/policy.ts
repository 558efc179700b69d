import type { Translate } from "@/lib/language/translator";
import type { Post, PostMedia } from "@/lib/posts/schema";
import { isStillUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";
import { tagsIn } from "@/lib/text/rich-text";
import { firstCharacters } from "@/lib/text/text";

/** The numbers, rules and texts of posts (docs/product.md, Numbers). */

export const FEED_PAGE = 10;
/**
 * What the main feed shows: every post, posts of the people the viewer has joined, or posts of
 * their department and year.
 */
export const FEEDS = ["campus", "circle", "class"] as const;
export type FeedName = (typeof FEEDS)[number];
/** The feed of that name, if there is one. */
export const feedNamed = (name: unknown): FeedName | undefined => FEEDS.find((feed) => feed === name);
/** To whom has no department or year. */
export const NO_CLASS = "Add your department and year to your profile, and your class shows up here.";
export const CAPTION_MAX = 2000;
export const ALT_TEXT_MAX = 500;
/** Pictures and videos of a post. */
export const MEDIA_MAX = 10;
export const CAPTION_PREVIEW = 150;
export const SHARE_PREVIEW = 100;
export const TRENDING_ABOVE = 50;
/** `likes` names at most this many of the latest likers; `likesCount` is exact. */
export const LIKERS_SHOWN = 50;
export const HASHTAGS_MAX = 30;

/** What is trending: how many days count, and how many posts and tags are ranked. */
export const TRENDING_DAYS = 7;
export const TRENDING_POSTS_MAX = 200;
export const TRENDING_TAGS_MAX = 10;
/** Trending tags next to other things. */
export const TRENDING_TAGS_SHOWN = 5;
/** Posts in a page of a grid: six rows of three. */
export const GRID_PAGE = 18;
/** The latest edits that a history shows. */
export const HISTORY_MAX = 50;
/**
 * Who may comment on a post, other than its author: everyone, people whom they joined, or no one.
 */
export const COMMENT_AUDIENCES = ["everyone", "circle", "nobody"] as const;
/** People in a page of those who like a post. */
export const LIKERS_PAGE = 20;
/** Tags that a search finds. */
export const TAGS_FOUND_MAX = 5;

/** How much of a caption the title of its page says. */
const TITLE_WORDS = 60;

/** Shown instead of a list of posts when signed out. */
export const LOG_IN_TO_VIEW = "Please log in to view posts.";
export const POST_UPLOADED = "Post uploaded successfully!";
export const LINK_COPIED = "Link copied to clipboard!";

type Actor = { id: string };

/** Only the author may change or delete a post. */
export function canEditPost(viewer: Actor, post: { authorId: string }): boolean {
  return viewer.id === post.authorId;
}

/** The unique `#tags` of a caption in order, lower case, without the sign. */
export function hashtagsOf(caption: string): string[] {
  return [...new Set(tagsIn(caption).map(({ tag }) => tag))].slice(0, HASHTAGS_MAX);
}

/** All media of a post. On the wire it lists them only when there is more than one. */
export function mediaOf(post: Post): PostMedia[] {
  const { mediaUrl, mediaType, thumbnail, width, height, placeholder, altText } = post;
  return post.media ?? [{ mediaUrl, mediaType, thumbnail, width, height, placeholder, altText }];
}

/**
 * Whether it is a video, or a picture that moves: then its thumbnail is another one, which does
 * not.
 */
export function moves({ mediaType, thumbnail }: Pick<PostMedia, "mediaType" | "thumbnail">): boolean {
  return mediaType === "video" || isStillUrl(thumbnail);
}

/** The alt text of a post's media: the author's description, or a generic one. */
export function altTextOf(post: Pick<Post, "altText" | "mediaType" | "userId">, t: Translate): string {
  const name = isolated(post.userId.name);
  return (
    post.altText ||
    (post.mediaType === "image" ? t("Photo by {name}", { name }) : t("Video by {name}", { name }))
  );
}

/** The title of a post's page: its author and the beginning of the caption. */
export function postTitle(
  post: Pick<Post, "caption" | "altText" | "mediaType" | "userId">,
  t: Translate,
): string {
  const words = post.caption.replace(/\s+/g, " ").trim();
  if (words === "") return altTextOf({ ...post, altText: "" }, t);
  const shown = firstCharacters(words, TITLE_WORDS);
  return `${isolated(post.userId.name)}: ${shown}${shown === words ? "" : "…"}`;
}

export const HELD = "Held for review by moderators";

/** What the author reads on a post or comment that moderators withhold. */
export const withheldText = (
  { reason, decisionId }: { reason: string; decisionId: string | null },
  t: Translate,
): string => (decisionId ? t("Removed by moderators: {reason}", { reason }) : t(HELD));

/** How long its author still sees what moderators removed, in days. */
export const WITHHELD_DAYS = 30;
