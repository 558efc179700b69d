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

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "College" });
const continueButton = () => screen.getByRole("button", { name: "Continue" });
const choose = async () => {
  await userEvent.clear(field());
  await userEvent.type(field(), "gwalior");
  await userEvent.click(continueButton());
};
const cameThroughGoogle = (name: string) => freshBrowser(newcomer({ provider: "google", name }));
const registered = (name: string) => ({
  status: 200,
  body: { user: ownUser({ provider: "google", name }), token: "b", message: "Your profile is ready." },
});

describe("choosing a college", () => {
  test("is done where there is one: Enter goes on", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    const { container } = show(<CollegeScreen />);
    expect(field().value).toBe("Madhav Institute of Technology & Science, Gwalior");
    expect(container.querySelector("select")?.value).toBe("MITS");
    expect(document.activeElement).toBe(continueButton());
    await userEvent.keyboard("{Enter}");
    expect(router.push).toHaveBeenCalledWith("/enter-college-email-page");
    expect(signUp.draft().collegeName).toBe("MITS");
  });

  test("is required", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    await userEvent.clear(field());
    await userEvent.click(continueButton());
    expect(screen.getByRole("alert").textContent).toBe("Please select your college.");
    expect(document.activeElement).toBe(field());
    expect(router.push).not.toHaveBeenCalled();
  });

  test("shows placeholder, hint and every option", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    expect(field().placeholder).toBe("College Name");
    await userEvent.clear(field());
    screen.getByText("Search and select your college to join its exclusive community");
    const option = screen.getByRole("option", { name: "Madhav Institute of Technology & Science, Gwalior" });
    expect(option.dataset.value).toBe("MITS");
  });

  test("is in sync with a native select, which browsers may fill in", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    const { container } = show(<CollegeScreen />);
    const select = container.querySelector("select") as HTMLSelectElement;
    expect([select.name, select.tabIndex, select.getAttribute("aria-hidden")]).toEqual([
      "collegeName",
      -1,
      "true",
    ]);
    const fullName = "Madhav Institute of Technology & Science, Gwalior";
    expect([...select.options].map((option) => [option.value, option.label])).toEqual([
      ["", "College Name"],
      ["MITS", fullName],
    ]);
    await userEvent.clear(field());
    await userEvent.type(field(), "gwalior");
    expect(select.value).toBe("");
    await userEvent.tab();
    expect(select.value).toBe("MITS");
    await userEvent.clear(field());
    expect(select.value).toBe("");

    await userEvent.selectOptions(select, "MITS");
    expect(field().value).toBe(fullName);
  });

  test("shows what to do when one's college is missing", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<CollegeScreen />);
    await userEvent.clear(field());
    await userEvent.type(field(), "IIT Delhi");
    expect(screen.getByRole("status").textContent).toBe("No college found for “IIT Delhi”.");
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
    expect(screen.getByRole("alert").textContent).toBe("Please select your college.");
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
