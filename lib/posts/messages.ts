/** Sentences about posts that more than one place says. */
export const POST_NOT_FOUND = "That post is not there any more.";
/** What a list of posts asks without a session. */
export const LOG_IN_TO_VIEW = "Please log in to view posts.";
export const LINK_COPIED = "Link copied to clipboard!";
