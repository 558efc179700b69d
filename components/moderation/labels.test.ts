import { choicesForAll, detailsLabel } from "@/components/moderation/labels";
import { translate } from "@/lib/language/translate";
import type { LogEntry } from "@/lib/moderation/staff-schema";
import { CASE_SUMMARY } from "@/tests/moderation-fixture";

test.each<[LogEntry["details"], string | undefined]>([
  [{ decisionId: "1", outcome: "suspended", days: 7 }, "Decision: Suspended for 7 days"],
  [{ decisionId: "1", outcome: "no_violation" }, "Decision: No violation"],
  [
    { decisionId: "1", outcome: "removed", isInvolved: true },
    "Decision: Removed, by someone involved: no one else could",
  ],
  [{ staffRole: "moderator" }, "New role: Moderator"],
  [{ staffRole: null }, "New role: Member"],
  [{ role: "faculty", department: "CSE", batch: 2027 }, "Faculty · CSE"],
  [{ role: "student", department: "CSE", batch: 2027 }, "Student · CSE ’27"],
  [{ role: "student", department: null, batch: null }, "Student"],
  [{ age: "confirmed" }, "Noted: Under 18, a parent has consented"],
  [{ noticeId: "1", days: 1 }, "Shown for 1 day"],
  [{ noticeId: "1", until: "2027-01-03" }, "Shown until 3 Jan 2027"],
  [{ filter: ["never_posted", "search"] }, "Only never posted, search"],
  [{ filter: [] }, undefined],
  [{ added: 12, updated: 3, invited: 1, rejected: 2 }, "12 new, 3 changed, 1 invitation"],
  [{ appealId: "1" }, undefined],
])("the log says %o in words", (details, expected) => {
  expect(detailsLabel(details, translate)).toBe(expected);
});

test("several cases can be warned about although the person of the first has left", () => {
  const cases = [{ ...CASE_SUMMARY, person: null }, CASE_SUMMARY];
  expect(choicesForAll(cases, translate).map(({ outcome }) => outcome)).toContain("warned");
});

test("no violation says that what was held is shown again, of the same kind or not", () => {
  const held = { ...CASE_SUMMARY, isHeld: true };
  const noteOf = (cases: (typeof held)[]) => choicesForAll(cases, translate)[0]?.note;
  expect(noteOf([{ ...CASE_SUMMARY, isHeld: false }, held])).toBe("The post is published.");
  expect(noteOf([held, { ...held, subject: "comment" }])).toBe("What was held is shown again.");
});
