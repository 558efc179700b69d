import * as z from "zod";
import { cursorFields, cursorQuery, INVALID_CURSOR } from "@/lib/api/pagination";
import { NUMBERS_WEEKS, PEOPLE_PAGE, PEOPLE_STATES } from "@/lib/college/policy";
import { staffMemberSchema } from "@/lib/moderation/staff-schema";
import { nameFilter } from "@/lib/people-search/schema";
import { affiliationFields } from "@/lib/profiles/affiliation-schema";
import { memberRoleField } from "@/lib/profiles/schema";

/** What the college's admins read of the campus. */

const dayField = z.iso.date();

const personSchema = staffMemberSchema
  .extend({
    /** `incomplete`: the address is not proven, or the profile has no name. */
    state: z.enum(["active", "suspended", "banned", "deactivated", "switched off", "incomplete"]),
    collegeName: z.string(),
    /** What they are at the college; also a batch that they hide from others. */
    role: memberRoleField,
    department: z.string().nullable(),
    batch: z.int().nullable(),
    /** What they ask to be confirmed as, while no one has answered. */
    request: z
      .object({ role: memberRoleField, department: z.string().nullable(), requestedAt: z.string() })
      .nullable(),
    joinedOn: dayField,
    /** Null where no session is left, after some months. */
    lastActiveOn: dayField.nullable(),
  })
  .meta({ id: "CollegePerson" });
export type CollegePerson = z.infer<typeof personSchema>;

/**
 * Whether the person whom a page ended with is among those who wait and come first, then their id
 * and folded name: `w{id}{name}`, `{id}{name}`.
 */
const nameCursor = z
  .string()
  .max(500)
  .regex(/^w?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, INVALID_CURSOR)
  .refine((text) => !text.includes("\u0000"), INVALID_CURSOR)
  .transform((text) => {
    const isWaiting = text.startsWith("w");
    const rest = text.slice(isWaiting ? 1 : 0);
    return { isWaiting, id: rest.slice(0, 36), name: rest.slice(36) };
  });
export type NameCursor = z.output<typeof nameCursor>;

/** Which people: by a part of the name or username, or the beginning of the address. */
export const peopleChoice = z.object({
  q: nameFilter,
  role: memberRoleField.optional(),
  state: z.enum(PEOPLE_STATES).optional(),
  /** The code of one. */
  department: z.string().min(1).max(20).optional(),
});
export type PeopleChoice = z.output<typeof peopleChoice>;
export const peopleQuery = peopleChoice.extend({
  limit: cursorQuery(PEOPLE_PAGE).shape.limit,
  cursor: nameCursor.optional(),
});
export type PeopleQuery = z.output<typeof peopleQuery>;
export const peopleAnswer = z.object({ people: z.array(personSchema), ...cursorFields });
export type PeopleAnswer = z.infer<typeof peopleAnswer>;

/** What the college says of someone. What is left out stays as it is. */
export const affiliationBody = z.strictObject({
  role: memberRoleField,
  department: affiliationFields.department,
  batch: affiliationFields.batch,
  /** Only while the request of this time waits, because someone else may have answered it. */
  requestedAt: z.iso.datetime("Please give the time of the request.").optional(),
  /** Takes an answer back: the request waits again. */
  reopens: z.boolean().default(false),
});
export type AffiliationBody = z.output<typeof affiliationBody>;
export const personAnswer = z.object({ member: personSchema });

export const peopleCountsAnswer = z.object({
  everyone: z.int(),
  waiting: z.int(),
  moderating: z.int(),
  student: z.int(),
  alumni: z.int(),
  faculty: z.int(),
  staff: z.int(),
  new: z.int(),
  never_posted: z.int(),
  suspended: z.int(),
  deactivated: z.int(),
  incomplete: z.int(),
});
export type PeopleCounts = z.infer<typeof peopleCountsAnswer>;

/** Null: fewer than ten, which could tell of one person. */
const largeCount = z.int().nullable();

export const campusNumbersAnswer = z.object({
  /** People who were there in the last 1, 7 and 30 days. */
  active: z.object({ day: largeCount, week: largeCount, month: largeCount }),
  /** The median of the posts of the last 30 days that someone else has commented on. */
  hoursToFirstComment: z.number().nullable(),
  /** The oldest first; the last one is under way. A week begins on Monday. */
  weeks: z
    .array(z.object({ from: dayField, posts: largeCount, comments: largeCount, joined: largeCount }))
    .length(NUMBERS_WEEKS),
});
export type CampusNumbers = z.infer<typeof campusNumbersAnswer>;

export const importQuery = z.object({
  /** `1`: says what would happen, and changes nothing. */
  dryRun: z.enum(["0", "1"], "Please give dryRun as 1, or not at all.").optional(),
});
/** A line of the file, counted from 1, and what is wrong with it. */
const rejectedLine = z.object({ line: z.int(), reason: z.string() });
export type RejectedLine = z.infer<typeof rejectedLine>;

export const importAnswer = z.object({
  /** Addresses that were not on the college's list. */
  added: z.int(),
  /** Members and addresses whose entry has changed. */
  updated: z.int(),
  /** Graduates who get a mail. */
  invited: z.int(),
  rejected: z.array(rejectedLine),
});
export type ImportAnswer = z.infer<typeof importAnswer>;
