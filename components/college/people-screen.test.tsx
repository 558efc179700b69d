/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PeopleScreen } from "@/components/college/people-screen";
import { MEMBERS } from "@/components/gallery/samples";
import type { CollegePerson } from "@/lib/college/schema";
import { saveFile } from "@/lib/dom/save-file";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/dom/save-file");

const me = ownUser({ staffRole: "admin" });
const person = (change: Partial<CollegePerson> = {}): CollegePerson => ({
  ...MEMBERS.kabir,
  email: "k•••@mitsgwl.ac.in",
  staffRole: null,
  isActive: true,
  suspension: null,
  age: null,
  state: "active",
  collegeName: "MITS",
  role: "student",
  department: "CSE",
  batch: 2027,
  request: null,
  joinedOn: "2026-01-03",
  lastActiveOn: "2026-11-20",
  ...change,
});
const counts = {
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
const gone = person({
  ...MEMBERS.meera,
  state: "suspended",
  staffRole: "moderator",
  lastActiveOn: null,
  suspension: { until: null },
});
const page = (people: CollegePerson[]) => ({
  status: 200,
  body: { people, hasMore: false, nextCursor: null },
});

const answer = ({ path, method }: ApiCall): ApiAnswer => {
  if (path === "/api/auth/me") return { status: 200, body: { user: me } };
  if (path === "/api/auth/password") return { status: 200, body: { hasPassword: true } };
  if (path.endsWith("/counts")) return { status: 200, body: counts };
  if (method === "POST") return { status: 200, body: { message: "Done." } };
  return page([person(), gone]);
};

beforeEach(() => {
  freshBrowser(me);
  window.history.replaceState(null, "", "/college/people");
});

const rowOf = (name: string) => screen.getByText(name).closest("li");
const act = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Options for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
};

test("each person is a link, with role, state, and the days they joined and were there", async () => {
  fakeApi(answer);
  show(<PeopleScreen />);
  const link = await screen.findByRole("link", { name: "Kabir Rao" });
  expect(link.getAttribute("href")).toBe(`/profile/${MEMBERS.kabir._id}`);
  expect(rowOf("Kabir Rao")?.textContent).toContain("@kabir.rao · k•••@mitsgwl.ac.in");
  expect(rowOf("Kabir Rao")?.textContent).toContain("Joined 3 Jan 2026");
  expect(rowOf("Kabir Rao")?.textContent).toContain("Active 20 Nov 2026");
  expect(rowOf("Meera Joshi")?.textContent).toMatch(/Moderator.*Suspended/);
  expect(rowOf("Meera Joshi")?.textContent).not.toContain("Active");
});

test("a filter has its count, is part of the address, and asks for those alone", async () => {
  const { calls } = fakeApi(answer);
  show(<PeopleScreen />);
  await userEvent.click(await screen.findByRole("button", { name: /^Never posted.*310$/ }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/college/people?state=never_posted"));
  expect(window.location.search).toBe("?show=never_posted");
  await userEvent.click(screen.getByRole("button", { name: /^Moderators and admins/ }));
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/college/people?state=moderating"));
  await userEvent.type(screen.getByRole("searchbox"), "kab");
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/college/people?q=kab&state=moderating"));
  expect(screen.getByRole("button", { name: /^Moderators and admins/ }).getAttribute("aria-pressed")).toBe(
    "true",
  );
});

test("someone is made a moderator, and logged out everywhere, after a question each", async () => {
  const { calls } = fakeApi(answer);
  show(<PeopleScreen />);
  await act("Kabir Rao", "Make moderator");
  const role = await screen.findByRole("alertdialog");
  await userEvent.click(within(role).getByRole("button", { name: "Change role" }));
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({
        path: `/api/college/people/${MEMBERS.kabir._id}/staff-role`,
        body: { staffRole: "moderator" },
      }),
    ),
  );
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await act("Kabir Rao", "Log out everywhere");
  const signOut = await screen.findByRole("alertdialog");
  await userEvent.click(within(signOut).getByRole("button", { name: "Log out" }));
  await waitFor(() =>
    expect(calls.map(({ path }) => path)).toContain(`/api/college/people/${MEMBERS.kabir._id}/sign-out`),
  );
});

test("a case about someone is opened, in which they can be suspended; none about oneself", async () => {
  const caseId = "0190a1b2-0000-7000-8000-000000000700";
  const own = person({ _id: me._id, name: "Ishita Verma" });
  const { calls } = fakeApi((call) => {
    if (call.method === "POST") return { status: 201, body: { caseId } };
    return call.path === "/api/college/people" ? page([person(), own]) : answer(call);
  });
  show(<PeopleScreen />);
  await act("Kabir Rao", "Open a case");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/moderation/${caseId}`));
  expect(calls).toContainEqual(
    expect.objectContaining({
      path: "/api/moderation/cases",
      body: { subject: "person", subjectId: MEMBERS.kabir._id },
    }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Options for Ishita Verma" }));
  await screen.findByRole("menuitem", { name: "Make admin" });
  for (const name of ["Open a case", "Log out everywhere"]) {
    expect(screen.queryByRole("menuitem", { name })).toBeNull();
  }
});

test("why something failed stands in its question", async () => {
  fakeApi((call) =>
    call.method === "POST" ? errorAnswer(403, "forbidden", "You are the only admin.") : answer(call),
  );
  show(<PeopleScreen />);
  await act("Meera Joshi", "Take the role away");
  await userEvent.click(await screen.findByRole("button", { name: "Take away" }));
  expect(await screen.findByText("You are the only admin.")).toBeTruthy();
});

test("the export asks for a proof first, and then gives the file as filtered", async () => {
  window.history.replaceState(null, "", "/college/people?show=new");
  let isProven = false;
  const { calls } = fakeApi((call) => {
    if (call.path === "/api/auth/reauthenticate") isProven = true;
    return call.path.includes("/export") && !isProven
      ? errorAnswer(403, "reauthenticate", "Please confirm that it's you.")
      : answer(call);
  });
  show(<PeopleScreen />);
  await userEvent.click(await screen.findByRole("button", { name: "Export as CSV" }));
  await userEvent.type(await screen.findByLabelText("Current password"), "four words{Enter}");
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  expect(calls.at(-1)?.path).toBe("/api/college/people/export?state=new");
});

test("it says when no one is found, and a failure can be tried again", async () => {
  const { answer: change } = fakeApi((call) =>
    call.path.startsWith("/api/college/people?") || call.path === "/api/college/people"
      ? errorAnswer(503, "unavailable", "The database is away.")
      : answer(call),
  );
  show(<PeopleScreen />);
  expect(await screen.findByText("The database is away.")).toBeTruthy();
  change((call) =>
    call.path.startsWith("/api/college/people") && !call.path.endsWith("counts") ? page([]) : answer(call),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Try Again" }, { timeout: 4000 }));
  expect(await screen.findByText("No one found")).toBeTruthy();
});
