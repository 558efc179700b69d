import * as z from "zod";
import { accentProblem } from "@/lib/campus/accent";

/** What the campus file (`CAMPUS_FILE`) says: docs/recipes/second-college.md. */

const text = z.string().trim().min(1, "must not be empty").max(200, "must have at most 200 characters");
const email = z.email("must be an address of mail");
const phone = z.string().regex(/^[+\d][\d -]{1,19}$/, "must be a phone number");
/** Codes are stored with people, so they never change. */
const code = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9&-]{0,19}$/, "must be 1 to 20 letters, digits, & or -, such as MITS");
const filled = <T extends z.ZodType>(entry: T) => z.tuple([entry], entry);

const department = z.strictObject({
  code,
  name: text,
  /** The letters that mean it in student numbers: CS in 0901CS231004. */
  idCodes: z.array(z.string().regex(/^[A-Z]{1,6}$/, "must be 1 to 6 capital letters")),
});

const programme = z.strictObject({
  code,
  name: text,
  /** How many it takes. */
  years: z.int("must be a whole number").min(1, "must be at least 1").max(10, "must be at most 10"),
});

const college = z
  .strictObject({
    code,
    fullName: text,
    /** People with an address of one are of this college. The first is shown as an example. */
    emailDomains: filled(
      z
        .string()
        .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be a bare domain in lower case, such as college.example"),
    ),
    /** Words that speak for the college: no username may have one. */
    officialNames: filled(z.string().regex(/^[a-z0-9]+$/, "must be lower-case letters and digits")),
    /** Where someone in distress finds help at any hour: with reports about self-harm. */
    helpLines: filled(
      z.strictObject({
        name: text,
        phone,
        url: z.url({ protocol: /^https$/, error: "must begin with https://" }).optional(),
      }),
    ),
    /** Who has to act on ragging: with reports about it. */
    antiRagging: z.strictObject({
      committee: z.strictObject({ name: text, email }),
      line: z.strictObject({ name: text, phone, email }),
    }),
    departments: z.array(department).default([]),
    programmes: z.array(programme).default([]),
  })
  .superRefine(({ departments, programmes }, context) => {
    const add = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    for (const at of repeated(departments.map((one) => one.code))) add(["departments", at, "code"], REPEATED);
    for (const at of repeated(programmes.map((one) => one.code))) add(["programmes", at, "code"], REPEATED);
    const idCodes = departments.flatMap((one, at) => one.idCodes.map((idCode) => ({ at, idCode })));
    for (const at of repeated(idCodes.map(({ idCode }) => idCode)))
      add(["departments", idCodes[at]?.at ?? 0, "idCodes"], REPEATED);
  });

export const campusFileSchema = z
  .strictObject({
    /** The product's name here. The font of the share card has Latin letters only. */
    name: z
      .string()
      .regex(/^(?! )[ -~\u00a1-\u00ff]{1,30}(?<! )$/, "must be 1 to 30 Latin letters, digits and signs"),
    /** The colleges' time zone: days begin by its clocks, and the server writes times in it. */
    timeZone: z.string().refine(isTimeZone, "must be the name of a time zone, such as Asia/Kolkata"),
    /** The brand colour, in the light theme as it is. Without it, the product's own blue. */
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, "must be a colour such as #0b6b4f, in lower case")
      .superRefine((accent, context) => {
        const problem = accentProblem(accent);
        if (problem) context.addIssue({ code: "custom", message: problem });
      })
      .optional(),
    colleges: filled(college),
    /** Who runs the product and answers for people's data, as the legal documents name them. */
    operator: z.strictObject({
      name: text,
      /** Where its courts are. */
      city: text,
      grievanceOfficer: z.strictObject({ title: text, email, address: text }),
    }),
  })
  .superRefine(({ colleges }, context) => {
    const add = (path: PropertyKey[]) => context.addIssue({ code: "custom", path, message: REPEATED });
    for (const at of repeated(colleges.map((one) => one.code.toLowerCase()))) add(["colleges", at, "code"]);
    for (const at of repeated(colleges.map((one) => one.fullName))) add(["colleges", at, "fullName"]);
    const domains = colleges.flatMap((one, at) => one.emailDomains.map((domain) => ({ at, domain })));
    for (const at of repeated(domains.map(({ domain }) => domain)))
      add(["colleges", domains[at]?.at ?? 0, "emailDomains"]);
  });

const REPEATED = "is there twice";

/** The places of values that came before. */
const repeated = (values: string[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));

/** Names only: PostgreSQL and browsers take them all, but read `+05:30` differently. */
function isTimeZone(name: string): boolean {
  if (!/^(?:UTC|[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    // Unknown means invalid.
    return false;
  }
}

export type CampusFile = z.output<typeof campusFileSchema>;

/** Thrown for a campus file that cannot be read. The message is one line that names every field. */
export class CampusFileError extends Error {
  override name = "CampusFileError";
}

/** Reads a campus file; `name` is the name of the file. Throws `CampusFileError`. */
export function parseCampusFile(json: string, name: string): CampusFile {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new CampusFileError(
      `CAMPUS_FILE ${name} is not JSON: ${error instanceof Error ? error.message : error}.`,
    );
  }
  const result = campusFileSchema.safeParse(value, { error: messageOf });
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${fieldOf(path)} ${message}`.trim());
  throw new CampusFileError(`CAMPUS_FILE ${name} is wrong: ${problems.join("; ")}.`);
}

/** The words for what the schema itself does not say. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type")
    return issue.input === undefined ? "is missing" : `must be ${aOr(issue.expected)}`;
  if (issue.code === "unrecognized_keys") return `has an unknown field: ${issue.keys.join(", ")}`;
  return undefined;
}

const aOr = (type: string) => `${/^[aeiou]/.test(type) ? "an" : "a"} ${type === "tuple" ? "list" : type}`;

/** `colleges[0].code` */
const fieldOf = (path: PropertyKey[]) =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "") || "it";
