/** Sentences of the wire that the server and the browser both say. */
export const LOG_IN = "Please log in to continue.";
export const SESSION_EXPIRED = "Session expired. Please log in again.";
export const INTERNAL_ERROR = "Something went wrong. Please try again.";
