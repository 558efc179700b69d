/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AffiliationRequest } from "@/components/profiles/affiliation-request";
import { AffiliationState } from "@/components/profiles/request-line";
import { type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

const CSE = { code: "CSE", name: "Computer Science and Engineering", idCodes: ["CS"] };
const NONE = { state: "none", role: null, department: null };
const PENDING = { state: "pending", role: "faculty", department: "CSE" };

/** The API of a person whose request is in this state. */
const server = (request: object, me = ownUser()) => {
  let current = request;
  return fakeApi(({ method, path }: ApiCall) => {
    if (!path.endsWith("/affiliation-request")) return { status: 200, body: { user: me } };
    if (method !== "GET") current = method === "POST" ? PENDING : NONE;
    return { status: 200, body: current };
  });
};
const open = async () => userEvent.click(await screen.findByRole("button", { name: "I teach or work here" }));
const ask = () => userEvent.click(screen.getByRole("button", { name: "Ask the college" }));

test("one asks the college, sees that it is waited for, and takes it back", async () => {
  const { calls } = server(NONE);
  show(<AffiliationRequest departments={[CSE]} />);
  await open();
  await screen.findByRole("radio", { name: "I teach" });
  await ask();
  screen.getByText("Please choose your department.");
  await userEvent.selectOptions(screen.getByLabelText("Department"), "CSE");
  await ask();
  await screen.findByText("Waiting for the college: Faculty · CSE. Only you see this.");
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ role: "faculty", department: "CSE" });
  await userEvent.click(screen.getByRole("button", { name: "Take back" }));
  await screen.findByRole("button", { name: "Ask the college" });
});

test("what the server rejects is said", async () => {
  const { answer } = server({ ...PENDING, state: "rejected" });
  show(<AffiliationRequest departments={[]} />);
  await open();
  await screen.findByText("The college has not confirmed: Faculty · CSE. Only you see this.");
  answer(() => errorAnswer(409, "conflict", "You can ask again tomorrow."));
  await ask();
  await screen.findByText("You can ask again tomorrow.");
});

test("whom the college has confirmed is asked nothing", async () => {
  const { calls } = server(NONE, ownUser({ role: "faculty" }));
  show(<AffiliationRequest departments={[CSE]} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
});

test.each([
  [PENDING, /^Waiting for the college/],
  [{ ...PENDING, state: "rejected" }, /^The college has not confirmed/],
])("one's own profile says how %j stands", async (request, line) => {
  server(request);
  show(<AffiliationState userId="me" />);
  await screen.findByText(line);
});

test.each([NONE, { ...PENDING, state: "confirmed" }])("and nothing of %j", async (request) => {
  const { calls } = server(request);
  show(<AffiliationState userId="me" />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByText(/college/)).toBeNull();
});
