/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PeopleScreen } from "@/components/college/people-screen";
import { toast, undoToast } from "@/components/ui/toast";
import type { CollegePerson } from "@/lib/college/schema";
import { saveFile } from "@/lib/dom/save-file";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { MEMBERS } from "@/tests/samples";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/dom/save-file");
jest.mock("@/components/ui/toast", () => ({
  ...jest.requireActual("@/components/ui/toast"),
  undoToast: jest.fn(),
}));

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
  if (path.endsWith("/staff-role")) {
    return { status: 200, body: { member: person({ staffRole: "moderator" }) } };
  }
  if (method === "POST") return { status: 200, body: { message: "Done." } };
  return page([person(), gone]);
};

beforeEach(() => {
  freshBrowser(me);
  window.history.replaceState(null, "", "/college/people");
});

const DEPARTMENTS = {
  MITS: [
    { code: "CSE", name: "Computer Science", idCodes: ["CS"] },
    { code: "ME", name: "Mechanical Engineering", idCodes: ["ME"] },
  ],
};
const rowOf = (name: string) => screen.getByText(name).closest("li");
const act = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Options for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
};

test("each person is a link, with role, state, and the days they joined and were there", async () => {
  fakeApi(answer);
  show(<PeopleScreen departments={DEPARTMENTS} />);
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
  show(<PeopleScreen departments={DEPARTMENTS} />);
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

test("a role and a department are chosen in the address, too, with the count of each role", async () => {
  window.history.replaceState(null, "", "/college/people?role=faculty&department=XYZ");
  const { calls } = fakeApi(answer);
  show(<PeopleScreen departments={DEPARTMENTS} />);
  const role = await screen.findByRole("combobox", { name: "Role at the college" });
  const asked = () => calls.map(({ path }) => path);
  await waitFor(() => expect(asked()).toContain("/api/college/people?role=faculty"));
  const faculty = await within(role).findByRole<HTMLOptionElement>("option", { name: "Faculty · 32" });
  expect(faculty.selected).toBe(true);
  const department = screen.getByRole("combobox", { name: "Department" });
  await userEvent.selectOptions(department, "Mechanical Engineering");
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/college/people?role=faculty&department=ME"));
  expect(window.location.search).toBe("?role=faculty&department=ME");
  await userEvent.selectOptions(role, "All roles");
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/api/college/people?department=ME"));
});

describe("who waits", () => {
  const requestedAt = "2026-11-20T10:00:00.000Z";
  const asks = person({ ...MEMBERS.ishita, request: { role: "faculty", department: "ME", requestedAt } });
  const path = `/api/college/people/${asks._id}`;
  /** Until someone has answered. */
  const withRequest = () => {
    let isAnswered = false;
    return fakeApi((call) => {
      if (call.method === "PUT") isAnswered = !(call.body as { reopens?: true }).reopens;
      if (call.path === "/api/college/people" && !isAnswered) return page([asks, person()]);
      return call.method === "PUT" ? { status: 200, body: { member: asks } } : answer(call);
    });
  };

  test("is on top, and is confirmed with one press, which can be undone", async () => {
    const { calls } = withRequest();
    show(<PeopleScreen departments={DEPARTMENTS} />);
    const group = await screen.findByRole("list", { name: "Awaiting confirmation" });
    expect(within(group).getByText("Faculty · ME")).toBeTruthy();
    const others = screen.getByRole("list", { name: "People, by name" });
    expect(within(others).queryByText("Ishita Verma")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Confirm Ishita Verma" }));
    const body = { role: "faculty", department: "ME", requestedAt };
    await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", path, body })));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Confirm Ishita Verma" })).toBeNull());
    const [said, undo] = jest.mocked(undoToast).mock.calls.at(-1) ?? [];
    expect(said).toMatch(/is confirmed: Faculty · ME$/);
    undo?.();
    const before = { role: "student", department: "CSE", reopens: true };
    await waitFor(() =>
      expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", path, body: before })),
    );
    expect(await screen.findByRole("button", { name: "Confirm Ishita Verma" })).toBeTruthy();
  });

  test("stays what they are when it is not now", async () => {
    const { calls } = withRequest();
    show(<PeopleScreen departments={DEPARTMENTS} />);
    await userEvent.click(await screen.findByRole("button", { name: "Not now: Ishita Verma" }));
    const body = { role: "student", requestedAt };
    await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", path, body })));
    await waitFor(() =>
      expect(jest.mocked(undoToast).mock.calls.at(-1)?.[0]).toMatch(/is not confirmed: Faculty · ME$/),
    );
  });
});

test("someone is made a graduate of a department and a year", async () => {
  const { calls } = fakeApi((call) =>
    call.method === "PUT" ? { status: 200, body: { member: person() } } : answer(call),
  );
  show(<PeopleScreen departments={DEPARTMENTS} />);
  await act("Kabir Rao", "Alumni…");
  const dialog = await screen.findByRole("alertdialog");
  const field = (name: string) => within(dialog).getByRole("combobox", { name });
  expect((field("Department") as HTMLSelectElement).value).toBe("CSE");
  await userEvent.selectOptions(field("Department"), "Mechanical Engineering");
  await userEvent.selectOptions(field("Year of graduation"), "2019");
  await userEvent.click(within(dialog).getByRole("button", { name: "Change role" }));
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({
        method: "PUT",
        path: `/api/college/people/${MEMBERS.kabir._id}`,
        body: { role: "alumni", department: "ME", batch: 2019 },
      }),
    ),
  );
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("someone is made a moderator, and logged out everywhere, after a question each", async () => {
  const { calls } = fakeApi(answer);
  show(<PeopleScreen departments={DEPARTMENTS} />);
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

test("taking an admin's role says that it takes two, before and after", async () => {
  const admin = person({ staffRole: "admin" });
  const said = jest.spyOn(toast, "success");
  fakeApi((call) => {
    if (call.path.endsWith("/staff-role")) return { status: 200, body: { member: admin } };
    return call.path === "/api/college/people" ? page([admin]) : answer(call);
  });
  show(<PeopleScreen departments={DEPARTMENTS} />);
  await act("Kabir Rao", "Take the role away");
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("nothing changes until another admin does the same");
  await userEvent.click(within(question).getByRole("button", { name: "Take away" }));
  const sentence = "Another admin has to do the same within 24 hours. All admins got a mail.";
  await waitFor(() => expect(said).toHaveBeenCalledWith(sentence));
});

test("an age is noted, also of someone who has not said any", async () => {
  const { calls } = fakeApi((call) =>
    call.path.endsWith("/age") ? { status: 200, body: { member: person({ age: "minor" }) } } : answer(call),
  );
  show(<PeopleScreen departments={DEPARTMENTS} />);
  await act("Kabir Rao", "Note: under 18");
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({
        path: `/api/college/people/${MEMBERS.kabir._id}/age`,
        body: { age: "minor" },
      }),
    ),
  );
});

test("a case about someone is opened, in which they can be suspended; none about oneself", async () => {
  const caseId = "0190a1b2-0000-7000-8000-000000000700";
  const own = person({ _id: me._id, name: "Ishita Verma" });
  const { calls } = fakeApi((call) => {
    if (call.method === "POST") return { status: 201, body: { caseId } };
    return call.path === "/api/college/people" ? page([person(), own]) : answer(call);
  });
  show(<PeopleScreen departments={DEPARTMENTS} />);
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
  show(<PeopleScreen departments={DEPARTMENTS} />);
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
  show(<PeopleScreen departments={DEPARTMENTS} />);
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
  show(<PeopleScreen departments={DEPARTMENTS} />);
  expect(await screen.findByText("The database is away.")).toBeTruthy();
  change((call) =>
    call.path.startsWith("/api/college/people") && !call.path.endsWith("counts") ? page([]) : answer(call),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Try Again" }, { timeout: 4000 }));
  expect(await screen.findByText("No one found")).toBeTruthy();
});
