import type { CaseDetail, CaseSummary, Decision, OwnDecision } from "@/lib/moderation/schema";
import { hoursBefore, idOf, MEMBERS, picture } from "@/tests/samples";

/** A case, and decisions with their appeals, for the tests of their screens and their pictures. */

const REASON = "Your post advertises something or repeats the same thing.";

export const DECISION: Decision = {
  _id: idOf(701),
  caseId: idOf(702),
  subject: "comment",
  outcome: "warned",
  reason: "Your comment insults someone. Disagree as much as you like, but don't attack people.",
  days: null,
  until: null,
  createdAt: hoursBefore(200),
  moderator: MEMBERS.meera,
  undoneAt: null,
  undoneBy: null,
  undoneReason: "",
  confirmUntil: null,
  confirmedBy: null,
  appeal: null,
};

export const CASE_SUMMARY: CaseSummary = {
  _id: idOf(700),
  subject: "post",
  subjectId: idOf(710),
  about: {
    name: MEMBERS.kabir.name,
    text: "Earn 5,000 a week from your hostel room! Message me for the link.",
  },
  person: MEMBERS.kabir,
  reportsCount: 3,
  reasons: [
    { reason: "spam", count: 2 },
    { reason: "private_information", count: 1 },
  ],
  severity: 3,
  isOverdue: false,
  thumbnail: null,
  openOfPerson: 1,
  isHeld: false,
  openedAt: hoursBefore(5),
  lastReportedAt: hoursBefore(1),
  assignee: null,
  closedAt: null,
  outcome: null,
};

export const CASE: CaseDetail = {
  ...CASE_SUMMARY,
  isSealed: false,
  isPreserved: false,
  areReportersShown: true,
  snapshot: {
    versions: [
      {
        takenAt: hoursBefore(5),
        name: MEMBERS.kabir.name,
        username: MEMBERS.kabir.username,
        text: CASE_SUMMARY.about.text,
        hashtags: [],
        media: [
          {
            _id: idOf(741),
            purpose: "post",
            type: "image",
            url: picture(40),
            thumbnail: picture(40),
            altText: "A phone with a bank's app",
          },
        ],
        post: null,
      },
    ],
  },
  current: "shown",
  reports: [
    {
      _id: idOf(721),
      reason: "spam",
      text: "He sent this to everybody in our year.",
      evidence: [
        {
          _id: idOf(731),
          senderId: MEMBERS.kabir._id,
          name: MEMBERS.kabir.name,
          text: "Just try the link, everybody earns with it!",
          post: null,
          createdAt: hoursBefore(6),
        },
      ],
      createdAt: hoursBefore(5),
      reporter: MEMBERS.ishita,
      record: { right: 3, decided: 4 },
    },
    {
      _id: idOf(722),
      reason: "private_information",
      text: "",
      evidence: [],
      createdAt: hoursBefore(1),
      reporter: null,
      record: null,
    },
  ],
  decisions: [],
  notes: [
    {
      _id: idOf(743),
      author: MEMBERS.meera,
      text: "I have asked the warden of his hostel. Please wait until tomorrow.",
      createdAt: hoursBefore(2),
    },
  ],
  history: {
    joinedAt: "2026-08-03T08:00:00.000Z",
    staffRole: null,
    isActive: true,
    suspension: null,
    reports: 2,
    decisions: [DECISION],
  },
  canDecide: true,
  isLastResort: false,
  involved: [],
};

/** `CASE` once it is decided. */
export const CLOSED_CASE: CaseDetail = {
  ...CASE,
  closedAt: hoursBefore(0.5),
  outcome: "removed",
  current: "withheld",
  decisions: [
    {
      ...DECISION,
      _id: idOf(703),
      caseId: CASE._id,
      subject: "post",
      outcome: "removed",
      reason: REASON,
      createdAt: hoursBefore(0.5),
    },
  ],
};

export const OWN_DECISION: OwnDecision = {
  _id: idOf(704),
  outcome: "removed",
  reason: REASON,
  days: null,
  until: null,
  subject: "post",
  about: { text: CASE_SUMMARY.about.text },
  createdAt: hoursBefore(30),
  undoneAt: null,
  appeal: null,
  canAppeal: true,
};

/** Decisions about the viewer: one to appeal, a suspension with a rejected appeal, one undone. */
export const OWN_DECISIONS: OwnDecision[] = [
  OWN_DECISION,
  {
    ...OWN_DECISION,
    _id: idOf(705),
    outcome: "suspended",
    days: 7,
    until: "2036-11-27T12:00:00.000Z",
    appeal: {
      _id: idOf(742),
      text: "I didn't know that this was against the rules.",
      state: "rejected",
      answer: "You had been warned about the same thing in October.",
      createdAt: hoursBefore(20),
      decidedAt: hoursBefore(2),
    },
    canAppeal: false,
  },
  { ...OWN_DECISION, _id: idOf(706), outcome: "warned", undoneAt: hoursBefore(3), canAppeal: false },
];
