import { firstCharacters } from "@/lib/text/text";

/** The numbers, rules and texts of reports (docs/product.md, Reports). */

export const REPORT_SUBJECTS = ["post", "comment", "message", "person", "notification"] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/** In the order in which they are offered. */
export const REPORT_REASONS = [
  "spam",
  "ragging",
  "harassment",
  "hate",
  "nudity",
  "sexual_under_18",
  "violence",
  "self_harm",
  "impersonation",
  "private_information",
  "other",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What a decision about a case can be. */
export const OUTCOMES = ["no_violation", "removed", "warned", "suspended", "banned"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What reporters learn: not the measure against a person, only that one was taken. */
export const REPORT_OUTCOMES = ["removed", "action_taken", "no_violation"] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export const REPORTS_PAGE = 20;
export const REPORT_WORDS_MAX = 1_000;
/** Messages of a conversation that go to the moderators with a report. */
export const EVIDENCE_MAX = 20;
/** How many days after it was closed a case retains what it is about, and its copy. */
export const CASE_RETENTION_DAYS = 30;
/** How many days what was deleted or replaced can still be reported. */
export const FORMER_TEXT_DAYS = 30;
/** After so many days an open case ends by itself. */
export const CASE_ENDS_DAYS = 180;
/** How much of what was reported a list shows. */
const ABOUT_LENGTH = 100;

type ReasonWords = { label: string; explanation: string; severity: number };

/** Each reason as people read it, and its severity: the worst report of a case orders the queue. */
export const REASONS: Record<ReportReason, ReasonWords> = {
  spam: { label: "Spam", explanation: "Advertising, scams, or the same thing again and again", severity: 1 },
  harassment: {
    label: "Bullying or harassment",
    explanation: "Insults, threats, or unwanted contact",
    severity: 3,
  },
  hate: {
    label: "Hate",
    explanation: "Attacks on people for their caste, religion, gender, origin or disability",
    severity: 3,
  },
  nudity: {
    label: "Nudity or sexual content",
    explanation: "Sexual pictures or text, including of someone who did not consent",
    severity: 4,
  },
  violence: {
    label: "Violence",
    explanation: "Threats, weapons, or pictures of injuries",
    severity: 4,
  },
  self_harm: {
    label: "Suicide or self-harm",
    explanation: "Someone may be in danger, or it encourages others",
    severity: 5,
  },
  impersonation: {
    label: "Impersonation",
    explanation: "Someone pretends to be another person or an office of the college",
    severity: 2,
  },
  private_information: {
    label: "Private information",
    explanation: "Phone numbers, addresses or private pictures without permission",
    severity: 4,
  },
  ragging: {
    label: "Ragging",
    explanation: "Seniors humiliate, force, threaten or hurt someone",
    severity: 5,
  },
  sexual_under_18: {
    label: "Sexual, under 18",
    explanation: "Sexual content about someone under 18, or contact that seeks it. Only admins see it",
    severity: 5,
  },
  other: { label: "Something else", explanation: "It breaks the guidelines in another way", severity: 1 },
};

/** What a reporter learns of a decision. */
export const outcomeForReporter = (outcome: Outcome): ReportOutcome =>
  outcome === "removed" || outcome === "no_violation" ? outcome : "action_taken";

/** What was reported, for people: "post", and for a person "account". */
export const subjectNoun = (subject: ReportSubject) => (subject === "person" ? "account" : subject);

/** The end of the sentence that notifies a reporter of the outcome. */
export function outcomeSentence(outcome: ReportOutcome, subject: ReportSubject): string {
  const reported = `the ${subjectNoun(subject)} you reported`;
  switch (outcome) {
    case "removed":
      return `We removed ${reported}.`;
    case "action_taken":
      return `We took action on ${reported}.`;
    case "no_violation":
      return `We found that ${reported} doesn't break the guidelines.`;
  }
}

/**
 * Whose case admins alone see: the law on the protection of children wants as few people as
 * possible to look at it.
 */
export const SEALED_REASON: ReportReason = "sexual_under_18";

/**
 * Reasons that hide a post, a comment or what a profile shows as soon as it is reported: what they
 * are about harms someone with every minute. A message and a notification have one reader, whom
 * hiding would name.
 */
const HIDING_REASONS: readonly ReportReason[] = ["nudity", "private_information", "sexual_under_18"];
export const hidesAtOnce = (reason: ReportReason, subject: ReportSubject): boolean =>
  HIDING_REASONS.includes(reason) && !isPrivate(subject);

/** What one person wrote to another alone. */
export const isPrivate = (subject: ReportSubject): boolean =>
  subject === "message" || subject === "notification";

/** From this severity on, the staff are notified at once. */
export const URGENT_SEVERITY = 4;

/** Within how many hours a case should be decided, by its severity; one without a report has 0. */
export const REVIEW_HOURS: readonly number[] = [72, 72, 72, 24, 6, 2];

/** Whether an open case waits for longer than it should. */
export const isOverdue = (
  { severity, openedAt, closedAt }: { severity: number; openedAt: Date; closedAt: Date | null },
  now = Date.now(),
): boolean => closedAt === null && now - openedAt.getTime() > (REVIEW_HOURS[severity] ?? 0) * 3_600_000;

/** From this part of its time on, a case should be decided soon. */
const SOON = 0.75;

/** How the age of an open case compares with its goal. */
export function ageState(openedAt: number, severity: number, now: number): "early" | "soon" | "late" {
  const part = (now - openedAt) / ((REVIEW_HOURS[severity] ?? 0) * 3_600_000);
  return part > 1 ? "late" : part >= SOON ? "soon" : "early";
}

/** Reports of one thing by one person in a day: the first, and one more after it was decided. */
export const REPORTS_OF_ONE_A_DAY = 2;

/**
 * A report is `open` until its case is closed. One about what its reporter can't see is `received`
 * for good, whether or not there is such a thing: its fate would tell.
 */
export const REPORT_STAGES = ["open", "decided", "received"] as const;
type ReportStage = (typeof REPORT_STAGES)[number];

/** Whether the same report again would be the same one. */
export const isWaiting = (
  { state, createdAt }: { state: ReportStage; createdAt: string },
  now = Date.now(),
): boolean => state === "open" || (state === "received" && now - new Date(createdAt).getTime() < 86_400_000);

/** What the list of one's reports says about each. */
export const REPORT_STATES: Record<ReportOutcome | ReportStage, string> = {
  open: "Waiting for moderators",
  received: "Received",
  decided: "Closed",
  removed: "Removed",
  action_taken: "Action taken",
  no_violation: "No violation found",
};

/** One line of what was reported, for lists. */
export function shortText(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const shown = firstCharacters(line, ABOUT_LENGTH);
  return shown === line ? line : `${shown.trimEnd()}…`;
}
