/** @jest-environment jsdom */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ReportList } from "@/components/settings/report-list";
import { OPERATOR } from "@/lib/product";
import type { Report } from "@/lib/reports/schema";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

beforeEach(() => freshBrowser(ownUser()));

const reportOf = (id: string, overrides: Partial<Report> = {}): Report => ({
  _id: id,
  subject: "post",
  subjectId: id,
  about: { name: "Kabir Rao", text: "Buy now" },
  reason: "spam",
  text: "",
  state: "open",
  outcome: null,
  createdAt: "2026-11-22T09:00:00.000Z",
  needsOfficer: false,
  decidedAt: null,
  ...overrides,
});

const page = (reports: Report[], nextCursor: string | null = null) => ({
  status: 200,
  body: { reports, hasMore: nextCursor !== null, nextCursor },
});

test("one that no one of the staff may decide says whom to write to", async () => {
  fakeApi(() => page([reportOf("one", { needsOfficer: true }), reportOf("two")]));
  show(<ReportList />);
  const { email } = OPERATOR.grievanceOfficer;
  const links = await screen.findAllByRole("link", { name: email });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([`mailto:${email}`]);
});

test("each report says what it was about and what came of it, page by page", async () => {
  const decided: Partial<Report> = {
    subject: "person",
    state: "decided",
    outcome: "action_taken",
    decidedAt: "2026-11-22T10:00:00.000Z",
    text: "Not the dean",
  };
  fakeApi(({ path }) =>
    path.includes("cursor=")
      ? page([reportOf("old", { about: { name: "", text: "" } })])
      : page([reportOf("new", decided)], "next"),
  );
  show(<ReportList />);
  const list = await screen.findByRole("list", { name: "Your reports" });
  expect(list.textContent).toContain("Account of Kabir Rao");
  expect(list.textContent).toContain("We took action on the account you reported.");
  expect(list.textContent).toContain("“Not the dean”");
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await within(list).findByText("Waiting for moderators")).toBeTruthy();
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
});

test("without reports it says how to make one", async () => {
  fakeApi(() => page([]));
  show(<ReportList />);
  expect(await screen.findByText(/You haven't reported anything/)).toBeTruthy();
});

test("a list that can't be loaded can be tried again", async () => {
  let isBroken = true;
  fakeApi(() => (isBroken ? errorAnswer(500, "internal", "Something went wrong.") : page([reportOf("one")])));
  show(<ReportList />);
  const again = await screen.findByRole("button", { name: "Try Again" });
  isBroken = false;
  await userEvent.click(again);
  expect(await screen.findByText("Buy now")).toBeTruthy();
});
