/** Reserved usernames. Pure. */

/** Words that suggest the college or its staff. No username may have one between its dots. */
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

/** Whether a username looks official, also when dots are put elsewhere (`campus.circle`). */
export function isReservedUsername(username: string): boolean {
  return username.split(".").some((word) => OFFICIAL.has(word)) || OFFICIAL.has(username.replaceAll(".", ""));
}
