/** Which usernames may be chosen. Pure. */

/**
 * Words that speak for the college or for those who run this: nobody's username has one between its
 * dots.
 */
const OFFICIAL = new Set([
  "abuse",
  "admin",
  "administrator",
  "campuscircle",
  "dean",
  "deleted",
  "director",
  "faculty",
  "help",
  "helpdesk",
  "mits",
  "mitsgwalior",
  "mitsgwl",
  "mod",
  "moderator",
  "noreply",
  "official",
  "postmaster",
  "principal",
  "registrar",
  "root",
  "security",
  "staff",
  "support",
  "system",
  "team",
  "webmaster",
]);

/** Whether a username would pass for somebody official, however its words are divided. */
export function isReservedUsername(username: string): boolean {
  return username.split(".").some((word) => OFFICIAL.has(word)) || OFFICIAL.has(username.replaceAll(".", ""));
}
