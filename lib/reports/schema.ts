import * as z from "zod";
import { multilineText } from "@/lib/api/fields";
import { cursorFields, cursorQuery, idParam } from "@/lib/api/pagination";
import {
  EVIDENCE_MAX,
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORT_STAGES,
  REPORT_SUBJECTS,
  REPORT_WORDS_MAX,
  REPORTS_PAGE,
} from "@/lib/reports/policy";

export const subjectField = z.enum(REPORT_SUBJECTS);
export const reasonField = z.enum(REPORT_REASONS);

/** A picture or video of what was reported. */
const reportedMediaSchema = z.object({
  _id: z.string(),
  purpose: z.enum(["post", "avatar", "banner"]),
  type: z.enum(["image", "video"]),
  url: z.string(),
  thumbnail: z.string(),
  altText: z.string(),
});

/** The post that a comment is under, or that a message carries. */
const reportedPostSchema = z.object({ _id: z.string(), name: z.string(), text: z.string() });

/** What was reported, as it was at one time. */
export const reportedVersionSchema = z
  .object({
    takenAt: z.string(),
    /** Deleted or replaced before it was reported: it was there to read until then. */
    isFormer: z.boolean().optional(),
    /** The author, or the person. */
    name: z.string(),
    username: z.string(),
    /** The caption, comment, message or bio. */
    text: z.string(),
    hashtags: z.array(z.string()),
    media: z.array(reportedMediaSchema),
    post: reportedPostSchema.nullable(),
    /** The comment that a reply answers. */
    answered: z.object({ name: z.string(), text: z.string() }).optional(),
  })
  .meta({ id: "ReportedVersion" });
export type ReportedVersion = z.infer<typeof reportedVersionSchema>;

/**
 * What a case is about: as it was first reported, what it had said before, and once more for each
 * later report that found it edited. Empty some time after the case was closed.
 */
export const snapshotSchema = z.object({ versions: z.array(reportedVersionSchema) }).meta({ id: "Snapshot" });
export type Snapshot = z.infer<typeof snapshotSchema>;

/** A message that a reporter sent along, from a conversation of theirs. */
export const evidenceSchema = z
  .object({
    _id: z.string(),
    /** On the reporter's own, without their id and name. */
    isReporter: z.boolean().optional(),
    senderId: z.string().nullable(),
    name: z.string(),
    text: z.string(),
    post: reportedPostSchema.nullable(),
    createdAt: z.string(),
  })
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof evidenceSchema>;

export const reportSchema = z
  .object({
    _id: z.string(),
    subject: subjectField,
    subjectId: z.string(),
    /** Whose it was and the beginning of it; empty once it is no longer stored. */
    about: z.object({ name: z.string(), text: z.string() }),
    reason: reasonField,
    text: z.string(),
    state: z.enum(REPORT_STAGES),
    outcome: z.enum(REPORT_OUTCOMES).nullable(),
    /** No one of the staff may decide it: it is about them. The grievance officer knows of it. */
    needsOfficer: z.boolean(),
    createdAt: z.string(),
    decidedAt: z.string().nullable(),
  })
  .meta({ id: "Report" });
export type Report = z.infer<typeof reportSchema>;

export const newReportBody = z.strictObject({
  subject: subjectField,
  subjectId: idParam,
  reason: reasonField,
  text: multilineText({
    max: REPORT_WORDS_MAX,
    tooLong: `Please keep it to ${REPORT_WORDS_MAX.toLocaleString("en")} characters.`,
  }).default(""),
  /** Messages of a conversation with the person it is about. */
  evidence: z
    .array(idParam)
    .min(1, "Please send at least one message.")
    .max(EVIDENCE_MAX, `Please send at most ${EVIDENCE_MAX} messages.`)
    .optional(),
});
export type NewReport = z.output<typeof newReportBody>;
export const reportAnswer = z.object({ report: reportSchema });
export type ReportAnswer = z.infer<typeof reportAnswer>;

export const reportsQuery = cursorQuery(REPORTS_PAGE);
export type ReportsQuery = z.output<typeof reportsQuery>;
export const reportsAnswer = z.object({ reports: z.array(reportSchema), ...cursorFields });
export type ReportsAnswer = z.infer<typeof reportsAnswer>;
