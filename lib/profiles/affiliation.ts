import type { Translate } from "@/lib/language/translator";
import { COLLEGES } from "@/lib/product";

/** What someone is at the college, as it is shown next to their name. */

export const MEMBER_ROLES = ["student", "alumni", "faculty", "staff"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A department's code, and the year of graduation. What is unknown or hidden is null. */
export type AffiliationParts = { role: MemberRole; department: string | null; batch: number | null };

const asWritten: Translate = (sentence, values = {}) =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** The chip next to a name: `CSE ’27`, `Faculty · CSE`, `Alumni ’24`. Empty when unknown. */
export function affiliationLabel(
  { role, department, batch }: AffiliationParts,
  t: Translate = asWritten,
): string {
  const year = batch === null ? "" : `’${String(batch % 100).padStart(2, "0")}`;
  if (role === "alumni") return `${t("Alumni")} ${year}`.trim();
  if (role === "faculty") return joined(t("Faculty"), department);
  if (role === "staff") return joined(t("Staff"), department);
  if (department) return `${department} ${year}`.trim();
  return batch === null ? "" : t("Class of {year}", { year: batch });
}

/** The same for ears: `CSE, class of 2027`. */
export function affiliationInWords(parts: AffiliationParts, t: Translate): string {
  const { role, department, batch } = parts;
  if (batch === null || role === "faculty" || role === "staff") return affiliationLabel(parts, t);
  const who = role === "alumni" ? t("Alumni") : department;
  return who ? t("{who}, class of {year}", { who, year: batch }) : affiliationLabel(parts, t);
}

/** Whether two people study the same, and graduate in the same year. */
export const isSameClass = (one: AffiliationParts, other: AffiliationParts | undefined): boolean =>
  one.role === "student" &&
  other?.role === "student" &&
  one.department !== null &&
  one.batch !== null &&
  one.department === other.department &&
  one.batch === other.batch;

/** The college's code, where it says something: among several, or where nothing else is known. */
export const shownCollege = (code: string, isMoreKnown: boolean): string =>
  COLLEGES.length > 1 || !isMoreKnown ? code : "";

/** The line below a name in lists: `@ishita.verma`, and the college where that adds something. */
export function handleOf({ username, collegeName }: { username: string; collegeName: string }): string {
  const college = shownCollege(collegeName, username !== "");
  return [username && `@${username}`, college].filter(Boolean).join(" · ");
}

const joined = (role: string, department: string | null) => (department ? `${role} · ${department}` : role);
