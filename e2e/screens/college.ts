import { expect, type Page } from "playwright/test";
import { CASE, DECISION } from "../../tests/moderation-fixture";
import { idOf, MEMBERS } from "../../tests/samples";
import { hang, respondWith, respondWithError } from "./network";
import { type Screen, sectionsOf } from "./screen";

/** The place for the college. */

const PEOPLE = /\/api\/college\/people(\?|$)/;
const COUNTS = "**/api/college/people/counts";
const NOTICES = /\/api\/moderation\/notices/;
const LOG = /\/api\/moderation\/log/;
const END = { hasMore: false, nextCursor: null };

const section = sectionsOf("/college/{section}");

const person = (member: object, change: object = {}) => ({
  email: "k•••@mitsgwl.ac.in",
  staffRole: null,
  isActive: true,
  suspension: null,
  age: "adult",
  state: "active",
  collegeName: "MITS",
  role: "student",
  department: "CSE",
  batch: 2027,
  request: null,
  joinedOn: "2026-01-03",
  lastActiveOn: "2026-11-20",
  ...member,
  ...change,
});
const EVERYONE = [
  person(MEMBERS.aarav),
  person(MEMBERS.ishita, { staffRole: "admin" }),
  person(MEMBERS.kabir, { staffRole: "moderator" }),
  person(MEMBERS.meera, { state: "suspended", suspension: { until: null } }),
  person(
    { _id: idOf(40), name: "Anonymous User", username: "", avatar: "" },
    { state: "incomplete", lastActiveOn: null },
  ),
];
const COUNTED = {
  everyone: 1240,
  waiting: 2,
  moderating: 2,
  student: 1190,
  alumni: 8,
  faculty: 32,
  staff: 10,
  new: 5,
  never_posted: 310,
  suspended: 1,
  deactivated: 4,
  incomplete: 9,
};

const people = async (page: Page, list: object[]) => {
  await respondWith(page, COUNTS, COUNTED);
  await respondWith(page, PEOPLE, { people: list, ...END });
  await page.goto("/college/people");
};

/** Mondays, of which the first two had too little to tell. */
const WEEKS = Array.from({ length: 12 }, (_, index) => ({
  from: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
  posts: index < 2 ? null : 60 + 17 * index,
  comments: 400 + 90 * ((index * 5) % 7),
  joined: index % 3 === 0 ? null : 20 + index,
}));

export const COLLEGE_SCREENS: Screen[] = [
  section("people", "normal", "Everyone by name, with role, state and what can be done", async (page) => {
    await people(page, EVERYONE);
    await expect(page.getByRole("list", { name: "People, by name" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Everyone.*1,240/ })).toBeVisible();
  }),
  section("people waiting", "normal", "Those who wait to be confirmed, above everyone else", async (page) => {
    const request = { role: "faculty", department: "CSE", requestedAt: "2026-11-20T10:00:00.000Z" };
    await people(page, [
      person(MEMBERS.ishita, { request }),
      person(MEMBERS.longName, { request: { ...request, role: "staff", department: null } }),
      person(MEMBERS.aarav),
      person(MEMBERS.kabir, { role: "faculty", batch: null }),
      person(MEMBERS.meera, { role: "alumni", batch: 2019 }),
    ]);
    await expect(page.getByRole("list", { name: "Awaiting confirmation" })).toBeVisible();
  }),
  section("people", "long text", "A name that is longer than its row", async (page) => {
    await people(page, [person(MEMBERS.longName, { staffRole: "admin", state: "suspended" })]);
    await expect(page.getByRole("list", { name: "People, by name" })).toBeVisible();
  }),
  section("people", "empty", "No one of the chosen kind", async (page) => {
    await people(page, []);
    await expect(page.getByText("No one found")).toBeVisible();
  }),
  section("people", "loading", "Rows that load", async (page) => {
    await hang(page, PEOPLE);
    await page.goto("/college/people");
    await expect(page.getByText("Loading people")).toBeAttached();
  }),
  section("people", "error", "The list could not be loaded", async (page) => {
    await respondWithError(page, PEOPLE, 503, "unavailable", "The database is away.");
    await page.goto("/college/people");
    await expect(page.getByRole("main").getByRole("button", { name: "Try Again" })).toBeVisible();
  }),
  section("import", "normal", "What a file would do, and which lines are left out", async (page) => {
    await people(page, EVERYONE);
    const rejected = Array.from({ length: 40 }, (_, index) => ({
      line: 7 + 3 * index,
      reason: "This department is not on the college's list. Please use its code.",
    }));
    await respondWith(page, /people\/import/, { added: 12, updated: 3, invited: 8, rejected });
    await page.getByRole("button", { name: "Import people" }).click();
    const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from("email,role") };
    await page.locator("input[type=file]").setInputFiles(file);
    await expect(page.getByText("40 lines are left out")).toBeVisible();
  }),
  section("log", "empty", "Nothing in the log", async (page) => {
    await respondWith(page, LOG, { entries: [], ...END });
    await page.goto("/college/log?kind=exports");
    await expect(page.getByText("Nothing in the log")).toBeVisible();
  }),
  section(
    "notices",
    "normal",
    "A notice to write; the one that runs and an ended one, with their counts",
    async (page) => {
      const notice = {
        _id: CASE._id,
        text: "Exam weeks begin on Monday: the library stays open until midnight.",
        createdAt: "2026-11-20T10:00:00.000Z",
        endsAt: "2026-12-04T10:00:00.000Z",
        isRunning: true,
        authorName: MEMBERS.ishita.name,
        seenCount: 1204,
        dismissedCount: 87,
      };
      const ended = { ...notice, _id: DECISION._id, endsAt: "2026-11-21T10:00:00.000Z", isRunning: false };
      await respondWith(page, NOTICES, { notices: [notice, ended] });
      await page.goto("/college/notices");
      await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
    },
  ),
  section("notices", "empty", "No notices yet", async (page) => {
    await respondWith(page, NOTICES, { notices: [] });
    await page.goto("/college/notices");
    await expect(page.getByText("No notices yet")).toBeVisible();
  }),
  section(
    "log",
    "normal",
    "What the staff did, newest first, with the openings of a case as one",
    async (page) => {
      const entry = {
        _id: "3",
        at: "2026-11-20T10:00:00.000Z",
        actor: MEMBERS.ishita,
        action: "case_decided",
        caseId: CASE._id,
        case: { subject: "post", person: MEMBERS.kabir },
        person: MEMBERS.kabir,
        details: { outcome: "suspended", days: 7 },
      };
      const role = {
        ...entry,
        _id: "2",
        action: "role_set",
        caseId: null,
        case: null,
        details: { staffRole: "moderator" },
      };
      const opened = { ...entry, action: "case_opened", person: null, details: {} };
      const openings = ["5", "4", "1"].map((_id) => ({ ...opened, _id }));
      await respondWith(page, LOG, { entries: [...openings, entry, role], ...END });
      await page.goto("/college/log");
      await expect(page.getByRole("list", { name: "Log, newest first" })).toBeVisible();
    },
  ),
  section(
    "numbers",
    "normal",
    "Who is active, what happens each week, and how moderation goes",
    async (page) => {
      await respondWith(page, "**/api/college/numbers", {
        active: { day: 312, week: 1_204, month: 3_010 },
        hoursToFirstComment: 3.5,
        weeks: WEEKS,
      });
      await respondWith(page, "**/api/moderation/numbers", {
        openCases: 4,
        overdueCases: 2,
        bansToConfirm: [],
        openAppeals: 1,
        openComplaints: 2,
        openRequests: 1,
        isOnlyAdmin: false,
        hoursToFirstDecision: 3.5,
        outcomesByReason: [
          { reason: "spam", outcome: "removed", count: 12 },
          { reason: "spam", outcome: "no_violation", count: 3 },
          { reason: "harassment", outcome: "warned", count: 4 },
          { reason: "private_information", outcome: "suspended", count: 1 },
          { reason: null, outcome: "suspended", count: 1 },
        ],
      });
      await page.goto("/college/numbers");
      await expect(page.getByRole("region", { name: "Outcomes by reason" })).toBeVisible();
    },
  ),
];
