/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ImportPeople } from "@/components/college/people-screen";
import type { ImportAnswer } from "@/lib/college/schema";
import { saveFile } from "@/lib/dom/save-file";
import { type ApiAnswer, type ApiHandler, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/dom/save-file");

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
