import * as z from "zod";
import { multilineText } from "@/lib/api/fields";
import { cursorFields, cursorQuery, idParam } from "@/lib/api/pagination";
import {
  APPEAL_MAX,
  CASES_PAGE,
  NOTE_MAX,
  OPENED_SUBJECTS,
  REASON_MAX,
  REASON_MIN,
  SUSPENSION_DAYS,
} from "@/lib/moderation/policy";
import { personNameSchema } from "@/lib/profiles/schema";
import { OUTCOMES } from "@/lib/reports/policy";
import {
  evidenceSchema,
  reasonField as reportReason,
  snapshotSchema,
  subjectField,
} from "@/lib/reports/schema";
import { staffRoleField } from "@/lib/sessions/schema";

const outcomeField = z.enum(OUTCOMES);

/** An answer to an appeal, or what a decision says to the person. */
const explanation = multilineText({
  min: REASON_MIN,
  max: REASON_MAX,
  tooShort: `Please give a reason of at least ${REASON_MIN} characters.`,
  tooLong: `Please keep the reason to ${REASON_MAX} characters.`,
});

const appealSchema = z.object({
  _id: z.string(),
  text: z.string(),
  state: z.enum(["open", "accepted", "rejected"]),
  answer: z.string(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type Appeal = z.infer<typeof appealSchema>;

const decisionShape = z.object({
  _id: z.string(),
  subject: subjectField,
  outcome: outcomeField,
  reason: z.string(),
  days: z.int().nullable(),
  /** When the suspension ends; null for other outcomes, and for a ban. */
  until: z.string().nullable(),
  createdAt: z.string(),
  undoneAt: z.string().nullable(),
  appeal: appealSchema.nullable(),
});

/** A decision as the person reads it whom it is about. */
export const ownDecisionSchema = decisionShape
  .extend({ about: z.object({ text: z.string() }), canAppeal: z.boolean() })
  .meta({ id: "OwnDecision" });
export type OwnDecision = z.infer<typeof ownDecisionSchema>;
export const ownDecisionsQuery = cursorQuery(CASES_PAGE);
export const ownDecisionsAnswer = z.object({ decisions: z.array(ownDecisionSchema), ...cursorFields });
export type OwnDecisionsAnswer = z.infer<typeof ownDecisionsAnswer>;

export const decisionParams = z.object({ decisionId: idParam });
export const appealBody = z.strictObject({
  text: multilineText({
    min: 1,
    max: APPEAL_MAX,
    tooShort: "Please say why you think the decision is wrong.",
  }),
});
export const appealAnswer = z.object({ appeal: appealSchema });

/** A decision as the staff read it. */
export const decisionSchema = decisionShape
  .extend({
    caseId: z.string(),
    /** Null for the command line, and once the account is gone. */
    moderator: personNameSchema.nullable(),
    undoneBy: personNameSchema.nullable(),
    undoneReason: z.string(),
    /** Until when someone else has to confirm a ban; null where it is confirmed, or none. */
    confirmUntil: z.string().nullable(),
    confirmedBy: personNameSchema.nullable(),
  })
  .meta({ id: "Decision" });
export type Decision = z.infer<typeof decisionSchema>;

const caseShape = z.object({
  _id: z.string(),
  subject: subjectField,
  subjectId: z.string(),
  /** Whose it is and the beginning of it. */
  about: z.object({ name: z.string(), text: z.string() }),
  person: personNameSchema.nullable(),
  reportsCount: z.int(),
  /** The kinds of its reports, the most frequent first. */
  reasons: z.array(z.object({ reason: reportReason, count: z.int() })),
  severity: z.int(),
  /** It waits for longer than it should. */
  isOverdue: z.boolean(),
  /** The first picture or video, so small and blurred that no one sees what it shows. */
  thumbnail: z.string().nullable(),
  /** Open cases about the same person, this one among them. */
  openOfPerson: z.int(),
  isHeld: z.boolean(),
  openedAt: z.string(),
  lastReportedAt: z.string(),
  assignee: personNameSchema.nullable(),
  closedAt: z.string().nullable(),
  /** The outcome of the decision that closed it. */
  outcome: outcomeField.nullable(),
});
export const caseSummarySchema = caseShape.meta({ id: "CaseSummary" });
export type CaseSummary = z.infer<typeof caseSummarySchema>;

const booleanParam = z.enum(["true", "false"]).transform((value) => value === "true");
export const casesQuery = z.object({
  state: z.enum(["open", "closed"]).default("open"),
  mine: booleanParam.default(false),
  reason: reportReason.optional(),
  subject: subjectField.optional(),
  subjectId: idParam.optional(),
  limit: cursorQuery(CASES_PAGE).shape.limit,
  /** The case that the page before ended with: open ones are ordered by three columns. */
  cursor: idParam.optional(),
});
export type CasesQuery = z.output<typeof casesQuery>;
export const casesAnswer = z.object({ cases: z.array(caseSummarySchema), ...cursorFields });
export type CasesAnswer = z.infer<typeof casesAnswer>;

export const newCaseBody = z.strictObject({
  subject: z.enum(OPENED_SUBJECTS),
  subjectId: idParam,
});
export type NewCase = z.output<typeof newCaseBody>;
export const newCaseAnswer = z.object({ caseId: z.string() });

export const noteSchema = z
  .object({
    _id: z.string(),
    author: personNameSchema.nullable(),
    text: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: "CaseNote" });
export const noteBody = z.strictObject({
  text: multilineText({
    min: 1,
    max: NOTE_MAX,
    tooShort: "Please write a note.",
    tooLong: `Please keep the note to ${NOTE_MAX} characters.`,
  }),
});

export const caseParams = z.object({ caseId: idParam });
export const caseMediaParams = z.object({ caseId: idParam, mediaId: idParam });
export const caseSchema = caseShape
  .extend({
    /** Admins alone see it. */
    isSealed: z.boolean(),
    /** Under a legal hold: nothing of it is removed. */
    isPreserved: z.boolean(),
    snapshot: snapshotSchema,
    /** What has become of the subject. */
    current: z.enum(["shown", "deleted", "withheld"]),
    /** Whether the reports name their reporters, which only admins read. */
    areReportersShown: z.boolean(),
    reports: z.array(
      z.object({
        _id: z.string(),
        reason: reportReason,
        text: z.string(),
        /** Messages that the reporter sent along. */
        evidence: z.array(evidenceSchema),
        createdAt: z.string(),
        reporter: personNameSchema.nullable(),
        /** How many of the reporter's other decided reports were right. */
        record: z.object({ right: z.int(), decided: z.int() }).nullable(),
      }),
    ),
    decisions: z.array(decisionSchema),
    /** What the staff tell each other, the oldest first. */
    notes: z.array(noteSchema),
    /** What else is known of the person; null once their account is gone. */
    history: z
      .object({
        joinedAt: z.string(),
        staffRole: staffRoleField.nullable(),
        isActive: z.boolean(),
        suspension: z.object({ until: z.string().nullable() }).nullable(),
        /** Reports about the person and what they wrote, in other cases. */
        reports: z.int(),
        decisions: z.array(decisionSchema),
      })
      .nullable(),
    canDecide: z.boolean(),
    whyNot: z.string().optional(),
    /** The viewer is involved and may decide all the same, because no one else of the staff can. */
    isLastResort: z.boolean(),
    /** For admins: the involved staff, and the ones the viewer may let decide. */
    involved: z.array(personNameSchema),
  })
  .meta({ id: "Case" });
export type CaseDetail = z.infer<typeof caseSchema>;
export const caseAnswer = z.object({ case: caseSchema });
export type CaseAnswer = z.infer<typeof caseAnswer>;

export const decisionBody = z
  .strictObject({
    outcome: outcomeField,
    reason: multilineText({ max: REASON_MAX }).optional(),
    days: z
      .literal([...SUSPENSION_DAYS], `A suspension lasts ${SUSPENSION_DAYS.join(", ")} days.`)
      .optional(),
  })
  .check(
    z.refine(({ outcome, days }) => (outcome === "suspended") === (days !== undefined), {
      path: ["days"],
      message: "A suspension needs its days, and nothing else has some.",
    }),
    z.refine(
      ({ outcome, reason = "" }) => outcome === "no_violation" || explanation.safeParse(reason).success,
      { path: ["reason"], message: `Please give a reason of at least ${REASON_MIN} characters.` },
    ),
  );
export type DecisionBody = z.output<typeof decisionBody>;
export const holdBody = z.strictObject({ held: z.boolean() });
export const undoBody = z.strictObject({
  reason: explanation,
  /** It was a slip: the case is open again and waits for another decision. */
  reopens: z.boolean().default(false),
});
export type UndoBody = z.output<typeof undoBody>;

/** An appeal as the staff read it, with the decision it is about. */
export const staffAppealSchema = appealSchema
  .extend({
    person: personNameSchema.nullable(),
    decision: decisionSchema,
    about: z.object({ name: z.string(), text: z.string() }),
    decidedBy: personNameSchema.nullable(),
    canDecide: z.boolean(),
    whyNot: z.string().optional(),
  })
  .meta({ id: "StaffAppeal" });
export type StaffAppeal = z.infer<typeof staffAppealSchema>;
export const appealsQuery = z.object({
  ...cursorQuery(CASES_PAGE).shape,
  state: z.enum(["open", "closed"]).default("open"),
});
export const appealsAnswer = z.object({ appeals: z.array(staffAppealSchema), ...cursorFields });
export type AppealsAnswer = z.infer<typeof appealsAnswer>;
export const appealParams = z.object({ appealId: idParam });
export const appealDecisionBody = z.strictObject({ accepted: z.boolean(), answer: explanation });
export const staffAppealAnswer = z.object({ appeal: staffAppealSchema });
