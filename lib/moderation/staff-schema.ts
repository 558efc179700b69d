import * as z from "zod";
import { cursorFields, cursorQuery, idParam } from "@/lib/api/pagination";
import { LOG_KINDS, LOG_PAGE } from "@/lib/moderation/policy";
import { memberRoleField, personNameSchema } from "@/lib/profiles/schema";
import { OUTCOMES } from "@/lib/reports/policy";
import { reasonField as reportReason, subjectField } from "@/lib/reports/schema";
import { staffRoleField } from "@/lib/sessions/schema";

/** What the staff read of their own work: the log and the numbers; roles and ages. */

/** `confirmed`: under 18, with the consent of a parent. */
export const ageField = z.enum(["adult", "minor", "confirmed"]);
export type Age = z.infer<typeof ageField>;
export const ageBody = z.strictObject({ age: ageField });

/** One thing that a member of the staff did. */
export const logEntrySchema = z
  .object({
    _id: z.string(),
    at: z.string(),
    /** Null for the command line, the product, and accounts that are gone. */
    actor: personNameSchema.nullable(),
    action: z.string(),
    caseId: z.string().nullable(),
    /** What the case is about, and whose that is. */
    case: z.object({ subject: subjectField, person: personNameSchema.nullable() }).nullable(),
    person: personNameSchema.nullable(),
    /**
     * In addition to ids, what was decided, for how many days, which role in moderation or at the
     * college, or which age, was set, until when a notice is shown, what an export was filtered by,
     * or how many people an import concerned.
     */
    details: z.looseObject({
      outcome: z.enum(OUTCOMES).optional(),
      days: z.int().optional(),
      staffRole: staffRoleField.nullish(),
      role: memberRoleField.optional(),
      department: z.string().nullish(),
      batch: z.int().nullish(),
      age: ageField.optional(),
      until: z.string().optional(),
      filter: z.array(z.string()).optional(),
      added: z.int().optional(),
      updated: z.int().optional(),
      invited: z.int().optional(),
      /** Someone involved decided, because no one else of the staff could. */
      isInvolved: z.boolean().optional(),
    }),
  })
  .meta({ id: "ModerationLogEntry" });
export type LogEntry = z.infer<typeof logEntrySchema>;
/** Which entries: of one kind or day, by someone, about someone, or about a case. */
export const logChoice = z.object({
  kind: z.enum(LOG_KINDS).optional(),
  /** In the colleges' time zone. */
  day: z.iso.date("Please give the day as 2026-11-25.").optional(),
  actorId: idParam.optional(),
  personId: idParam.optional(),
  caseId: idParam.optional(),
});
export type LogChoice = z.output<typeof logChoice>;
export const logQuery = logChoice.extend({
  limit: cursorQuery(LOG_PAGE).shape.limit,
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, "Invalid cursor.")
    .optional(),
});
export type LogQuery = z.output<typeof logQuery>;
export const logAnswer = z.object({ entries: z.array(logEntrySchema), ...cursorFields });
export type LogAnswer = z.infer<typeof logAnswer>;

export const numbersAnswer = z.object({
  openCases: z.int(),
  overdueCases: z.int(),
  /** The cases of bans that wait for someone else to confirm them, the oldest first. */
  bansToConfirm: z.array(z.string()),
  openAppeals: z.int(),
  /** Complaints, and people who ask to be confirmed; 0 for moderators, whom they don't concern. */
  openComplaints: z.int(),
  openRequests: z.int(),
  /** No one but the viewer is an admin. */
  isOnlyAdmin: z.boolean(),
  /** The median of the last 30 days; null without a decision. */
  hoursToFirstDecision: z.number().nullable(),
  /** Null: a case that no one reported. */
  outcomesByReason: z.array(
    z.object({ reason: reportReason.nullable(), outcome: z.enum(OUTCOMES), count: z.int() }),
  ),
});
export type NumbersAnswer = z.infer<typeof numbersAnswer>;

export const staffMemberSchema = personNameSchema.extend({
  /** Masked but for its first letter and the domain. */
  email: z.string(),
  staffRole: staffRoleField.nullable(),
  isActive: z.boolean(),
  suspension: z.object({ until: z.string().nullable() }).nullable(),
  /** Null until they say. */
  age: ageField.nullable(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;
export const memberParams = z.object({ memberId: idParam });
export const staffRoleBody = z.strictObject({ staffRole: staffRoleField.nullable() });
export const memberAnswer = z.object({ member: staffMemberSchema });
