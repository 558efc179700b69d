import { APP_NAME, COLLEGES } from "@/lib/product";
import { lookAlikeWords } from "@/lib/text/look-alikes";

/** Usernames and names that are reserved, because they suggest a college or its staff. Pure. */

/** No username may have one between its dots, and no name as a whole word. */
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

const OFFICIAL_LOOKS = new Set([...OFFICIAL].map((word) => lookAlikeWords(word).join("")));

/**
 * Whether a name has a word that looks official in whatever letters (`0fficial`, Cyrillic or Greek
 * ones), also with its letters apart (`M I T S`). Parts of words are names: Amit, Staffan.
 */
export function isReservedName(name: string): boolean {
  const words = lookAlikeWords(name);
  const spelled = words.map((word) => (word.length === 1 ? word : ` ${word} `)).join("");
  // An initial is a person's: Mit S is no MITS.
  const whole = words.some((word) => word.length === 1) ? "" : words.join("");
  return [...words, ...spelled.split(" "), whole].some((word) => OFFICIAL_LOOKS.has(word));
}
