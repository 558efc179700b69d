import { detailsLabel } from "@/components/moderation/labels";
import type { LogEntry } from "@/lib/moderation/staff-schema";

test.each<[LogEntry["details"], string | undefined]>([
  [{ decisionId: "1", outcome: "suspended", days: 7 }, "Decision: Suspended for 7 days"],
  [{ decisionId: "1", outcome: "no_violation" }, "Decision: No violation"],
  [
    { decisionId: "1", outcome: "removed", isInvolved: true },
    "Decision: Removed, by someone involved: no one else could",
  ],
  [{ role: "moderator" }, "New role: Moderator"],
  [{ role: null }, "New role: Member"],
  [{ noticeId: "1", days: 1 }, "Shown for 1 day"],
  [{ noticeId: "1", until: "2027-01-03" }, "Shown until 3 Jan 2027"],
  [{ filter: ["never_posted", "search"] }, "Only never posted, search"],
  [{ filter: [] }, undefined],
  [{ appealId: "1" }, undefined],
])("the log says %o in words", (details, expected) => {
  expect(detailsLabel(details)).toBe(expected);
});
