/** @jest-environment jsdom */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PeopleScreen } from "@/components/people-search/people-screen";
import type { PeopleAnswer } from "@/lib/people-search/people-schema";
import type { OwnUser } from "@/lib/profiles/schema";
import { type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { MEMBERS } from "@/tests/samples";
import { ownUser } from "@/tests/user-fixture";

/** Who is on the campus, and what narrows the list. */

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
});

const OF_CLASS = {
  affiliation: { role: "student", department: "CSE", batch: 2027, label: "CSE ’27" },
  section: "B",
} satisfies Partial<OwnUser>;
const person = (member: (typeof MEMBERS)[keyof typeof MEMBERS]) => ({
  ...member,
  collegeName: "MITS",
  isInCircle: false,
});
const page = (change: Partial<PeopleAnswer> = {}): PeopleAnswer => ({
  people: [person(MEMBERS.kabir), person(MEMBERS.meera)],
  total: 1240,
  facets: {
    department: [
      { value: "CSE", count: 310 },
      { value: "ME", count: 12 },
    ],
    batch: [{ value: 2027, count: 61 }],
    role: [{ value: "student", count: 1200 }],
  },
  nextCursor: null,
  ...change,
});

function open(address: string, me = ownUser(OF_CLASS), answer: PeopleAnswer | "fails" = page()) {
  freshBrowser(me);
  window.history.replaceState(null, "", address);
  const { calls } = fakeApi(({ path }) => {
    if (path.startsWith("/api/auth/me")) return { status: 200, body: { user: me } };
    return answer === "fails"
      ? errorAnswer(500, "internal", "Something went wrong.")
      : { status: 200, body: answer };
  });
  show(
    <PeopleScreen
      departments={[
        { code: "CSE", name: "Computer Science and Engineering" },
        { code: "ME", name: "Mechanical Engineering" },
      ]}
      programmes={[{ code: "BTECH", name: "Bachelor of Technology" }]}
    />,
  );
  return calls;
}
const asked = (calls: ApiCall[]) =>
  calls.flatMap(({ path }) => (path.startsWith("/api/people") ? [path.slice("/api/people".length)] : []));
const select = (name: string) => screen.getByRole("combobox", { name });
const options = (name: string) =>
  within(select(name))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

test("people are listed by name, with what they are, a join button, and how many there are", async () => {
  open("/people");
  const list = await screen.findByRole("list", { name: "People, by name" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(within(list).getAllByText("CSE ’27").length).toBeGreaterThan(0);
  within(list).getByRole("button", { name: `Join Circle of ${MEMBERS.kabir.name}` });
  expect(screen.getByRole("status").textContent).toBe("1,240 people");
});

test("each filter shows how many people a choice would give, and is part of the address", async () => {
  const calls = open("/people");
  await screen.findByText("1,240 people");
  expect(options("Department")).toEqual([
    "Department",
    "CSE (310) Computer Science and Engineering",
    "ME (12) Mechanical Engineering",
  ]);
  expect(options("Year of graduation")).toEqual(["Year", "2027 (61)"]);
  expect(screen.queryByRole("combobox", { name: "Section" })).toBeNull();
  await userEvent.selectOptions(select("Department"), "CSE");
  await userEvent.selectOptions(select("Section"), "B");
  await waitFor(() => expect(asked(calls).at(-1)).toBe("?department=CSE&section=B"));
  expect(window.location.search).toBe("?department=CSE&section=B");
  // A section is of a department.
  await userEvent.selectOptions(select("Department"), "ME");
  expect(window.location.search).toBe("?department=ME");
  expect(screen.queryByRole("combobox", { name: "Section" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(window.location.search).toBe("");
});

test("My class is one press, and another one leads back to everyone", async () => {
  open("/people");
  const button = await screen.findByRole("button", { name: "My class: CSE ’27, section B" });
  expect(button.getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(button);
  expect(window.location.search).toBe("?department=CSE&batch=2027&section=B");
  await waitFor(() => expect(button.getAttribute("aria-pressed")).toBe("true"));
  await userEvent.click(button);
  expect(window.location.search).toBe("");
});

test("people without a class learn where to say it", async () => {
  open("/people", ownUser());
  expect((await screen.findByRole("link", { name: "your profile" })).getAttribute("href")).toBe(
    "/edit-profile",
  );
  expect(screen.queryByRole("button", { name: /My class/ })).toBeNull();
});

test("a name narrows the list after a pause, and the other filters stay", async () => {
  const calls = open("/people?department=CSE");
  await userEvent.type(await screen.findByRole("searchbox", { name: "Search by name" }), "asha");
  await waitFor(() => expect(window.location.search).toBe("?department=CSE&q=asha"));
  await waitFor(() => expect(asked(calls)).toContain("?q=asha&department=CSE"));
  // Not one call a letter.
  expect(asked(calls)).toHaveLength(2);
});

test("a letter starts the list there, the filters stay, and it goes with another filter or a name", async () => {
  const calls = open("/people?department=CSE");
  const letters = await screen.findByRole("navigation", { name: "By first letter" });
  const letter = (name: string) => within(letters).getByRole("link", { name });
  expect(within(letters).getAllByRole("link")).toHaveLength(26);
  await userEvent.click(letter("M"));
  expect(window.location.search).toBe("?department=CSE&from=M");
  await waitFor(() => expect(letter("M").getAttribute("aria-current")).toBe("true"));
  await waitFor(() => expect(asked(calls).at(-1)).toBe("?department=CSE&from=M"));
  await userEvent.click(letter("M"));
  expect(window.location.search).toBe("?department=CSE");
  await userEvent.click(letter("K"));
  await userEvent.selectOptions(select("Role"), "student");
  expect(window.location.search).toBe("?department=CSE&role=student");
  await userEvent.click(letter("K"));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search by name" }), "asha");
  expect(screen.queryByRole("navigation", { name: "By first letter" })).toBeNull();
  await waitFor(() => expect(window.location.search).toBe("?department=CSE&role=student&q=asha"));
});

test("no name from a letter on is said as that", async () => {
  open("/people?from=Z", ownUser(OF_CLASS), page({ people: [] }));
  await screen.findByText("No names from Z on");
});

test("no one, and a failure, say what to do", async () => {
  open("/people?batch=2031", ownUser(OF_CLASS), page({ people: [], total: 0 }));
  await screen.findByText("No one found");
  expect(select("Year of graduation")).toHaveProperty("value", "2031");
});

test("a failure can be tried again", async () => {
  open("/people", ownUser(OF_CLASS), "fails");
  await screen.findByRole("button", { name: "Try Again" }, { timeout: 15_000 });
}, 20_000);
