/** The numbers of lists of people (docs/product.md, Numbers). */

export const SEARCH_PAGE = 10;
export const SEARCH_DEBOUNCE_MS = 500;
/** How long typing after an `@` pauses before people are offered: they are next to the caret. */
export const MENTION_DEBOUNCE_MS = 60;
/** The most people a search returns over all its pages; its total stops here too. */
export const SEARCH_MATCHES_MAX = 1_000;
export const SUGGESTIONS_SHOWN = 5;
/** In the feed. */
export const SUGGESTIONS_FOR_NEWCOMERS = 8;
/** On Explore, which is all that the server finds. */
export const SUGGESTIONS_TO_EXPLORE = 20;
export const CIRCLE_PAGE = 20;
/** Offered to write to or share with. */
export const RECIPIENTS_SHOWN = 20;
/** Offered after an `@`, at most. */
export const MENTIONABLE_SHOWN = 8;
/** People of the campus, by name. */
export const CAMPUS_PEOPLE_PAGE = 30;

/** The letters of sections, and where a list of names may start. */
export const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
