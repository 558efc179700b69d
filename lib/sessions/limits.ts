export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const PASSWORD_MIN = 6;
/** Long enough for any passphrase, short enough that hashing it cannot be used for an attack. */
export const PASSWORD_MAX = 200;
/** How long after signing in a first password may be set without a code. */
export const RECENT_MINUTES = 10;
export const ACCESS_MINUTES = 15;
export const REFRESH_DAYS = 30;
/** A session ends this long after the sign-in, however often it is refreshed. */
export const SESSION_DAYS = 180;
