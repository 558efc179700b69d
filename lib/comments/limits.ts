/** Numbers of the specification (§9) and of contract §4. */
export const COMMENTS_PAGE = 20;
export const COMMENT_MAX = 1000;
