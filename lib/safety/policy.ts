import { exactCount } from "@/lib/text/counts";

/** The numbers, rules and texts of blocking, muting and muted words (docs/product.md, Numbers). */

/** People in a page of those blocked or muted. */
export const SAFETY_PAGE = 20;
/** The most people one person may block, and as many may they mute. */
export const BLOCKS_MAX = 5_000;
export const WORDS_MAX = 200;
export const WORD_MIN = 2;
export const WORD_MAX = 50;
/**
 * The most characters of the pattern that all words make: far more than they need in letters,
 * 13,000, but not in emoji of families and stacked marks, 110,000. PostgreSQL caches up to 32
 * compiled patterns for each connection, and one of those took it 4 MB, and 120 ms to compile.
 */
export const PATTERN_MAX = 50_000;

/** For how many days people mute someone; null until they unmute them. */
export const MUTE_DAYS = [1, 7, null] as const;

export const OWN_BLOCK = "You can't block yourself.";
export const OWN_MUTE = "You can't mute yourself.";
export const TOO_MANY_BLOCKS = `You can block at most ${exactCount(BLOCKS_MAX)} people. Unblock someone first.`;
export const TOO_MANY_MUTES = `You can mute at most ${exactCount(BLOCKS_MAX)} people. Unmute someone first.`;
export const TOO_MANY_WORDS = `You can mute at most ${WORDS_MAX} words. Remove one first.`;
export const WORDS_TOO_LONG = "Your muted words are too long together. Remove one first.";

/** No one hides themselves. */
export const canHide = (viewer: { id: string }, personId: string) => viewer.id !== personId;
