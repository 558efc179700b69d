/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LogScreen } from "@/components/college/log-screen";
import type { LogEntry } from "@/lib/moderation/staff-schema";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { idOf, MEMBERS } from "@/tests/samples";
import { ownUser } from "@/tests/user-fixture";

const CASE_ID = idOf(700);
let made = 0;
const entry = (change: Partial<LogEntry>): LogEntry => ({
  _id: String(++made),
  at: "2026-11-20T10:00:00.000Z",
  actor: MEMBERS.kabir,
  action: "case_opened",
  caseId: CASE_ID,
  case: { subject: "post", person: MEMBERS.aarav },
  person: null,
  details: {},
  ...change,
});
const decided = entry({
  action: "case_decided",
  person: MEMBERS.aarav,
  details: { outcome: "suspended", days: 7 },
});
const otherDay = entry({ at: "2026-11-19T10:00:00.000Z" });
const others = entry({ actor: MEMBERS.meera });
const exported = entry({
  action: "people_exported",
  actor: MEMBERS.meera,
  caseId: null,
  case: null,
  details: { filter: ["new"] },
});

const open = (staffRole: "admin" | "moderator") => {
  const me = ownUser({ staffRole });
  freshBrowser(me);
  window.history.replaceState(null, "", "/college/log");
  const entries = [entry({}), decided, entry({}), others, entry({}), exported, otherDay];
  const api = fakeApi(({ path }) =>
    path === "/api/auth/me"
      ? { status: 200, body: { user: me } }
      : { status: 200, body: { entries, hasMore: false, nextCursor: null } },
  );
  show(<LogScreen />);
  return api;
};
const rows = async () => (await screen.findAllByRole("article")).map(({ textContent }) => textContent);

test("openings of one case by one person on one day are one row; each row names its case", async () => {
  open("admin");
  const texts = await rows();
  expect(texts).toHaveLength(5);
  expect(texts[0]).toMatch(/^Kabir Rao\s?opened a case 3 times:\s?Post by .*Aarav Sharma/);
  expect(texts[1]).toMatch(/^Kabir Rao\s?decided a case:\s?Post by .*Decision: Suspended for 7 days/);
  expect(texts[2]).toMatch(/^Meera Joshi\s?opened a case:/);
  expect(texts[3]).toMatch(/^Meera Joshi\s?exported the list of people/);
  expect(texts[4]).toMatch(/^Kabir Rao\s?opened a case:/);
  const [link] = screen.getAllByRole("link", { name: /Post by .*Aarav Sharma/ });
  expect(link?.getAttribute("href")).toBe(`/moderation/${CASE_ID}`);
});

test("it is filtered by kind, day and person, which the address contains", async () => {
  const { calls } = open("admin");
  await rows();
  const last = () => new URLSearchParams(calls.at(-1)?.path.split("?")[1]).toString();
  const [row] = screen.getAllByRole("article");
  await userEvent.click(screen.getByRole("button", { name: "Decisions" }));
  expect(screen.getAllByRole("article")[0]).toBe(row);
  await waitFor(() => expect(last()).toBe("kind=decisions"));
  await userEvent.type(screen.getByLabelText("Day"), "2026-11-20");
  await waitFor(() => expect(last()).toBe("kind=decisions&day=2026-11-20"));
  // One button a row, with what it can be narrowed to behind it.
  expect(screen.queryByText("Only by Kabir Rao")).toBeNull();
  await userEvent.click((await screen.findAllByRole("button", { name: "Show only…" }))[0] as HTMLElement);
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Only by Kabir Rao",
    "Only this case",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Only by Kabir Rao" }));
  await waitFor(() => expect(last()).toBe(`kind=decisions&day=2026-11-20&actorId=${MEMBERS.kabir._id}`));
  expect(window.location.search).toBe(`?kind=decisions&day=2026-11-20&by=${MEMBERS.kabir._id}`);
  await userEvent.click(screen.getByRole("button", { name: "Show everything" }));
  await waitFor(() => expect(window.location.search).toBe("?kind=decisions&day=2026-11-20"));
});

test("only admins may take it with them", async () => {
  open("moderator");
  await rows();
  expect(screen.queryByRole("button", { name: "Export as CSV" })).toBeNull();
});
