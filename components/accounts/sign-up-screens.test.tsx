/** @jest-environment jsdom */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { CollegeEmailScreen } from "@/components/accounts/college-email-screen";
import { CollegeField } from "@/components/accounts/college-field";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { NameScreen } from "@/components/accounts/name-screen";
import { PasswordScreen } from "@/components/accounts/password-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { updateDraft } from "@/lib/accounts/client/sign-up-storage";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { type ApiHandler, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser, UNAFFILIATED } from "@/tests/user-fixture";

/** The screens of signing up before the code. */

function Form() {
  const [value, setValue] = useState("");
  return (
    <>
      <CollegeField label="College" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

describe("choosing a college", () => {
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

describe("college field", () => {
  test("adopts what the browser filled in before hydration", async () => {
    const container = document.createElement("div");
    container.innerHTML = renderToString(<Form />);
    const select = container.querySelector("select") as HTMLSelectElement;
    select.value = "MITS";
    await act(async () => hydrateRoot(container, <Form />));
    expect(select.value).toBe("MITS");
    expect(container.querySelector("output")?.textContent).toBe("MITS");
  });
});

describe("a college address", () => {
  beforeEach(() => freshBrowser());

  const EMAIL = "ishita@mitsgwl.ac.in";
  const created = {
    status: 201,
    body: { user: { email: EMAIL, name: "Anonymous User", collegeName: "--" }, message: "" },
  };
  const sent = { status: 200, body: { message: "OTP sent" } };
  const duplicate = errorAnswer(
    409,
    "duplicate_email",
    "This email is already registered. Please log in instead.",
  );
  const away = () => {
    throw new TypeError("Failed to fetch");
  };

  async function enter(handler: ApiHandler, typed = EMAIL) {
    const api = fakeApi(handler);
    show(<CollegeEmailScreen />);
    await userEvent.type(screen.getByLabelText("College email"), typed);
    return api;
  }

  test("is recognised while typing, with text and colour", async () => {
    await enter(() => sent, "ishita@gmail.com");
    const field = screen.getByLabelText("College email");
    expect(screen.getByText("Please use your college email (@mitsgwl.ac.in)")).not.toBeNull();
    expect(field.className).toContain("border-danger");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Continue" }).disabled).toBe(true);
    await userEvent.keyboard("{Enter}");
    expect(screen.getByRole("alert").textContent).toBe("Please use a valid college email!");

    await userEvent.clear(field);
    await userEvent.type(field, "ISHITA@MITSGWL.AC.IN");
    expect(screen.getByText("This email is supported")).not.toBeNull();
    expect(field.className).toContain("border-success");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Continue" }).disabled).toBe(false);
  });

  test("of a new person is registered without an old token and gets a code", async () => {
    localStorage.setItem("accessToken", "of a session that is over");
    const { calls } = await enter(({ path }) => (path === "/api/auth/register" ? created : sent));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
    expect(calls).toMatchObject([
      { path: "/api/auth/register", body: { email: EMAIL, collegeName: "MITS" }, bearer: null },
      { path: "/api/auth/send-otp", body: { email: EMAIL }, bearer: null },
    ]);
    expect(signUp.read()).toMatchObject({ codeSentTo: EMAIL, isNewUser: true });
    expect(signUp.draft().email).toBe(EMAIL);
  });

  test("that is known gets a code too", async () => {
    await enter(({ path }) => (path === "/api/auth/register" ? duplicate : sent));
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
    expect(signUp.read()).toMatchObject({ codeSentTo: EMAIL, isNewUser: false });
  });

  test("of someone else on this device starts an empty draft", async () => {
    updateDraft({ email: "dev@mitsgwl.ac.in", name: "Dev Patel", collegeName: "MITS" });
    await enter(({ path }) => (path === "/api/auth/register" ? created : sent));
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(signUp.draft()).toMatchObject({ email: EMAIL, name: "", collegeName: "MITS" }),
    );
  });

  test.each<[string, ApiHandler, string]>([
    [
      "registering",
      () => errorAnswer(400, "email_domain", "Please use a valid college email!"),
      "Registration failed: Please use a valid college email!",
    ],
    [
      "registering, without a message",
      () => ({ status: 502, body: "" }),
      "Registration failed: Unknown error",
    ],
    ["reaching the server", away, "Something went wrong during registration."],
    [
      "sending the code",
      ({ path }) => (path === "/api/auth/register" ? created : errorAnswer(429, "rate_limited", "Too many.")),
      "Error: Too many.",
    ],
    [
      "sending the code, without a message",
      ({ path }) => (path === "/api/auth/register" ? created : { status: 502, body: "" }),
      "Error: Failed to send OTP",
    ],
  ])("shows an error when %s fails", async (_, handler, text) => {
    await enter(handler);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
    expect(router.push).not.toHaveBeenCalled();
  });
});

describe("entering a name", () => {
  beforeEach(() => freshBrowser(newcomer()));

  const next = () => userEvent.click(screen.getByRole("button", { name: "NEXT" }));
  const saved = { status: 200, body: { user: ownUser({ name: "Tara Deshmukh" }) } };

  test("requires both names", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await next();
    expect(screen.getByText("Please enter your first name.")).not.toBeNull();
    expect(screen.getByText("Please enter your last name.")).not.toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("First name"));
    expect(calls).toHaveLength(0);
  });

  test("saves both as one name, with the college of the address", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), " Tara ");
    await userEvent.type(screen.getByLabelText("Last name"), "Deshmukh");
    await next();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/enter-student-id"));
    expect(calls).toMatchObject([
      {
        method: "PUT",
        path: `/api/users/${newcomer()._id}`,
        bearer: "Bearer a",
        body: { name: "Tara Deshmukh", collegeName: "MITS" },
      },
    ]);
    expect(signUp.draft().name).toBe("Tara Deshmukh");
  });

  test("offers the name in the address while nothing is typed", async () => {
    storeProfile(newcomer({ email: "meenal.joshi8@mitsgwl.ac.in" }));
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await userEvent.click(await screen.findByRole("button", { name: "Save as Meenal Joshi?" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/enter-student-id"));
    expect(calls).toMatchObject([{ body: { name: "Meenal Joshi" } }]);
  });

  test("makes no name of an address that says none", () => {
    storeProfile(newcomer({ email: "0901cs231042@mitsgwl.ac.in" }));
    show(<NameScreen />);
    expect(screen.queryByRole("button", { name: /^Save as/ })).toBeNull();
  });

  test("offers capitals for a name of one case, and saves them with one press", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "tara");
    expect(screen.queryByRole("button", { name: /^Save as/ })).toBeNull();
    await userEvent.type(screen.getByLabelText("Last name"), "deshmukh");
    await userEvent.click(screen.getByRole("button", { name: "Save as Tara Deshmukh?" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/enter-student-id"));
    expect(calls).toMatchObject([{ body: { name: "Tara Deshmukh" } }]);
    expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Tara");
    expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Deshmukh");
  });

  test("saves a name of one case as it was typed with NEXT", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "tara");
    await userEvent.type(screen.getByLabelText("Last name"), "deshmukh");
    await next();
    await waitFor(() => expect(calls).toMatchObject([{ body: { name: "tara deshmukh" } }]));
  });

  test("can be corrected after going back, with the fields still filled", async () => {
    fakeApi(() => saved);
    const first = show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "Tara");
    await userEvent.type(screen.getByLabelText("Last name"), "Deshmukh");
    await next();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    first.unmount();
    show(<NameScreen />);
    expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Tara");
    expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Deshmukh");
    expect(router.replace).not.toHaveBeenCalled();
  });

  test("shows why a name was rejected", async () => {
    const { answer } = fakeApi(() =>
      errorAnswer(400, "validation", "Your name needs at least 2 characters."),
    );
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "T");
    await userEvent.type(screen.getByLabelText("Last name"), "D");
    await next();
    const alertText = () => screen.getByRole("alert").textContent;
    await waitFor(() => expect(alertText()).toBe("Your name needs at least 2 characters."));
    answer(() => ({ status: 502, body: "" }));
    await next();
    await waitFor(() => expect(alertText()).toBe("Update failed"));
  });
});

describe("creating a password", () => {
  const DEPARTMENTS = [{ code: "CSE", name: "Computer Science", idCodes: ["CS"] }];

  beforeEach(() => {
    freshBrowser();
    fakeApi(() => errorAnswer(500, "internal", "no"));
  });

  const fill = async (password: string, confirmation: string) => {
    await userEvent.type(screen.getByLabelText("Password"), password);
    await userEvent.type(screen.getByLabelText("Confirm password"), confirmation);
    await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  };

  test("accepts two matching entries and holds the password only in memory", async () => {
    storeProfile(ownUser());
    show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    await fill("correct horse", "correct horse");
    expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page");
    expect(signUp.read().password).toBe("correct horse");
    expect(signUp.read().wantsPassword).toBe(true);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("correct horse");
  });

  test("asks what the College ID would have said, and the age, and saves what is said", async () => {
    const person = ownUser({ affiliation: UNAFFILIATED, isAdult: null });
    storeProfile(person);
    signUp.nameChosen(person);
    const { calls } = fakeApi(() => ({ status: 200, body: { user: person } }));
    show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    await userEvent.selectOptions(screen.getByLabelText("Department"), "CSE");
    await userEvent.selectOptions(screen.getByLabelText("Year of graduation"), "2029");
    await userEvent.click(screen.getByRole("radio", { name: "I am under 18" }));
    await fill("correct horse", "correct horse");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page"));
    expect(calls.map(({ body }) => body)).toEqual([{ department: "CSE", batch: 2029, isAdult: false }]);
  });

  test("asks nothing of it again", () => {
    storeProfile(ownUser({ affiliation: UNAFFILIATED, isAdult: null }));
    show(<PasswordScreen again departments={DEPARTMENTS} />);
    expect(screen.queryByLabelText("Department")).toBeNull();
    expect(screen.queryByRole("radio")).toBeNull();
  });

  test.each([
    ["entries that differ", "correct horse", "correct hearse", "Passwords do not match."],
    ["fewer than six characters", "horse", "horse", "Password must be at least 6 characters."],
  ])("rejects %s", async (_, password, confirmation, text) => {
    storeProfile(ownUser());
    show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    await fill(password, confirmation);
    expect(screen.getByText(text)).not.toBeNull();
    expect(router.push).not.toHaveBeenCalled();
    expect(signUp.read().password).toBe("");
  });

  test("can show each field", async () => {
    show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    const field = screen.getByLabelText<HTMLInputElement>("Password");
    expect(field.type).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(field.type).toBe("text");
    expect(screen.getByLabelText<HTMLInputElement>("Confirm password").type).toBe("password");
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(field.type).toBe("password");
  });

  test("shows how strong it is", async () => {
    show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    const field = screen.getByLabelText("Password");
    await userEvent.type(field, "horse");
    expect(screen.getByText(/^Weak\./)).not.toBeNull();
    await userEvent.type(field, " battery staple");
    expect(screen.getByText("Strong.")).not.toBeNull();
  });

  test.each(["123456", "ishita2027"])(
    "%s is weak, says that it opens no sign-in, and goes on",
    async (password) => {
      storeProfile(ownUser());
      signUp.nameChosen(ownUser());
      show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
      await userEvent.type(screen.getByLabelText("Password"), password);
      await screen.findByText(/^Weak: it is easy to guess\..*it won't log you in/);
      await userEvent.type(screen.getByLabelText("Confirm password"), password);
      await userEvent.click(screen.getByRole("button", { name: "Continue" }));
      expect(router.push).toHaveBeenCalledWith("/add-profile-picture-page");
    },
  );

  test("is still filled in after going back", async () => {
    storeProfile(ownUser());
    const first = show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    await fill("correct horse", "correct horse");
    first.unmount();
    show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("correct horse");
  });

  test("without an account continues with signing up", async () => {
    show(<PasswordScreen again={false} departments={DEPARTMENTS} />);
    await fill("correct horse", "correct horse");
    expect(router.push).toHaveBeenCalledWith("/select-college-page");
  });

  test("lost in a reload leads straight back to registering", async () => {
    storeProfile(ownUser());
    show(<PasswordScreen again departments={DEPARTMENTS} />);
    expect(screen.getByRole("alert").textContent).toMatch(/enter it again/);
    await fill("correct horse", "correct horse");
    expect(router.push).toHaveBeenCalledWith("/creating-profile-page");
  });
});
