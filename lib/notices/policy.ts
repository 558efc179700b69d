/** The numbers and sentences of notices (docs/product.md, Notices). */

export const NOTICE_MAX = 280;
export const NOTICE_DAYS_MAX = 30;
/** How long a notice runs unless its sender chooses. */
export const NOTICE_DAYS = 7;
export const NOTICE_EMPTY = "Please write a notice.";
export const NOTICE_TOO_LONG = `Please keep the notice to ${NOTICE_MAX} characters.`;

/** How many notices the staff see, the latest first. */
export const NOTICES_LISTED = 50;

/** Who a notice comes from, for everyone but the staff: no one learns who moderates. */
export const NOTICE_AUTHOR = "The moderators";
