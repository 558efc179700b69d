/** In bytes. See docs/product.md, Numbers. */
export const IMAGE_BYTES_MAX = 10 * 1024 ** 2;
export const VIDEO_BYTES_MAX = 100 * 1024 ** 2;
export const PICTURE_BYTES_MAX = 5 * 1024 ** 2;

/** The largest size of an avatar and of a banner, in pixels. */
export const AVATAR_BOX = { width: 500, height: 500 } as const;
export const BANNER_BOX = { width: 1500, height: 500 } as const;
