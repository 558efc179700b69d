import type { Outcome, ReportSubject } from "@/lib/reports/policy";

/** The numbers, sentences and pure rules of moderation (docs/product.md, Moderation). */

export const CASES_PAGE = 20;
/** Cases that are decided alike at a time. */
export const SELECTED_MAX = 50;
export const LOG_PAGE = 50;

/** How long a suspension may last, in days. */
export const SUSPENSION_DAYS = [1, 3, 7, 14, 30] as const;

/** What a moderator writes to the person; nothing is needed where no rule was broken. */
export const REASON_MIN = 10;
export const REASON_MAX = 1_000;
export const APPEAL_MAX = 1_000;
/** A note for colleagues is short: it is read before the next decision. */
export const NOTE_MAX = 500;

/** A ban that no one else has confirmed by then ends; until then it is a suspension. */
export const BAN_CONFIRM_HOURS = 24;

/** Within so many hours a second admin has to take an admin's role, too. */
export const ROLE_CONFIRM_HOURS = 24;

/** How long a decision can be appealed. */
export const APPEAL_DAYS = 30;

/** After this, another moderator who opens a case takes it over. */
export const ASSIGNED_MINUTES = 30;

/** By what the log is filtered. */
export const LOG_KINDS = ["decisions", "roles", "notices", "openings", "exports"] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** What the log records, and of which kind each act is. */
export const LOG_ACTIONS = {
  case_begun: "decisions",
  case_opened: "openings",
  note_left: "decisions",
  case_decided: "decisions",
  case_ended: "decisions",
  ban_confirmed: "decisions",
  hold_set: "decisions",
  hold_ended: "decisions",
  involvement_lifted: "decisions",
  people_listed: "openings",
  people_exported: "exports",
  people_imported: "roles",
  log_exported: "exports",
  signed_out: "decisions",
  decision_undone: "decisions",
  appealed: "decisions",
  appeal_accepted: "decisions",
  appeal_rejected: "decisions",
  role_asked: "roles",
  role_set: "roles",
  affiliation_set: "roles",
  affiliation_confirmed: "roles",
  affiliation_rejected: "roles",
  affiliation_reopened: "roles",
  age_set: "roles",
  complaint_handled: "decisions",
  switched_off: "decisions",
  switched_on: "decisions",
  notice_sent: "notices",
  notice_withdrawn: "notices",
} as const satisfies Record<string, LogKind>;
export type LogAction = keyof typeof LOG_ACTIONS;

/** What the staff open cases about themselves. Messages are private until someone reports them. */
export const OPENED_SUBJECTS = ["post", "comment", "person"] as const satisfies ReportSubject[];

/** Whether a decision also removes the content it is about. Of a person, only `removed` does. */
export const removesContent = (outcome: Outcome, subject: ReportSubject): boolean =>
  outcome === "removed" || (subject !== "person" && (outcome === "suspended" || outcome === "banned"));

/** Whether the person is notified of it. */
export const concernsPerson = (outcome: Outcome): boolean => outcome !== "no_violation";

/** What decides who of those that see a case may decide it: who reported, and who is part of it. */
export type Involved = { reporterIds: (string | null)[]; involvedIds: string[] };

/** What a case says to someone involved who may decide it all the same, and to one who may not. */
export const YOU_ARE_INVOLVED = "You are involved: this is under your post, to you, or about you.";
export const IS_INVOLVED = `${YOU_ARE_INVOLVED} Someone else has to decide it.`;

/**
 * Why this member of the staff may not decide a case; undefined when they may. A case about
 * themself does not exist for them at all (lib/moderation/server/access.ts).
 */
export function whyNotDecide(
  staff: { id: string },
  { reporterIds, involvedIds }: Involved,
): string | undefined {
  if (reporterIds.includes(staff.id)) return "You reported this yourself. Someone else has to decide it.";
  return involvedIds.includes(staff.id) ? IS_INVOLVED : undefined;
}

/** Why this member of the staff may not decide an appeal; undefined when they may. */
export const whyNotAnswer = (
  staff: { id: string },
  decision: Involved & { moderatorId: string | null },
): string | undefined =>
  decision.moderatorId === staff.id
    ? "You made this decision. Someone else has to decide the appeal."
    : whyNotDecide(staff, decision);

/** Whether the person may still appeal a decision about them. */
export function canAppeal(
  decision: { outcome: Outcome; createdAt: Date; undoneAt: Date | null; appeal: unknown },
  now = Date.now(),
): boolean {
  return (
    concernsPerson(decision.outcome) &&
    decision.undoneAt === null &&
    decision.appeal === null &&
    now - decision.createdAt.getTime() < APPEAL_DAYS * 86_400_000
  );
}

type Suspending = { outcome: Outcome; createdAt: Date; days: number | null; confirmedAt: Date | null };

/** Until when a ban has to be confirmed; null where it is confirmed, or none. */
export const confirmUntil = ({ outcome, createdAt, confirmedAt }: Omit<Suspending, "days">): Date | null =>
  outcome === "banned" && confirmedAt === null
    ? new Date(createdAt.getTime() + BAN_CONFIRM_HOURS * 3_600_000)
    : null;

/** Why this member of the staff may not confirm a ban; undefined when they may. */
export const whyNotConfirm = (
  staff: { id: string },
  decision: Involved & { moderatorId: string | null },
): string | undefined =>
  decision.moderatorId === staff.id
    ? "You made this decision. Someone else has to confirm it."
    : whyNotDecide(staff, decision);

/** When the suspension of a decision ends; null where it has no end, or is none. */
export function suspensionEnd(decision: Suspending): Date | null {
  const { createdAt, days } = decision;
  const until = confirmUntil(decision);
  if (until) return until;
  return days === null ? null : new Date(createdAt.getTime() + days * 86_400_000);
}
