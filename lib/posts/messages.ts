/** Sentences about posts that more than one place says. */
/** What a list of posts asks without a session. */
export const LOG_IN_TO_VIEW = "Please log in to view posts.";
export const LINK_COPIED = "Link copied to clipboard!";
