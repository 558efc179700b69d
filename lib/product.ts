/** Names and constants of the product, the same on both sides (contract §1). */

// Next inlines NEXT_PUBLIC_* at build time, so this one is read here and not through lib/platform/env.
// biome-ignore lint/style/noProcessEnv: a public, build-time constant that the browser needs too
export const APP_NAME = process.env.NEXT_PUBLIC_APP_NAME ?? "Campus Circle";
export const TAGLINE = "Connect • Share • Discover";

/**
 * A supported college. Adding one is one entry in `COLLEGES`; nothing else names a college or a
 * domain.
 */
export type College = { code: string; fullName: string; emailDomain: string };

export const COLLEGES: readonly [College, ...College[]] = [
  {
    code: "MITS",
    fullName: "Madhav Institute of Technology & Science, Gwalior",
    emailDomain: "mitsgwl.ac.in",
  },
];

/** Placeholder values that mean "this profile is not complete yet" (the specification, §3). */
export const ANONYMOUS_NAME = "Anonymous User";
export const NO_COLLEGE = "--";

export function findCollege(code: string): College | undefined {
  return COLLEGES.find((college) => college.code === code);
}

/**
 * The college whose domain the address ends with, ignoring case; undefined for any other address.
 */
export function collegeByEmail(email: string): College | undefined {
  const address = email.trim().toLowerCase();
  return COLLEGES.find((college) => address.endsWith(`@${college.emailDomain}`));
}

/** The domains as messages write them: `@mitsgwl.ac.in`. */
export const COLLEGE_DOMAINS = COLLEGES.map((college) => `@${college.emailDomain}`).join(", ");
