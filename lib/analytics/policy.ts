/** The longest path that is reported. Longer than any path of the app. */
export const PATH_MAX = 2_000;

/** Characters of a browser's error that are reported. */
export const CLIENT_ERROR_LIMITS = { name: 100, message: 500, stack: 4_000 };
