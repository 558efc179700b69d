import { expect, type Page } from "playwright/test";
import { IS_INVOLVED } from "../../lib/moderation/policy";
import { CASE, CASE_SUMMARY, CLOSED_CASE, DECISION } from "../../tests/moderation-fixture";
import { MEMBERS } from "../../tests/samples";
import { hang, respondWith, respondWithError } from "./network";
import { main, type Screen, screensOf, sectionsOf, visit } from "./screen";

/** What moderators decide with, and what a suspended or banned person sees. */

const CASES = /\/api\/moderation\/cases\?/;
const APPEALS = /\/api\/moderation\/appeals\?/;
const DECISIONS = /\/api\/decisions(\?|$)/;
const END = { hasMore: false, nextCursor: null };
const failure = (page: Page) => main(page).getByRole("button", { name: "Try Again" });

const CASE_LIST = [
  { ...CASE_SUMMARY, _id: CASE._id, reasons: [{ reason: "self_harm", count: 1 }], reportsCount: 1 },
  CASE_SUMMARY,
  { ...CASE_SUMMARY, subject: "comment", isHeld: true, reportsCount: 0, reasons: [] },
  { ...CASE_SUMMARY, subject: "person", assignee: MEMBERS.ishita, openOfPerson: 3, isOverdue: true },
].map((item, index) => ({ ...item, _id: `${CASE._id.slice(0, -1)}${index}` }));

async function openCase(page: Page, item: object): Promise<void> {
  await respondWith(page, CASES, { cases: CASE_LIST, ...END });
  await respondWith(page, `**/api/moderation/cases/${CASE._id}`, { case: item });
  await respondWith(page, `**/api/moderation/cases/${CASE._id}/assign`, { case: item });
  await page.goto(`/moderation/${CASE._id}`);
  await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
  await expect(main(page).getByRole("heading", { name: /report|Not reported/ })).toBeVisible();
}

const caseScreen = (detail: string, shows: string, item: object): Screen => ({
  route: "/moderation/{section}",
  state: "normal",
  detail,
  shows,
  as: "admin",
  fullPage: true,
  open: ({ page }) => openCase(page, item),
});

const section = sectionsOf("/moderation/{section}");

const version = CASE.snapshot.versions[0];
const withoutMedia = (text: string, post: object | null = null) => ({
  versions: [{ ...version, text, media: [], post }],
});
const POST = { _id: CASE._id, name: "Ishita Verma", text: "The lake this morning" };

export const MODERATION_SCREENS: Screen[] = [
  ...screensOf("/moderation", "admin", [
    {
      shows: "The open cases, worst first",
      open: async ({ page }) => {
        await respondWith(page, CASES, { cases: CASE_LIST, ...END });
        await page.goto("/moderation");
        await expect(page.getByRole("list", { name: "Open cases, worst first" })).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "Nothing to decide",
      open: async ({ page }) => {
        await respondWith(page, CASES, { cases: [], ...END });
        await page.goto("/moderation");
        await expect(page.getByText("Nothing to decide")).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "The cases are on their way",
      open: async ({ page }) => {
        await hang(page, CASES);
        await page.goto("/moderation");
        await expect(page.getByText("Loading cases")).toBeAttached();
      },
    },
    {
      state: "error",
      shows: "The cases could not be loaded",
      open: async ({ page }) => {
        await respondWithError(page, CASES);
        await page.goto("/moderation");
        await expect(failure(page)).toBeVisible();
      },
    },
  ]),
  caseScreen("post", "A post, its photo behind a press; reports with evidence; the decision", CASE),
  caseScreen("comment", "A comment and the post it is under, edited since", {
    ...CASE,
    subject: "comment",
    snapshot: {
      versions: [
        ...withoutMedia("You really are the worst guitarist of this campus.", POST).versions,
        {
          ...withoutMedia("Great guitarist!", POST).versions[0],
          takenAt: "2026-11-20T10:00:00.000Z",
        },
      ],
    },
  }),
  caseScreen("message", "A message with what was sent along", {
    ...CASE,
    subject: "message",
    snapshot: withoutMedia("Just try the link, everybody earns with it!"),
  }),
  caseScreen("person", "A person, with pictures and bio", {
    ...CASE,
    subject: "person",
    snapshot: {
      versions: [{ ...version, text: "Official account of the director. Write to me for marks." }],
    },
  }),
  caseScreen("held", "A post that the product holds, which no one reported", {
    ...CASE,
    isHeld: true,
    current: "withheld",
    reports: [],
    reasons: [],
    reportsCount: 0,
  }),
  caseScreen("decided", "What was decided, with Undo, and the next case", CLOSED_CASE),
  caseScreen("not mine to decide", "Why one may not decide", {
    ...CASE,
    canDecide: false,
    whyNot: IS_INVOLVED,
    involved: [MEMBERS.aarav, MEMBERS.meera],
  }),
  section("deciding", "normal", "A decision with its reason, and the templates", async (page) => {
    await openCase(page, CASE);
    await page.getByRole("radio", { name: "Suspend" }).check();
    await expect(page.getByRole("button", { name: "Private information" })).toBeVisible();
  }),
  section("no such case", "error", "An address of no case", async (page) => {
    await respondWithError(page, `**/api/moderation/cases/${CASE._id}`, 404, "not_found", "Not found.");
    await page.goto(`/moderation/${CASE._id}`);
    await expect(page.getByText("There is no such case")).toBeVisible();
  }),
  section("appeals", "normal", "Appeals to answer, one of them of one's own decision", async (page) => {
    const appeal = {
      _id: CASE._id,
      text: "It was a joke between friends. She laughed about it herself, please ask her.",
      state: "open",
      answer: "",
      createdAt: "2026-11-20T10:00:00.000Z",
      decidedAt: null,
      person: MEMBERS.kabir,
      decision: DECISION,
      about: { name: MEMBERS.kabir.name, text: "You really are the worst guitarist of this campus." },
      decidedBy: null,
      canDecide: true,
    };
    const whyNot = "You made this decision. Someone else has to decide the appeal.";
    const own = { ...appeal, _id: DECISION._id, canDecide: false, whyNot };
    await respondWith(page, APPEALS, { appeals: [appeal, own], ...END });
    await page.goto("/moderation/appeals");
    await expect(page.getByRole("button", { name: "Accept and undo the decision" })).toBeVisible();
  }),
  section("appeals", "empty", "No open appeals", async (page) => {
    await respondWith(page, APPEALS, { appeals: [], ...END });
    await page.goto("/moderation/appeals");
    await expect(page.getByText("No open appeals")).toBeVisible();
  }),
  ...screensOf("/settings/decisions", "suspended", [
    {
      shows: "A decision about oneself, with Appeal; the banner of a suspension",
      open: visit("/settings/decisions", (page) => main(page).getByRole("button", { name: "Appeal" })),
    },
    {
      detail: "appealing",
      shows: "The words of an appeal",
      open: async ({ page }) => {
        await page.goto("/settings/decisions");
        await main(page).getByRole("button", { name: "Appeal" }).click();
        await expect(page.getByRole("dialog", { name: "Appeal" })).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "No decisions about oneself",
      as: "resident",
      open: visit("/settings/decisions", (page) => page.getByText("No decisions", { exact: true })),
    },
    {
      state: "error",
      shows: "Decisions could not be loaded",
      as: "resident",
      open: async ({ page }) => {
        await respondWithError(page, DECISIONS);
        await page.goto("/settings/decisions");
        await expect(failure(page)).toBeVisible();
      },
    },
  ]),
  ...screensOf("/mainfeed", "suspended", [
    {
      detail: "suspended",
      shows: "The banner on top of every screen while one is suspended",
      open: visit("/mainfeed", (page) => page.getByRole("region", { name: "Your account is suspended" })),
    },
  ]),
  ...screensOf("/post/{postId}", "suspended", [
    {
      detail: "removed",
      shows: "One's own post that moderators removed",
      open: async ({ page, fixtures }) => {
        await page.goto(`/post/${await fixtures.removedPost()}`);
        await expect(page.getByText(/^Removed by moderators:/)).toBeVisible();
      },
    },
  ]),
  ...screensOf("/suspended", "banned", [
    {
      shows: "Why, and what a banned person can still do",
      fullPage: true,
      open: async ({ page }) => {
        // Every address redirects there.
        await page.goto("/mainfeed");
        await expect(page).toHaveURL(/\/suspended$/);
        await expect(page.getByRole("button", { name: "Appeal" })).toBeVisible();
      },
    },
  ]),
];
