/** Shown to people who are signed out. */
export const LOG_IN_TO_COMMENT = "Please log in to comment.";
