/** Messages about any call, used by the server, the browser or both. */
export const LOG_IN = "Please log in to continue.";
export const SESSION_EXPIRED = "Session expired. Please log in again.";
export const INTERNAL_ERROR = "Something went wrong. Please try again.";
/** There was no response. */
export const NETWORK_ERROR = "We can't reach the server. Check your connection and try again.";
export const USER_NOT_FOUND = "User not found";
export const POST_NOT_FOUND = "This post is no longer available.";
