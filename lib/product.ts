/** Names and constants of the product, for the server and the browser. */

// Next.js inlines NEXT_PUBLIC_* at build time, so this is not read through lib/platform/env.
// biome-ignore lint/style/noProcessEnv: a public, build-time constant that the browser needs too
export const APP_NAME = process.env.NEXT_PUBLIC_APP_NAME ?? "Campus Circle";
export const TAGLINE = "Connect • Share • Discover";

/** A supported college. docs/recipes/second-college.md says what else a further one needs. */
export type College = {
  /** What the database stores and profiles show: it never changes. */
  code: string;
  fullName: string;
  emailDomain: string;
  /** Words that speak for the college, in lower case: no username may have one. */
  officialNames: readonly [string, ...string[]];
  /** Where someone in distress finds help at any hour: with reports about self-harm. */
  helpLines: HelpLines;
  /** Who has to act on ragging: with reports about it. */
  antiRagging: AntiRagging;
};

type HelpLine = { name: string; phone: string; url?: string };
type HelpLines = readonly [HelpLine, ...HelpLine[]];

/** Help lines of the whole country. */
const NATIONAL_HELP: HelpLines = [
  { name: "Tele-MANAS, mental health", phone: "14416", url: "https://telemanas.mohfw.gov.in" },
  { name: "Emergency", phone: "112" },
];

/**
 * The college's own committee, and the national line, which is free and takes names in confidence.
 */
type AntiRagging = {
  committee: { name: string; email: string };
  line: { name: string; phone: string; email: string };
};

const NATIONAL_ANTI_RAGGING = {
  name: "National Anti-Ragging Helpline",
  phone: "1800-180-5522",
  email: "helpline@antiragging.in",
};

export const COLLEGES: readonly [College, ...College[]] = [
  {
    code: "MITS",
    fullName: "Madhav Institute of Technology & Science, Gwalior",
    emailDomain: "mitsgwl.ac.in",
    officialNames: ["mits", "mitsgwalior", "mitsgwl"],
    helpLines: NATIONAL_HELP,
    antiRagging: {
      committee: { name: "Anti-Ragging Committee of MITS", email: "antiragging@mitsgwl.ac.in" },
      line: NATIONAL_ANTI_RAGGING,
    },
  },
];

/** Who runs the product and answers for people's data, as the legal documents name them. */
export const OPERATOR = {
  name: COLLEGES[0].fullName,
  /** Where its courts are. */
  city: "Gwalior",
  grievanceOfficer: {
    title: "Grievance Officer",
    email: `grievance@${COLLEGES[0].emailDomain}`,
    address: "Race Course Road, Gola ka Mandir, Gwalior, Madhya Pradesh 474005",
  },
};

/** The colleges' time zone (Asia/Kolkata), which the server takes to be the reader's. */
export const UTC_OFFSET_MINUTES = 330;

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
  return COLLEGES.find((college) => address.endsWith(`@${college.emailDomain}`));
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
  COLLEGES.map(({ emailDomain }) => `@${emailDomain}`),
  "disjunction",
);

/** What the picture of a shared link says (scripts/build/draw-icons.ts). */
export const CARD_LINES = [APP_NAME, TAGLINE, `For ${COLLEGE_CODES} students`] as const;
