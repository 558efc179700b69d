import { campus } from "#campus";
import type { College } from "@/lib/campus/campus";

/** Names and constants of the product, for the server and the browser. */

/** What the campus file (`CAMPUS_FILE`) calls the product, and the colleges it lists. */
export const APP_NAME = campus.name;
export const COLLEGES = campus.colleges;
/** Who runs the product and answers for people's data, as the legal documents name them. */
export const OPERATOR = campus.operator;

export const TAGLINE = "Connect • Share • Discover";

/** Placeholders that mark an incomplete profile. */
export const ANONYMOUS_NAME = "Anonymous User";
export const NO_COLLEGE = "--";

export function findCollege(code: string): College | undefined {
  return COLLEGES.find((college) => college.code === code);
}

/**
 * The college of an email address, by its domain and ignoring case; undefined for other domains.
 */
export function collegeByEmail(email: string): College | undefined {
  const address = email.trim().toLowerCase();
  return COLLEGES.find(({ emailDomains }) => emailDomains.some((domain) => address.endsWith(`@${domain}`)));
}

/**
 * How many minutes the clocks of the colleges are ahead of UTC at a time, in milliseconds since
 * 1970. The server takes the colleges' time zone to be the reader's.
 */
export function utcOffsetAt(at: number): number {
  const offsets = campus.utcOffsets;
  return (offsets.findLast(([from]) => from <= at) ?? offsets[0])?.[1] ?? 0;
}

const listOf = (texts: string[], type: "conjunction" | "disjunction") =>
  new Intl.ListFormat("en-GB", { type }).format(texts);

/** The colleges as texts name them: `MITS and IITX`. */
export const COLLEGE_CODES = listOf(
  COLLEGES.map(({ code }) => code),
  "conjunction",
);

/** The colleges' full names as messages list them. */
export const COLLEGE_NAMES = listOf(
  COLLEGES.map(({ fullName }) => fullName),
  "conjunction",
);

/** The domains as messages list them: `@mitsgwl.ac.in or @iitx.example`. */
export const COLLEGE_DOMAINS = listOf(
  COLLEGES.flatMap(({ emailDomains }) => emailDomains.map((domain) => `@${domain}`)),
  "disjunction",
);

/** What the picture of a shared link says (app/opengraph-image.tsx). */
export const CARD_LINES = [APP_NAME, TAGLINE, `For ${COLLEGE_CODES} students, faculty and alumni`] as const;
