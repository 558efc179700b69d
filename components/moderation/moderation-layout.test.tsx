/** @jest-environment jsdom */
import { screen } from "@testing-library/react";
import { CollegeLayout } from "@/components/college/college-layout";
import { ModerationLayout, WaitingCount } from "@/components/moderation/moderation-layout";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { usePathname } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

usePathname.mockReturnValue("/moderation/appeals");

const NUMBERS = {
  openCases: 4,
  overdueCases: 0,
  bansToConfirm: ["case"],
  openAppeals: 1,
  openComplaints: 2,
  openRequests: 3,
  isOnlyAdmin: true,
  hoursToFirstDecision: null,
  outcomesByReason: [],
};

const open = (staffRole: "admin" | "moderator", numbers = NUMBERS) => {
  const me = ownUser({ staffRole });
  freshBrowser(me);
  fakeApi(({ path }) => ({ status: 200, body: path === "/api/auth/me" ? { user: me } : numbers }));
};

test("the only admin reads that they are, and how much waits in each section", async () => {
  open("admin");
  show(<ModerationLayout>The appeals</ModerationLayout>);
  expect((await screen.findByText(/^You are the only admin\./)).textContent).toContain("Grievance Officer");
  expect(screen.getByRole("link", { name: "Make someone else an admin" })).toBeTruthy();
  const tabs = screen.getAllByRole("link").map(({ textContent }) => textContent);
  expect(tabs).toEqual(expect.arrayContaining(["Open4", "Appeals1", "Complaints2"]));
});

test.each([
  ["a moderator", "moderator", NUMBERS],
  ["one of two admins", "admin", { ...NUMBERS, isOnlyAdmin: false }],
] as const)("%s reads no such warning", async (_, role, numbers) => {
  open(role, numbers);
  show(<ModerationLayout>The appeals</ModerationLayout>);
  expect(await screen.findByText(/^A ban waits for a second moderator/)).toBeTruthy();
  expect(screen.queryByText(/^You are the only admin/)).toBeNull();
});

test("a moderator reads the log of the college without leaving moderation", async () => {
  usePathname.mockReturnValue("/college/log");
  open("moderator");
  show(<CollegeLayout>The log</CollegeLayout>);
  expect(await screen.findByText("Closed")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Moderation");
  const current = screen.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
  expect(current.map(({ textContent }) => textContent)).toEqual(["Log"]);
  usePathname.mockReturnValue("/moderation/appeals");
});

test.each([
  ["moderation", "8 to decide"],
  ["college", "3 to decide"],
] as const)("the link of %s counts everything that waits there", async (place, count) => {
  open("admin");
  show(<WaitingCount place={place} />);
  expect((await screen.findByText("to decide")).parentElement?.textContent).toBe(count);
});
