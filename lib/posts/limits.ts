/** See docs/product.md, Numbers. */
export const FEED_PAGE = 10;
export const CAPTION_MAX = 2000;
export const ALT_TEXT_MAX = 500;
export const CAPTION_PREVIEW = 150;
export const SHARE_PREVIEW = 100;
export const TRENDING_ABOVE = 50;
/** `likes` names at most this many of the latest likers; `likesCount` is exact. */
export const LIKERS_SHOWN = 50;
export const HASHTAGS_MAX = 30;

/** Trending tags: how many days count, and how many tags are listed. */
export const TRENDING_DAYS = 7;
export const TRENDING_TAGS_SHOWN = 5;
