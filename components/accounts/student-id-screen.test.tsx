/** @jest-environment jsdom */
import { readFileSync } from "node:fs";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StudentIdScreen } from "@/components/accounts/student-id-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { parseCampusFile } from "@/lib/campus/schema";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import type { Affiliation } from "@/lib/profiles/schema";
import { type ApiAnswer, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser, UNAFFILIATED } from "@/tests/user-fixture";

beforeEach(() => {
  freshBrowser(newcomer());
  signUp.nameChosen(ownUser());
});

const [MITS] = parseCampusFile(readFileSync("campus/mits.json", "utf8"), "mits.json").colleges;
const saved: ApiAnswer = { status: 200, body: { user: ownUser({ name: "Tara Deshmukh" }) } };

describe("the College ID", () => {
  test("is required, restored, saved, and followed by the picture", async () => {
    storeProfile(ownUser());
    const { calls } = fakeApi(() => saved);
    const first = show(<StudentIdScreen lists={MITS} />);
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(screen.getByText("Please enter your College ID.")).not.toBeNull();
    await userEvent.type(screen.getByLabelText("College ID"), "0901CS");
    first.unmount();
    show(<StudentIdScreen lists={MITS} />);
    await userEvent.type(screen.getByLabelText("College ID"), "231042{Enter}");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls).toMatchObject([{ method: "PUT", body: { collegeId: "0901CS231042" } }]);
  });

  test("goes on without an age, which can be said with it", async () => {
    storeProfile(ownUser({ isAdult: null }));
    const { calls } = fakeApi(() => saved);
    show(<StudentIdScreen lists={MITS} />);
    for (const radio of screen.getAllByRole<HTMLInputElement>("radio")) expect(radio.checked).toBe(false);
    screen.getByText(
      "We ask because people under 18 are protected here. You can say it later; until then you are, too.",
    );
    await userEvent.type(screen.getByLabelText("College ID"), "EMP 7{Enter}");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toEqual({ collegeId: "EMP 7" });
  });

  test("takes the age along", async () => {
    storeProfile(ownUser({ isAdult: null }));
    const { calls } = fakeApi(() => saved);
    show(<StudentIdScreen lists={MITS} />);
    await userEvent.type(screen.getByLabelText("College ID"), "EMP 7");
    await userEvent.click(screen.getByRole("radio", { name: "I am under 18" }));
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(calls).toMatchObject([{ body: { collegeId: "EMP 7", isAdult: false } }]));
  });

  test("can be left out by a graduate", async () => {
    storeProfile(ownUser({ isAdult: null, affiliation: { ...UNAFFILIATED, role: "alumni" } }));
    const { calls } = fakeApi(() => saved);
    show(<StudentIdScreen lists={MITS} />);
    await userEvent.click(screen.getByRole("radio", { name: "I am 18 or older" }));
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls).toMatchObject([{ method: "PUT", body: { isAdult: true } }]);
    expect(calls[0]?.body).not.toHaveProperty("collegeId");
  });

  test("of an invited graduate asks whether the college has listed the right batch", async () => {
    const affiliation = { ...UNAFFILIATED, role: "alumni" as const, department: "CSE", batch: 2014 };
    storeProfile(ownUser({ isAdult: true, affiliation }));
    const { calls } = fakeApi(() => saved);
    show(<StudentIdScreen lists={MITS} />);
    screen.getByRole("heading", { name: "Your batch: CSE ’14. Right?" });
    expect(screen.queryByRole("checkbox", { name: "I teach or work here" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Change" }));
    await userEvent.selectOptions(screen.getByLabelText("Year of graduation"), "2015");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls).toMatchObject([{ body: { department: "CSE", batch: 2015 } }]);
  });

  test("can be replaced by a password", () => {
    fakeApi(() => saved);
    show(<StudentIdScreen lists={MITS} />);
    expect(screen.getByRole("link", { name: "I don't have my ID with me" }).getAttribute("href")).toBe(
      "/enter-password-page",
    );
  });
});

/** Opens the step, enters a number and says that one is 18. */
async function enter(number: string, affiliation: Partial<Affiliation> = {}) {
  storeProfile(ownUser({ isAdult: null, affiliation: { ...UNAFFILIATED, ...affiliation } }));
  const { calls, answer } = fakeApi(() => saved);
  show(<StudentIdScreen lists={MITS} />);
  await userEvent.clear(screen.getByLabelText("College ID"));
  await userEvent.type(screen.getByLabelText("College ID"), number);
  await userEvent.click(screen.getByRole("radio", { name: "I am 18 or older" }));
  return { calls, answer };
}
const proposal = () => screen.queryByText(/^Next to your name/)?.textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const select = (label: string, value: string) => userEvent.selectOptions(screen.getByLabelText(label), value);

describe("what the number says", () => {
  test("is shown and sent along, without a further press", async () => {
    const { calls } = await enter("0901CS231004");
    expect(proposal()).toBe("Next to your name: CSE · 2027");
    await press("Continue");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toEqual({
      collegeId: "0901CS231004",
      isAdult: true,
      department: "CSE",
      batch: 2027,
    });
  });

  test("can be left out and put back", async () => {
    const { calls } = await enter("0901CS231004");
    await press("Leave out");
    screen.getByText("Nothing is shown next to your name.");
    await press("Put back");
    expect(proposal()).toBe("Next to your name: CSE · 2027");
    await press("Leave out");
    await press("Continue");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({ collegeId: "0901CS231004", isAdult: true });
  });

  test("can be changed on the same page, by keyboard as well", async () => {
    const { calls } = await enter("0901CS231004");
    await press("Change");
    expect(document.activeElement).toBe(screen.getByLabelText("Department"));
    await select("Department", "IT");
    await select("Year of graduation", "2028");
    await userEvent.type(screen.getByLabelText("Section (optional)"), "7b");
    expect(proposal()).toBe("Next to your name: IT · 2028");
    await press("Continue");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ department: "IT", batch: 2028, section: "B" });
  });

  test.each(["EMP-1042", "0901ZZ231004", "I have none"])("is nothing for %j", async (number) => {
    const { calls } = await enter(number);
    expect(proposal()).toBeUndefined();
    expect(screen.queryByRole("button", { name: "Leave out" })).toBeNull();
    await press("Continue");
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toEqual({ collegeId: number, isAdult: true });
  });

  test.each([
    ["has said it before", { department: "IT" }],
    ["has it from the college", { role: "alumni", batch: 2020 }],
    ["teaches", { role: "faculty" }],
  ] as const)("is not proposed to someone who %s", async (_, affiliation) => {
    await enter("0901CS231004", affiliation);
    expect(proposal()).toBeUndefined();
  });
});

describe("I teach or work here", () => {
  const PENDING = { status: 201, body: { state: "pending", role: "faculty", department: "CSE" } };

  test("asks the college, and then waits for it", async () => {
    const { calls, answer } = await enter("0901CS231004");
    await userEvent.click(screen.getByRole("checkbox", { name: "I teach or work here" }));
    expect(proposal()).toBeUndefined();
    await press("Continue");
    screen.getByText("Please choose your department.");
    expect(document.activeElement).toBe(screen.getByLabelText("Department"));
    expect(calls).toEqual([]);
    await select("Department", "CSE");
    answer(({ method }) => (method === "POST" ? PENDING : errorAnswer(500, "internal", "Not now.")));
    await press("Continue");
    await screen.findByText("Not now.");
    screen.getByText("Waiting for the college: Faculty · CSE. Only you see this.");
    answer(() => saved);
    await press("Continue");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls.slice(0, 2)).toMatchObject(
      [
        { method: "POST", path: /affiliation-request$/, body: { role: "faculty", department: "CSE" } },
        { method: "PUT", body: { collegeId: "0901CS231004", isAdult: true } },
      ].map((call) => ({ ...call, ...(call.path && { path: expect.stringMatching(call.path) }) })),
    );
    expect(calls[1]?.body).not.toHaveProperty("department");
  });

  test("needs no department of staff, and says why it failed", async () => {
    const { calls, answer } = await enter("EMP 7");
    await userEvent.click(screen.getByRole("checkbox", { name: "I teach or work here" }));
    await userEvent.click(screen.getByRole("radio", { name: "I work here" }));
    answer(() => errorAnswer(409, "conflict", "The college has rejected this today."));
    await press("Continue");
    await screen.findByText("The college has rejected this today.");
    expect(calls).toMatchObject([{ method: "POST", body: { role: "staff", department: null } }]);
    await userEvent.click(screen.getByRole("checkbox", { name: "I teach or work here" }));
    answer(() => saved);
    await press("Continue");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls[1]?.body).toEqual({ collegeId: "EMP 7", isAdult: true });
  });
});
