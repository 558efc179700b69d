/** The numbers of the college's own place (docs/product.md, The college). */

export const PEOPLE_PAGE = 50;

/** Of whom the list of people can consist; `staff` are moderators and admins. */
export const PEOPLE_ROLES = ["staff", "moderator", "admin"] as const;
export type PeopleRole = (typeof PEOPLE_ROLES)[number];

export const PEOPLE_STATES = ["new", "never_posted", "suspended", "deactivated", "incomplete"] as const;
export type PeopleState = (typeof PEOPLE_STATES)[number];

/** For how many days after signing up someone is new. */
export const NEW_DAYS = 7;

/** Fewer people or acts than this are not told, because they could tell of one person. */
export const SMALL_GROUP = 10;

/** How many weeks the numbers look back. */
export const NUMBERS_WEEKS = 12;
