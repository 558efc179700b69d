/** The numbers of the college's own place (docs/product.md, The college). */

export const PEOPLE_PAGE = 50;

/**
 * The filters of the list of people. `waiting`: people who ask to be confirmed as faculty or staff;
 * `moderating`: moderators and admins.
 */
export const PEOPLE_STATES = [
  "waiting",
  "new",
  "never_posted",
  "suspended",
  "deactivated",
  "incomplete",
  "moderating",
] as const;
export type PeopleState = (typeof PEOPLE_STATES)[number];

/** For how many days after signing up someone is new. */
export const NEW_DAYS = 7;

/** Fewer people or acts than this are not shown, because they could reveal one person. */
export const SMALL_GROUP = 10;

/** How many weeks the numbers look back. */
export const NUMBERS_WEEKS = 12;

/** What the college's list of addresses says of each, as its file names the columns. */
export const ROSTER_COLUMNS = ["email", "name", "role", "department", "batch"] as const;
export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

/** How many lines one file may have, and how many bytes: some 200 for each line. */
export const IMPORT_MAX = 5_000;
export const IMPORT_BYTES = 1024 * 1024;

/** An address is invited again no sooner than after so many days. */
export const INVITED_DAYS = 30;

/** What can be wrong with a line. */
export const LINE_PROBLEMS = {
  email: "This is not an email address.",
  role: "The role has to be student, alumni, faculty or staff.",
  domain: "Only alumni can have an address outside the college.",
  name: "This name can't be used.",
  department: "This department is not on the college's list. Please use its code.",
  batch: "This is not a year of graduation, such as 2027.",
  repeated: "This address is on an earlier line already.",
};
