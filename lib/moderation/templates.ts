import { REASON_MIN } from "@/lib/moderation/policy";
import { APP_NAME } from "@/lib/product";
import { REPORT_REASONS, type ReportReason, type ReportSubject, subjectNoun } from "@/lib/reports/policy";
import { countCharacters } from "@/lib/text/text";

/** Ready-made reasons of decisions, which a moderator edits. */

const TEMPLATES: Record<ReportReason, string> = {
  spam: `Your {it} advertises something or repeats the same thing. ${APP_NAME} is no place for that.`,
  harassment:
    "Your {it} insults or threatens someone. Disagree as much as you like, but don't attack people.",
  hate: "Your {it} attacks people for who they are. That has no place on this campus.",
  nudity: "Your {it} shows nudity or sexual content, which the guidelines don't allow.",
  violence: "Your {it} threatens or shows violence, which the guidelines don't allow.",
  self_harm: "Your {it} encourages people to harm themselves, which the guidelines don't allow.",
  impersonation: "Your {it} pretends to be another person or an office of the college.",
  private_information: "Your {it} shares private information without permission.",
  ragging: "Your {it} is ragging, or takes part in it. That is forbidden, on campus and here.",
  sexual_under_18: "Your {it} is sexual and about someone under 18, which is a crime.",
  other: "Your {it} breaks the guidelines.",
};

export const reasonTemplate = (reason: ReportReason, subject: ReportSubject) =>
  TEMPLATES[reason].replace("{it}", subjectNoun(subject));

export const BAN_NEEDS_WORDS = "A ban needs your own words: say what happened, in addition to the template.";

/** Whether a reason says more than ready-made sentences, as a ban has to. */
export function hasOwnWords(reason: string, subject: ReportSubject): boolean {
  const rest = REPORT_REASONS.reduce((text, of) => text.replaceAll(reasonTemplate(of, subject), ""), reason);
  return countCharacters(rest.trim()) >= REASON_MIN;
}
