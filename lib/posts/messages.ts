/** Sentences about posts that more than one place says. */
export const POST_NOT_FOUND = "That post is not there any more.";
export const LINK_COPIED = "Link copied to clipboard!";
