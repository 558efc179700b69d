/** Limits of profiles (docs/product.md, Numbers). */
export const NAME_MIN = 2;
export const NAME_MAX = 80;
export const BIO_MAX = 300;
export const COLLEGE_ID_MAX = 40;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
/** How many days a chosen username cannot be changed. */
export const USERNAME_DAYS = 30;
/** How many ids `followers` and `following` of a profile contain, latest first. */
export const LATEST_JOINED = 50;

/** The approximate bytes of the archive from `GET /users/{id}/export`, for a progress bar. */
export const EXPORT_SIZE_HEADER = "X-Expected-Bytes";
