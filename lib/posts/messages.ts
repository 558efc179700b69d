/** Messages about posts that several places show. */

/** Shown instead of a list of posts when signed out. */
export const LOG_IN_TO_VIEW = "Please log in to view posts.";
export const POST_UPLOADED = "Post uploaded successfully!";
export const LINK_COPIED = "Link copied to clipboard!";
