/** Every error code of the API and its status (docs/api.md, Errors). */
export const ERROR_STATUS = {
  validation: 400,
  bad_request: 400,
  email_domain: 400,
  invalid_otp: 400,
  otp_expired: 400,
  otp_spent: 400,
  wrong_password: 400,
  common_password: 400,
  no_class: 400,
  unauthenticated: 401,
  token_expired: 401,
  invalid_credential: 401,
  forbidden: 403,
  reauthenticate: 403,
  request_pending: 403,
  suspended: 403,
  comments_closed: 403,
  not_found: 404,
  user_not_found: 404,
  user_deactivated: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  duplicate_email: 409,
  username_taken: 409,
  username_locked: 409,
  upload_gone: 410,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Messages about any call, for the server and the browser. */

export const LOG_IN = "Please log in to continue.";
export const SESSION_EXPIRED = "Session expired. Please log in again.";
export const INTERNAL_ERROR = "Something went wrong. Please try again.";
/** What someone under 18 reads where MINORS excludes them. */
export const CONSENT_MISSING = "Your account opens when the college has your parent's or guardian's consent.";
export const ADULTS_ONLY = "You can use this app from the age of 18.";
export const FOR_ADULTS = "Only people who are 18 or older can change this.";
/** In place of a field to write in. */
export const CANNOT_WRITE_SUSPENDED = "You can't write while your account is suspended.";
/** There was no response. */
export const NETWORK_ERROR = "We can't reach the server. Check your connection and try again.";
export const USER_NOT_FOUND = "User not found";
export const POST_NOT_FOUND = "This post is no longer available.";

/** For a video whose edits a copy can't hold (lib/video/edit-list.mjs). */
export const PIECED_VIDEO =
  "That video was cut into several parts without being encoded again. Please export it as a new video first.";

/** The longest text that people can search for. */
export const SEARCH_MAX = 200;
export const SEARCH_TOO_LONG = `Search is limited to ${SEARCH_MAX} characters.`;
