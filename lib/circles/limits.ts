/** See docs/product.md, Numbers. */
export const CIRCLE_PAGE = 20;
