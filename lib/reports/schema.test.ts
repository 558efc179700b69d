import {
  CASE_RETENTION_DAYS,
  EVIDENCE_MAX,
  OUTCOMES,
  outcomeForReporter,
  outcomeSentence,
  REASONS,
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORT_SUBJECTS,
  shortText,
} from "@/lib/reports/policy";
import {
  type Evidence,
  evidenceSchema,
  type NewReport,
  newReportBody,
  type Report,
  type ReportAnswer,
  type ReportedVersion,
  type ReportsAnswer,
  type ReportsQuery,
  reportAnswer,
  reportsAnswer,
  reportsQuery,
  type Snapshot,
  snapshotSchema,
} from "@/lib/reports/schema";

const subjectId = "0190a5b2-0000-7000-8000-000000000000";

describe("the body of a report", () => {
  it("needs neither words nor evidence", () => {
    const report: NewReport = { subject: "post", subjectId, reason: "spam", text: "" };
    expect(newReportBody.parse({ subject: "post", subjectId, reason: "spam" })).toEqual(report);
  });

  it.each([
    ["an unknown subject", { subject: "circle" }],
    ["an unknown reason", { reason: "boring" }],
    ["too many words", { text: "a".repeat(1_001) }],
    ["too many messages", { evidence: Array(EVIDENCE_MAX + 1).fill(subjectId) }],
    ["an unknown field", { severity: 5 }],
  ])("rejects %s", (_, change) => {
    expect(newReportBody.safeParse({ subject: "post", subjectId, reason: "spam", ...change }).success).toBe(
      false,
    );
  });
});

describe("what reporters learn", () => {
  it("is never the measure against a person", () => {
    expect(OUTCOMES.map(outcomeForReporter)).toEqual([
      "no_violation",
      "removed",
      "action_taken",
      "action_taken",
      "action_taken",
    ]);
    for (const outcome of REPORT_OUTCOMES) {
      for (const subject of REPORT_SUBJECTS) {
        expect(outcomeSentence(outcome, subject)).toMatch(/^We .*you reported.*\.$/);
      }
    }
  });
});

test("someone in danger comes first, spam last", () => {
  const order = [...REPORT_REASONS].sort((a, b) => REASONS[b].severity - REASONS[a].severity);
  expect(order.slice(0, 3).sort()).toEqual(["ragging", "self_harm", "sexual_under_18"]);
  expect(order.slice(3, 6).sort()).toEqual(["nudity", "private_information", "violence"]);
  expect(order.slice(-2).sort()).toEqual(["other", "spam"]);
  expect(CASE_RETENTION_DAYS).toBe(30);
});

test("a short text is one line, cut by characters", () => {
  expect(shortText("  hello\n\nthere ")).toBe("hello there");
  expect(shortText("👨‍👩‍👧‍👦".repeat(101))).toBe(`${"👨‍👩‍👧‍👦".repeat(100)}…`);
});

const at = "2026-11-22T09:00:00.000Z";
const post = { _id: subjectId, name: "Asha", text: "Chai" };

test("what answers carry", () => {
  const report: Report = {
    _id: subjectId,
    subject: "comment",
    subjectId,
    about: { name: "Ravi", text: "You are all fools" },
    reason: "harassment",
    text: "",
    state: "open",
    outcome: null,
    createdAt: at,
    needsOfficer: false,
    decidedAt: null,
  };
  const answer: ReportAnswer = { report };
  expect(reportAnswer.parse(answer)).toEqual(answer);
  const page: ReportsAnswer = { reports: [report], hasMore: false, nextCursor: null };
  expect(reportsAnswer.parse(page)).toEqual(page);
  const query: ReportsQuery = { limit: 20 };
  expect(reportsQuery.parse({})).toEqual(query);
});

test("what moderators see of a case", () => {
  const version: ReportedVersion = {
    takenAt: at,
    name: "Ravi",
    username: "ravi",
    text: "You are all fools",
    hashtags: [],
    media: [],
    post,
  };
  const snapshot: Snapshot = { versions: [version] };
  expect(snapshotSchema.parse(snapshot)).toEqual(snapshot);
  const message: Evidence = { _id: subjectId, senderId: null, name: "Ravi", text: "Hi", post, createdAt: at };
  expect(evidenceSchema.parse(message)).toEqual(message);
});
