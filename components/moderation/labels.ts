import type { Translate } from "@/lib/language/translator";
import type { LogAction } from "@/lib/moderation/policy";
import type { CaseSummary, Decision } from "@/lib/moderation/schema";
import type { Age, LogEntry } from "@/lib/moderation/staff-schema";
import { type AffiliationParts, affiliationLabel, type MemberRole } from "@/lib/profiles/affiliation";
import {
  type Outcome,
  REASONS,
  type ReportReason,
  type ReportSubject,
  subjectNoun,
} from "@/lib/reports/policy";
import type { StaffRole } from "@/lib/sessions/schema";
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
export function subjectTitle(
  { subject, person }: Pick<CaseSummary, "subject" | "person">,
  t: Translate,
): string {
  const name = person?.name ?? t("a deleted account");
  return subject === "person"
    ? name
    : t("{subject} by {name}", { subject: t(SUBJECTS[subject]), name: isolated(name) });
}

/** How many reports a case has. */
export const reportsText = (count: number, t: Translate) =>
  count === 0 ? t("Not reported") : t("{count, plural, one {# report} other {# reports}}", { count });

export const reasonLabel = (reason: ReportReason) => REASONS[reason].label;

export const OUTCOME_LABELS: Record<Outcome, string> = {
  no_violation: "No violation",
  removed: "Removed",
  warned: "Warned",
  suspended: "Suspended",
  banned: "Banned",
};

/** A decision in a few words: `Suspended for 7 days`. */
export const outcomeLabel = ({ outcome, days }: Pick<Decision, "outcome" | "days">, t: Translate) =>
  outcome === "suspended" && days
    ? t("Suspended for {days, plural, one {# day} other {# days}}", { days })
    : t(OUTCOME_LABELS[outcome]);

export const MEMBER_ROLE_LABELS: Record<MemberRole, string> = {
  student: "Student",
  alumni: "Alumni",
  faculty: "Faculty",
  staff: "Staff",
};

/** What someone is at the college, in full: `Student · CSE ’27`. */
export function memberRoleText(parts: AffiliationParts, t: Translate): string {
  const label = affiliationLabel(parts, t);
  if (parts.role !== "student") return label;
  return label ? `${t(MEMBER_ROLE_LABELS.student)} · ${label}` : t(MEMBER_ROLE_LABELS.student);
}

/** Roles in moderation. */
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
export function choicesFor({ subject, isHeld, person }: CaseSummary, t: Translate): Choice[] {
  const noun = t(subjectNoun(subject));
  const isPerson = subject === "person";
  const choices: Choice[] = [
    {
      outcome: "no_violation",
      label: t("No violation"),
      note: !isHeld
        ? t("Everything stays as it is.")
        : isPerson
          ? t("What the profile showed is back.")
          : t("The {noun} is published.", { noun }),
    },
    {
      outcome: "removed",
      label: isPerson ? t("Clear the profile") : t("Remove the {noun}", { noun }),
      note: isPerson
        ? t("Bio, picture and banner disappear.")
        : t("Only its author still sees the {noun}, for 30 days.", { noun }),
    },
  ];
  if (!person) return choices;
  return [
    ...choices,
    {
      outcome: "warned",
      label: t("Warn"),
      note: isPerson ? t("They read your reason.") : t("They read your reason. The {noun} stays.", { noun }),
    },
    {
      outcome: "suspended",
      label: t("Suspend"),
      note: isPerson
        ? t("They can read, but not write.")
        : t("They can read, but not write. The {noun} is removed, too.", { noun }),
    },
    {
      outcome: "banned",
      label: t("Ban"),
      note: t(
        "They can't write. Once another moderator confirms it, everything they ever did is hidden for good; without that it ends in 24 hours.",
      ),
    },
  ];
}

/** The decisions for several cases at once, of whatever kind. */
export function choicesForAll(items: CaseSummary[], t: Translate): Choice[] {
  const [first, ...others] = items;
  const isHeld = items.some((item) => item.isHeld);
  if (first && others.every(({ subject }) => subject === first.subject)) {
    // The person of some cases may have left.
    return choicesFor({ ...first, isHeld, person: items.find(({ person }) => person)?.person ?? null }, t);
  }
  const note = t("What was reported is removed, or a profile cleared.");
  return [
    {
      outcome: "no_violation",
      label: t("No violation"),
      note: isHeld ? t("What was held is shown again.") : t("Everything stays as it is."),
    },
    { outcome: "removed", label: t("Remove"), note },
    { outcome: "warned", label: t("Warn"), note: t("They read your reason.") },
    { outcome: "suspended", label: t("Suspend"), note: t("They can read, but not write.") },
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
  involvement_lifted: "let those involved decide a case",
  people_listed: "looked at the list of people",
  people_exported: "exported the list of people",
  people_imported: "imported people",
  log_exported: "exported the log",
  signed_out: "logged someone out on all devices",
  decision_undone: "undid a decision",
  appealed: "appealed",
  appeal_accepted: "accepted an appeal",
  appeal_rejected: "rejected an appeal",
  role_asked: "wants to take an admin's role",
  role_set: "changed a role in moderation",
  affiliation_set: "set what someone is at the college",
  affiliation_confirmed: "confirmed what someone is at the college",
  affiliation_rejected: "did not confirm what someone says they are",
  affiliation_reopened: "took back whether someone is confirmed",
  age_set: "changed what is known of an age",
  complaint_handled: "handled a complaint",
  switched_off: "switched an account off",
  switched_on: "switched an account on",
  notice_sent: "sent a notice",
  notice_withdrawn: "withdrew a notice",
} satisfies Record<LogAction, string>;

/** What was done. An action that this release does not know reads as it is stored. */
export const actionLabel = ({ action }: LogEntry, t: Translate) =>
  t(ACTION_LABELS[action] ?? action.replaceAll("_", " "));

/** What an admin has noted of an age. */
const AGE_LABELS: Record<Age, string> = {
  adult: "18 or older",
  minor: "Under 18",
  confirmed: "Under 18, a parent has consented",
};

type ImportCounts = { added: number; updated: number; invited: number };

/** What an import of people does, or did. */
export const importedText = ({ added, updated, invited }: ImportCounts, t: Translate) =>
  t("{added} new, {updated} changed, {invited, plural, one {# invitation} other {# invitations}}", {
    added,
    updated,
    invited,
  });

/** The details of what was done: `Decision: Suspended for 7 days`. */
export function detailsLabel(
  {
    outcome,
    days,
    until,
    staffRole,
    role,
    department = null,
    batch = null,
    age,
    filter,
    added,
    updated = 0,
    invited = 0,
    isInvolved,
  }: LogEntry["details"],
  t: Translate,
): string | undefined {
  if (outcome) {
    const label = outcomeLabel({ outcome, days: days ?? null }, t);
    return isInvolved
      ? t("Decision: {label}, by someone involved: no one else could", { label })
      : t("Decision: {label}", { label });
  }
  if (staffRole !== undefined) return t("New role: {role}", { role: t(ROLE_LABELS[staffRole ?? "member"]) });
  if (role) return memberRoleText({ role, department, batch }, t);
  if (age) return t("Noted: {age}", { age: t(AGE_LABELS[age]) });
  if (filter && filter.length > 0)
    return t("Only {filter}", { filter: filter.join(", ").replaceAll("_", " ") });
  if (added !== undefined) return importedText({ added, updated, invited }, t);
  if (until) return t("Shown until {day}", { day: dayMonthYear(startOfIsoDay(until)) });
  return days ? t("Shown for {days, plural, one {# day} other {# days}}", { days }) : undefined;
}
