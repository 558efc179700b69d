/** @jest-environment jsdom */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NumbersScreen } from "@/components/college/campus-numbers";
import type { CampusNumbers } from "@/lib/college/schema";
import { saveFile } from "@/lib/dom/save-file";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/dom/save-file");

const weeks = Array.from({ length: 12 }, (_, index) => ({
  from: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
  posts: index < 2 ? null : 100 + index,
  comments: 1_200,
  joined: null,
}));
const numbers: CampusNumbers = {
  active: { day: null, week: 1_204, month: 3_010 },
  hoursToFirstComment: 3.5,
  weeks,
};
const moderation = {
  openCases: 4,
  overdueCases: 2,
  bansToConfirm: [],
  openAppeals: 1,
  hoursToFirstDecision: null,
  outcomesByReason: [{ reason: null, outcome: "suspended", count: 1 }],
};

const open = (staffRole: "admin" | "moderator") => {
  const me = ownUser({ staffRole });
  freshBrowser(me);
  const api = fakeApi(({ path }) => {
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    return { status: 200, body: path === "/api/college/numbers" ? numbers : moderation };
  });
  show(<NumbersScreen />);
  return api;
};

test("small numbers are not shown; each chart is a table for screen readers", async () => {
  open("admin");
  expect((await screen.findByText("Active in the last day")).parentElement?.textContent).toContain(
    "Under 10",
  );
  expect(screen.getByText("Active in 7 days").parentElement?.textContent).toContain("1,204");
  const table = screen.getByRole("table", { name: "Posts a week" });
  const rows = within(table).getAllByRole("row");
  expect(rows).toHaveLength(13);
  expect(rows[1]?.textContent).toBe("7 Sep 2026under 10");
  expect(rows[12]?.textContent).toBe("23 Nov 2026111");
});

test("the numbers can be saved as a table", async () => {
  open("admin");
  await userEvent.click(await screen.findByRole("button", { name: "Export as CSV" }));
  const [file, name] = jest.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toMatch(/^campus-numbers-\d{4}-\d\d-\d\d\.csv$/);
  expect(file?.size).toBeGreaterThan(300);
});

test("moderators see how moderation goes alone, also decisions without a report", async () => {
  const { calls } = open("moderator");
  const row = await screen.findByRole("row", { name: /Not reported/ });
  expect(within(row).getAllByRole("cell")[3]?.textContent).toBe("1");
  expect(calls.map(({ path }) => path)).not.toContain("/api/college/numbers");
});
