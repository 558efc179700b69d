/** Sentences about any call: the server's, the browser's, and those that both say. */
export const LOG_IN = "Please log in to continue.";
export const SESSION_EXPIRED = "Session expired. Please log in again.";
export const INTERNAL_ERROR = "Something went wrong. Please try again.";
/** Without any answer. */
export const NETWORK_ERROR = "We can't reach the server. Check your connection and try again.";
export const USER_NOT_FOUND = "User not found";
export const POST_NOT_FOUND = "That post is not there any more.";
