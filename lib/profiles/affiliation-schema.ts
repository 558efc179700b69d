import * as z from "zod";
import { BATCH_MIN, batchMax } from "@/lib/profiles/policy";

/** What people say of themselves at the college. An empty value removes what was said. */

const UNKNOWN_BATCH = `Please choose a year from ${BATCH_MIN} to ${batchMax()}.`;

/** A code of the college's list, which only the server knows (`assertAffiliation`). */
const codeField = z
  .string()
  .trim()
  .max(20, "Please choose one of the list.")
  .nullable()
  .transform((code) => code || null);

export const affiliationFields = {
  department: codeField.optional(),
  programme: codeField.optional(),
  /** The year of graduation. */
  batch: z
    .union(
      [
        z
          .int(UNKNOWN_BATCH)
          .min(BATCH_MIN, UNKNOWN_BATCH)
          .refine((year) => year <= batchMax(), UNKNOWN_BATCH),
        z.literal("").transform(() => null),
        z.null(),
      ],
      UNKNOWN_BATCH,
    )
    .optional(),
  section: z
    .string()
    .trim()
    .regex(/^[A-Za-z]?$/, "A section is one letter, A to Z.")
    .toUpperCase()
    .nullable()
    .transform((letter) => letter || null)
    .optional(),
};

/** What people ask the college to confirm: "I teach or work here". */
export const REQUESTED_ROLES = ["faculty", "staff"] as const;

export const affiliationRequestBody = z.strictObject({
  role: z.enum(REQUESTED_ROLES, "Please say whether you teach or work here."),
  /** Staff may have none. */
  department: affiliationFields.department,
});
export type AffiliationRequestBody = z.infer<typeof affiliationRequestBody>;

/** The state of the request. `role` and `department` are the requested or confirmed ones. */
export const affiliationRequestAnswer = z.object({
  state: z.enum(["none", "pending", "confirmed", "rejected"]),
  role: z.enum(REQUESTED_ROLES).nullable(),
  department: z.string().nullable(),
});
export type AffiliationRequestAnswer = z.infer<typeof affiliationRequestAnswer>;
