/** What a person without a session is told. */
export const LOG_IN_TO_COMMENT = "Please log in to comment.";
