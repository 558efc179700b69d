/** @jest-environment jsdom */

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NumbersScreen } from "@/components/college/campus-numbers";
import { ImportPeople } from "@/components/college/people-screen";
import type { CampusNumbers, ImportAnswer } from "@/lib/college/schema";
import { saveFile } from "@/lib/dom/save-file";
import { type ApiAnswer, type ApiHandler, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

/** The place for the college: imports and numbers. */

jest.mock("@/lib/dom/save-file");

describe("import people", () => {
  beforeEach(() => freshBrowser(ownUser({ staffRole: "admin" })));

  const counts = (change: Partial<ImportAnswer> = {}): ApiAnswer => ({
    status: 200,
    body: { added: 12, updated: 3, invited: 8, rejected: [], ...change },
  });
  const file = new File(["email,role"], "people.csv", { type: "application/vnd.ms-excel" });

  async function choose(handler: ApiHandler) {
    const api = fakeApi(handler);
    show(<ImportPeople />);
    await userEvent.click(screen.getByRole("button", { name: "Import people" }));
    await screen.findByRole("dialog");
    await userEvent.upload(screen.getByLabelText("File to import"), file);
    return api;
  }
  const importIt = async () => userEvent.click(await screen.findByRole("button", { name: "Import" }));

  test("a file is tried first, and imported after what it would do is shown", async () => {
    const { calls } = await choose(() => counts());
    await screen.findByText("12 new, 3 changed, 8 invitations");
    expect(calls.map(({ path }) => path)).toEqual(["/api/college/people/import?dryRun=1"]);
    expect(calls[0]?.body).toMatchObject({ type: "text/csv" });
    await importIt();
    await screen.findByText("Imported: 12 new, 3 changed, 8 invitations.");
    expect(calls.map(({ path }) => path)).toContain("/api/college/people/import");
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
  });

  test("each wrong line has its reason, in a list that keyboards scroll", async () => {
    const rejected = [
      { line: 7, reason: "The role has to be student, alumni, faculty or staff." },
      { line: 9, reason: "This address is on an earlier line already." },
    ];
    await choose(() => counts({ rejected }));
    await screen.findByRole("region", { name: "2 lines are left out" });
    expect(screen.getByText("Line 7: The role has to be student, alumni, faculty or staff.")).toBeTruthy();
    expect(screen.getByRole("list").tabIndex).toBe(0);
  });

  test("a file with nothing new has nothing to import", async () => {
    await choose(() => counts({ added: 0, updated: 0, invited: 0 }));
    await screen.findByText("There is nothing new in it.");
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
  });

  test("what is wrong with a file or the import is said, and either can be repeated", async () => {
    const { answer } = await choose(() =>
      errorAnswer(400, "validation", "The first line has to name the columns."),
    );
    await screen.findByText("The first line has to name the columns.");
    answer(() => counts());
    await userEvent.upload(screen.getByLabelText("File to import"), file);
    await screen.findByText("12 new, 3 changed, 8 invitations");
    answer(() => errorAnswer(500, "internal", "Something went wrong. Please try again."));
    await importIt();
    await screen.findByText("Something went wrong. Please try again.");
    answer(() => counts());
    await importIt();
    await screen.findByText(/^Imported/);
  });

  test("the template has the line of columns", async () => {
    fakeApi(() => counts());
    show(<ImportPeople />);
    await userEvent.click(screen.getByRole("button", { name: "Import people" }));
    await userEvent.click(await screen.findByRole("button", { name: "Download a template" }));
    const [blob, name] = jest.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toBe("people.csv");
    await waitFor(async () => {
      const reader = new FileReader();
      const read = new Promise((resolve) => reader.addEventListener("load", () => resolve(reader.result)));
      reader.readAsText(blob as Blob);
      expect(await read).toBe('"email","name","role","department","batch"\r\n');
    });
  });
});

describe("campus numbers", () => {
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
});
