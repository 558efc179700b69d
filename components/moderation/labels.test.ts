import { detailsLabel } from "@/components/moderation/labels";

test.each([
  [{ decisionId: "1", outcome: "suspended", days: 7 }, "Decision: Suspended for 7 days"],
  [{ decisionId: "1", outcome: "no_violation" }, "Decision: No violation"],
  [{ role: "moderator" }, "New role: Moderator"],
  [{ role: null }, "New role: Member"],
  [{ noticeId: "1", days: 1 }, "Shown for 1 day"],
  [{ appealId: "1" }, undefined],
] as const)("the log says %o in words", (details, expected) => {
  expect(detailsLabel(details)).toBe(expected);
});
