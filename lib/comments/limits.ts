/** See docs/product.md, Numbers. */
export const COMMENTS_PAGE = 20;
export const COMMENT_MAX = 1000;
