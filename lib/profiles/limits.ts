/** Numbers of the specification (§5, §9) and of contract §4. */
export const NAME_MIN = 2;
export const NAME_MAX = 80;
export const BIO_MAX = 300;
export const COLLEGE_ID_MAX = 40;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
/** A username that was chosen stays for so long. */
export const USERNAME_DAYS = 30;
export const SEARCH_PAGE = 10;
export const SEARCH_DEBOUNCE_MS = 500;
/** People of a circle a page; ours to choose. */
export const CIRCLE_PAGE = 20;
/**
 * A search reaches this many people, and its total counts no further: who needs more narrows it
 * down.
 */
export const SEARCH_MATCHES_MAX = 1_000;
export const SUGGESTIONS_SHOWN = 5;
/** A profile names at most so many of those who joined last, on either side. */
export const LATEST_JOINED = 50;

/**
 * How large the archive of `GET /users/{id}/export` will be, in bytes and about: for a progress
 * bar.
 */
export const EXPORT_SIZE_HEADER = "X-Expected-Bytes";
