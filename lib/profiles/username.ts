import { APP_NAME, COLLEGES } from "@/lib/product";

/** Reserved usernames. Pure. */

/** Words that suggest a college or its staff. No username may have one between its dots. */
const OFFICIAL = new Set([
  ...COLLEGES.flatMap(({ officialNames }) => officialNames),
  APP_NAME.toLowerCase().replace(/[^a-z0-9]/g, ""),
  "abuse",
  "admin",
  "administrator",
  "dean",
  "deleted",
  "director",
  "faculty",
  "help",
  "helpdesk",
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
