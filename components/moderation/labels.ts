import type { LogAction } from "@/lib/moderation/policy";
import type { CaseSummary, Decision } from "@/lib/moderation/schema";
import type { LogEntry } from "@/lib/moderation/staff-schema";
import {
  type Outcome,
  REASONS,
  type ReportReason,
  type ReportSubject,
  subjectNoun,
} from "@/lib/reports/policy";
import type { StaffRole } from "@/lib/sessions/schema";
import { countOf } from "@/lib/text/counts";
import { isolated } from "@/lib/text/names";
import { dayMonthYear, startOfIsoDay } from "@/lib/time/relative-time";

/** The texts for what is reported, decided and logged, on the screens of the staff. */

export const SUBJECTS: Record<ReportSubject, string> = {
  post: "Post",
  comment: "Comment",
  message: "Message",
  person: "Person",
  notification: "Notification",
};

/** What was reported and whose it is: `Post by Kabir Rao`. */
export function subjectTitle({ subject, person }: Pick<CaseSummary, "subject" | "person">): string {
  const name = person?.name ?? "a deleted account";
  return subject === "person" ? name : `${SUBJECTS[subject]} by ${isolated(name)}`;
}

export const reasonLabel = (reason: ReportReason) => REASONS[reason].label;

export const OUTCOME_LABELS: Record<Outcome, string> = {
  no_violation: "No violation",
  removed: "Removed",
  warned: "Warned",
  suspended: "Suspended",
  banned: "Banned",
};

/** A decision in a few words: `Suspended for 7 days`. */
export const outcomeLabel = ({ outcome, days }: Pick<Decision, "outcome" | "days">) =>
  outcome === "suspended" && days
    ? `${OUTCOME_LABELS[outcome]} for ${countOf(days, "day")}`
    : OUTCOME_LABELS[outcome];

export const ROLE_LABELS: Record<StaffRole | "member", string> = {
  member: "Member",
  moderator: "Moderator",
  admin: "Admin",
};

/** Reasons with their numbers, the worst first. */
export const worstFirst = (reasons: CaseSummary["reasons"]) =>
  [...reasons].sort((a, b) => REASONS[b.reason].severity - REASONS[a.reason].severity);

export type Choice = { outcome: Outcome; label: string; note: string };

/** The decisions that a case allows, mildest first. */
export function choicesFor({ subject, isHeld, person }: CaseSummary): Choice[] {
  const noun = subjectNoun(subject);
  const isPerson = subject === "person";
  const choices: Choice[] = [
    {
      outcome: "no_violation",
      label: "No violation",
      note: isHeld
        ? `${isPerson ? "What the profile showed is back" : `The ${noun} is published`}.`
        : "Everything stays as it is.",
    },
    {
      outcome: "removed",
      label: isPerson ? "Clear the profile" : `Remove the ${noun}`,
      note: isPerson
        ? "Bio, picture and banner disappear."
        : `Only its author still sees the ${noun}, for 30 days.`,
    },
  ];
  if (!person) return choices;
  const rest = isPerson ? "" : ` The ${noun} is removed, too.`;
  return [
    ...choices,
    {
      outcome: "warned",
      label: "Warn",
      note: isPerson ? "They read your reason." : `They read your reason. The ${noun} stays.`,
    },
    { outcome: "suspended", label: "Suspend", note: `They can read, but not write.${rest}` },
    {
      outcome: "banned",
      label: "Ban",
      note: "They can't write. Once another moderator confirms it, everything they ever did is hidden for good; without that it ends in 24 hours.",
    },
  ];
}

/** The decisions for several cases at once, of whatever kind. */
export function choicesForAll(items: CaseSummary[]): Choice[] {
  const [first, ...others] = items;
  const isHeld = items.some((item) => item.isHeld);
  if (first && others.every(({ subject }) => subject === first.subject)) {
    // Of some, the person may have left.
    return choicesFor({ ...first, isHeld, person: items.find(({ person }) => person)?.person ?? null });
  }
  const note = "What was reported is removed, or a profile cleared.";
  return [
    {
      outcome: "no_violation",
      label: "No violation",
      note: isHeld ? "What was held is shown again." : "Everything stays as it is.",
    },
    { outcome: "removed", label: "Remove", note },
    { outcome: "warned", label: "Warn", note: "They read your reason." },
    { outcome: "suspended", label: "Suspend", note: "They can read, but not write." },
  ];
}

const ACTION_LABELS: Partial<Record<string, string>> = {
  case_begun: "began a case",
  case_opened: "opened a case",
  note_left: "left a note on a case",
  case_decided: "decided a case",
  case_ended: "ended a case that no one decided",
  ban_confirmed: "confirmed a ban",
  hold_set: "put a case under a legal hold",
  hold_ended: "ended the legal hold of a case",
  people_listed: "looked at the list of people",
  people_exported: "exported the list of people",
  log_exported: "exported the log",
  signed_out: "logged someone out on all devices",
  decision_undone: "undid a decision",
  appealed: "appealed",
  appeal_accepted: "accepted an appeal",
  appeal_rejected: "rejected an appeal",
  role_set: "changed a role",
  age_set: "changed what is known of an age",
  complaint_handled: "handled a complaint",
  switched_off: "switched an account off",
  switched_on: "switched an account on",
  notice_sent: "sent a notice",
  notice_withdrawn: "withdrew a notice",
} satisfies Record<LogAction, string>;

/** What was done. An action that this release does not know reads as it is stored. */
export const actionLabel = ({ action }: LogEntry) => ACTION_LABELS[action] ?? action.replaceAll("_", " ");

/** The details of what was done: `Decision: Suspended for 7 days`. */
export function detailsLabel({
  outcome,
  days,
  until,
  role,
  filter,
  isInvolved,
}: LogEntry["details"]): string | undefined {
  if (outcome) {
    const by = isInvolved ? ", by someone involved: no one else could" : "";
    return `Decision: ${outcomeLabel({ outcome, days: days ?? null })}${by}`;
  }
  if (role !== undefined) return `New role: ${ROLE_LABELS[role ?? "member"]}`;
  if (filter && filter.length > 0) return `Only ${filter.join(", ").replaceAll("_", " ")}`;
  if (until) return `Shown until ${dayMonthYear(startOfIsoDay(until))}`;
  return days ? `Shown for ${countOf(days, "day")}` : undefined;
}
