/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

beforeEach(() => freshBrowser());

const FULL_NAME = "Madhav Institute of Technology & Science, Gwalior";
const field = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "College" });
const continueButton = () => screen.getByRole("button", { name: "Continue" });
const choose = async () => {
  await userEvent.selectOptions(field(), "MITS");
  await userEvent.click(continueButton());
};
const cameThroughGoogle = (name: string) => freshBrowser(newcomer({ provider: "google", name }));
const registered = (name: string) => ({
  status: 200,
  body: { user: ownUser({ provider: "google", name }), token: "b", message: "Your profile is ready." },
});

describe("choosing a college", () => {
  test("is a native select, in which nothing is chosen beforehand and which has the focus", () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    expect([field().tagName, field().name, field().value]).toEqual(["SELECT", "collegeName", ""]);
    expect([...field().options].map(({ value, label }) => [value, label])).toEqual([
      ["", "College Name"],
      ["MITS", FULL_NAME],
    ]);
    expect(field().selectedOptions[0]?.label).toBe("College Name");
    expect(document.activeElement).toBe(field());
    screen.getByText("Search and select your college to join its exclusive community");
  });

  test("is required", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    await userEvent.click(continueButton());
    expect(screen.getByRole("alert").textContent).toBe("Please select your college.");
    expect(document.activeElement).toBe(field());
    expect(router.push).not.toHaveBeenCalled();
    await userEvent.selectOptions(field(), "MITS");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("shows what to do when one's college is missing", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    await userEvent.click(screen.getByText("My college isn't here"));
    expect(screen.getByRole("group").textContent).toContain("Colleges join Campus Circle one by one.");
  });

  test("continues with the address when signing up by email", async () => {
    const { calls } = fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    await choose();
    expect(router.push).toHaveBeenCalledWith("/enter-college-email-page");
    expect(signUp.draft()).toMatchObject({ collegeName: "MITS", authMethod: "email" });
    expect(calls).toHaveLength(0);
  });

  test("works with blocked storage while the page is open", async () => {
    for (const method of ["getItem", "setItem", "removeItem"] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("denied", "SecurityError");
      });
    }
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    await choose();
    expect(router.push).toHaveBeenCalledWith("/enter-college-email-page");
  });

  test("registers a person from Google and returns to their destination", async () => {
    cameThroughGoogle("Ananya Singh");
    storeSignUp({ next: "/post/1" });
    const { calls } = fakeApi(() => registered("Ananya Singh"));
    show(<CollegeScreen />);
    await choose();
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/post/1"));
    expect(calls).toMatchObject([
      {
        path: "/api/auth/register",
        bearer: "Bearer a",
        body: { collegeName: "MITS", email: "ishita@mitsgwl.ac.in" },
      },
    ]);
    expect(storedAccessToken()).toBe("b");
  });

  test("asks for a name Google did not provide", async () => {
    cameThroughGoogle("Anonymous User");
    fakeApi(() => registered("Anonymous User"));
    show(<CollegeScreen />);
    await choose();
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/enter-name-page"));
  });

  test.each([
    [errorAnswer(409, "duplicate_email", "x"), "This email is already registered. Please log in instead."],
    [
      errorAnswer(400, "validation", "Please choose one of: MITS."),
      "Registration failed: Please choose one of: MITS.",
    ],
    [{ status: 502, body: "a proxy's page" }, "Registration failed: Unknown error"],
    ["offline" as const, "Something went wrong during registration."],
  ])("shows why a registration failed: %j", async (answer, text) => {
    cameThroughGoogle("Ananya Singh");
    fakeApi(() => {
      if (answer === "offline") throw new TypeError("Failed to fetch");
      return answer;
    });
    show(<CollegeScreen />);
    await choose();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
  });
});
