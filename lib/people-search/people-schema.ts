import * as z from "zod";
import { cursorQuery } from "@/lib/api/pagination";
import { CAMPUS_PEOPLE_PAGE } from "@/lib/people-search/policy";
import { nameCursor, nameFilter } from "@/lib/people-search/schema";
import { MEMBER_ROLES } from "@/lib/profiles/affiliation";
import { BATCH_MIN, batchMax } from "@/lib/profiles/policy";
import { memberRoleField, userListItemSchema } from "@/lib/profiles/schema";

/** Who is on the campus, by what they are at the college. */

const UNKNOWN_BATCH = `batch must be a year from ${BATCH_MIN} to ${batchMax()}.`;

/** A code of the campus file, which only the server knows. */
const code = z.string().max(20).optional();

/** Which people: all that is given has to fit. */
const peopleChoice = z.object({
  /** Beginnings of the words of a name or username. */
  q: nameFilter,
  college: code,
  department: code,
  programme: code,
  /** The year of graduation. */
  batch: z
    .string()
    .regex(/^\d{4}$/, UNKNOWN_BATCH)
    .transform(Number)
    .refine((year) => year >= BATCH_MIN && year <= batchMax(), UNKNOWN_BATCH)
    .optional(),
  section: z
    .string()
    .regex(/^[A-Z]$/, "section must be one letter, A to Z.")
    .optional(),
  role: z.enum(MEMBER_ROLES, `role must be one of ${MEMBER_ROLES.join(", ")}.`).optional(),
});
export const peopleQuery = peopleChoice.extend({
  /** The list begins at the first name from this letter on; the counts are of everyone chosen. */
  from: z
    .string()
    .regex(/^[A-Z]$/, "from must be one letter, A to Z.")
    .optional(),
  limit: cursorQuery(CAMPUS_PEOPLE_PAGE).shape.limit,
  cursor: nameCursor.optional(),
});
export type PeopleQuery = z.output<typeof peopleQuery>;

const facet = <Value extends z.ZodType>(value: Value) => z.array(z.object({ value, count: z.int() }));

export const peopleAnswer = z.object({
  people: z.array(userListItemSchema),
  total: z.int(),
  /** How many people each value would give, with the other filters as they are; in order. */
  facets: z.object({
    department: facet(z.string()),
    batch: facet(z.int()),
    role: facet(memberRoleField),
  }),
  nextCursor: z.string().nullable(),
});
export type PeopleAnswer = z.infer<typeof peopleAnswer>;
