import type { CaseSummary, Decision } from "@/lib/moderation/schema";
import type { LogEntry } from "@/lib/moderation/staff-schema";
import {
  type Outcome,
  REASONS,
  type ReportReason,
  type ReportSubject,
  subjectNoun,
} from "@/lib/reports/policy";
import { countOf } from "@/lib/text/counts";

/** How the staff's screens say what is reported, decided and logged. */

const SUBJECTS: Record<ReportSubject, string> = {
  post: "Post",
  comment: "Comment",
  message: "Message",
  person: "Person",
};

/** Whose what it is: `Post by Kabir Rao`. */
export function subjectTitle({ subject, person }: Pick<CaseSummary, "subject" | "person">): string {
  const name = person?.name ?? "a deleted account";
  return subject === "person" ? name : `${SUBJECTS[subject]} by ${name}`;
}

export const reasonLabel = (reason: ReportReason) => REASONS[reason].label;

export const OUTCOMES: Record<Outcome, string> = {
  no_violation: "No violation",
  removed: "Removed",
  warned: "Warned",
  suspended: "Suspended",
  banned: "Banned",
};

/** A decision in two or four words: `Suspended for 7 days`. */
export const outcomeLabel = ({ outcome, days }: Pick<Decision, "outcome" | "days">) =>
  outcome === "suspended" && days ? `${OUTCOMES[outcome]} for ${countOf(days, "day")}` : OUTCOMES[outcome];

type Choice = { outcome: Outcome; label: string; note: string };

/** What a case can be decided to, mildest first. */
export function choicesFor({ subject, isHeld, person }: CaseSummary): Choice[] {
  const noun = subjectNoun(subject);
  const isPerson = subject === "person";
  const choices: Choice[] = [
    {
      outcome: "no_violation",
      label: "No violation",
      note: isHeld ? `The ${noun} is published.` : "Everything stays as it is.",
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
    { outcome: "banned", label: "Ban", note: "All they ever did is hidden, for good." },
  ];
}

const BEGINNINGS: Record<ReportReason, string> = {
  spam: "Your {it} advertises something or repeats the same thing. Campus Circle is no place for that.",
  harassment:
    "Your {it} insults or threatens someone. Disagree as much as you like, but don't attack people.",
  hate: "Your {it} attacks people for who they are. That has no place on this campus.",
  nudity: "Your {it} shows nudity or sexual content, which the guidelines don't allow.",
  violence: "Your {it} threatens or shows violence, which the guidelines don't allow.",
  self_harm: "Your {it} encourages people to harm themselves, which the guidelines don't allow.",
  impersonation: "Your {it} pretends to be another person or a part of the college.",
  private_information: "Your {it} shares private information without permission.",
  other: "Your {it} breaks the guidelines.",
};

/** A ready-made reason, to begin with. */
export const beginningOf = (reason: ReportReason, subject: ReportSubject) =>
  BEGINNINGS[reason].replace("{it}", subjectNoun(subject));

const ACTIONS: Record<string, string> = {
  case_opened: "opened a case",
  case_decided: "decided a case",
  decision_undone: "undid a decision",
  appealed: "appealed",
  appeal_accepted: "accepted an appeal",
  appeal_rejected: "rejected an appeal",
  role_set: "changed a role",
  notice_sent: "sent a notice",
  notice_withdrawn: "withdrew a notice",
};

/** What was done, as the log says it. An action unknown to this page reads as it is stored. */
export const actionWords = ({ action }: LogEntry) => ACTIONS[action] ?? action.replaceAll(/[._]/g, " ");
