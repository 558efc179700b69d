/** @jest-environment jsdom */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AccountCreatedScreen } from "@/components/accounts/account-created-screen";
import { AddPictureScreen } from "@/components/accounts/add-picture-screen";
import { CollegeEmailScreen } from "@/components/accounts/college-email-screen";
import { CollegeScreen } from "@/components/accounts/college-screen";
import { CreatingProfileScreen } from "@/components/accounts/creating-profile-screen";
import { NameScreen } from "@/components/accounts/name-screen";
import { PasswordLoginScreen } from "@/components/accounts/password-login-screen";
import { PasswordScreen } from "@/components/accounts/password-screen";
import { SavedPlaceOffer } from "@/components/accounts/saved-place-offer";
import { StudentIdScreen } from "@/components/accounts/student-id-screen";
import { TestRegisterScreen } from "@/components/accounts/test-register-screen";
import { VerificationScreen } from "@/components/accounts/verification-screen";
import { LandingPlace } from "@/components/landing/landing-place";
import { logOutHere } from "@/lib/accounts/client/personal-data";
import { signUp } from "@/lib/accounts/client/sign-up";
import { EMPTY_DRAFT, updateDraft } from "@/lib/accounts/client/sign-up-storage";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { storageErased } from "@/lib/store/signal";
import { type ApiHandler, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

/** A sign-up on its way: its steps, where it continues, the single page. */

describe("sign up step", () => {
  const NO_LISTS = { departments: [], programmes: [] };

  beforeEach(() => {
    freshBrowser(newcomer());
    URL.revokeObjectURL = () => undefined;
    // jsdom does not navigate and logs an error.
    jest.spyOn(console, "error").mockImplementation(() => undefined);
  });

  describe("the steps of signing up", () => {
    test.each([
      ["the college", CollegeScreen, 1, "/login-page"],
      ["the email", CollegeEmailScreen, 2, "/select-college-page"],
      ["the name", NameScreen, 4, "/enter-college-email-page"],
      ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />, 5, "/enter-name-page"],
      ["the password", () => <PasswordScreen again={false} departments={[]} />, 5, "/enter-student-id"],
      ["the picture", AddPictureScreen, 6, "/enter-student-id"],
    ])("say how far one is, and lead back: %s", (_, Screen, number, back) => {
      fakeApi(() => errorAnswer(500, "internal", "no"));
      show(<Screen />);
      const progress = screen.getByRole("progressbar", { name: "Signing up" });
      expect(progress.getAttribute("aria-valuetext")).toBe(`Step ${number} of 6`);
      expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe(back);
    });

    test.each([
      ["the name", NameScreen],
      ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />],
      ["the password", () => <PasswordScreen again={false} departments={[]} />],
      ["the picture", AddPictureScreen],
      ["creating the profile", CreatingProfileScreen],
      ["the success", AccountCreatedScreen],
    ])("are nothing for an old member: %s leads to the feed", async (_, Screen) => {
      storeProfile(ownUser());
      const { calls } = fakeApi(() => errorAnswer(500, "internal", "no"));
      show(<Screen />);
      await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/mainfeed"));
      expect(calls.filter(({ path }) => path !== "/api/auth/refresh")).toEqual([]);
    });

    test.each([
      ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />],
      ["the password", () => <PasswordScreen again={false} departments={[]} />],
      ["the picture", AddPictureScreen],
    ])("stay open to someone who has just said their name: %s", async (_, Screen) => {
      storeProfile(ownUser());
      signUp.nameChosen(ownUser());
      fakeApi(() => errorAnswer(500, "internal", "no"));
      show(<Screen />);
      await screen.findByRole("button", { name: "Continue" });
      expect(router.replace).not.toHaveBeenCalled();
    });
  });

  describe("signing up with the wrong account", () => {
    test.each([
      ["the name", NameScreen],
      ["the College ID", () => <StudentIdScreen lists={NO_LISTS} />],
      ["the password", () => <PasswordScreen again={false} departments={[]} />],
      ["the picture", AddPictureScreen],
      ["the missing details", CreatingProfileScreen],
    ])("has a way out at the step of %s", async (_, Screen) => {
      fakeApi(() => errorAnswer(500, "internal", "no"));
      show(<Screen />);
      await screen.findByRole("button", { name: "Switch Account" });
      screen.getByText(`Signed in as ${newcomer().email}`);
    });

    test("logs out and leaves nothing in the browser", async () => {
      storeSignUp({ firstName: "Tara", next: "/post/1" });
      signUp.nameChosen({ email: newcomer().email, name: "Tara" });
      signUp.passwordChosen("four words and 1");
      const { calls } = fakeApi(() => ({ status: 204 }));
      show(<NameScreen />);
      await userEvent.click(screen.getByRole("button", { name: "Switch Account" }));
      await waitFor(() => expect(signUp.read().firstName).toBe(""));
      expect(calls).toMatchObject([{ path: "/api/auth/logout", body: { refreshToken: "r" } }]);
      expect(signUp.draft()).toEqual(EMPTY_DRAFT);
      expect(signUp.read().next).toBe("");
      expect(signUp.read().password).toBe("");
      expect(storedAccessToken()).toBeNull();
    });
  });
});

describe("saved place offer", () => {
  const email = "ishita@mitsgwl.ac.in";
  const MASKED = "Continue as i•••@mitsgwl.ac.in";
  const MINUTE = 60_000;
  const now = Date.now();

  /** Everything was typed this long ago. */
  function passMinutes(minutes: number): void {
    jest.spyOn(Date, "now").mockReturnValue(now + minutes * MINUTE);
  }

  /** The system closes the app: what the tab alone had is gone, and a page reads storage again. */
  function closeTab(): void {
    sessionStorage.clear();
    storageErased.emit();
  }

  const offer = () => screen.queryByRole("button", { name: /^Continue as/ });
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

  beforeEach(() => {
    passMinutes(0);
    freshBrowser();
  });

  test("goes on with the code that was sent, and asks for no other while it lives", async () => {
    signUp.codeSent({ email, isNewUser: true, next: "/post/1" });
    closeTab();
    passMinutes(9);
    const { calls } = fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<SavedPlaceOffer />);
    await press(MASKED);
    expect(router.push).toHaveBeenCalledWith("/verification-page");
    expect(signUp.read()).toMatchObject({ codeSentTo: email, isNewUser: true, next: "/post/1" });
    expect(calls).toHaveLength(0);
  });

  test("sends another code once the first one is over", async () => {
    signUp.codeSent({ email, isNewUser: true });
    closeTab();
    passMinutes(11);
    const { calls } = fakeApi(() => ({ status: 200, body: { message: "OTP sent" } }));
    show(<SavedPlaceOffer />);
    await press(MASKED);
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
    expect(calls).toMatchObject([{ path: "/api/auth/send-otp", body: { email } }]);
    expect(signUp.read().codeSentAt).toBe(now + 11 * MINUTE);
  });

  test("says why no other code could be sent, and stays", async () => {
    signUp.codeSent({ email, isNewUser: true });
    passMinutes(11);
    fakeApi(() => errorAnswer(429, "rate_limited", "Please try again in 5 minutes."));
    show(<SavedPlaceOffer />);
    await press(`Continue as ${email}`);
    await screen.findByText("Please try again in 5 minutes.");
    expect(router.push).not.toHaveBeenCalled();
  });

  test("after the code it goes on with the name, or with the college of a Google account", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    signUp.codeSent({ email, isNewUser: true });
    storeProfile(newcomer());
    signUp.addressProven(newcomer());
    closeTab();
    const first = show(<SavedPlaceOffer />);
    await press(`Continue as ${email}`);
    expect(router.push).toHaveBeenLastCalledWith("/enter-name-page");
    first.unmount();

    storeProfile(newcomer({ provider: "google" }));
    show(<SavedPlaceOffer />);
    await press(`Continue as ${email}`);
    expect(router.push).toHaveBeenLastCalledWith("/select-college-page");
  });

  test("the whole address is shown in the tab it was typed in alone, and nowhere after that", async () => {
    fakeApi(() => errorAnswer(500, "internal", "no"));
    signUp.codeSent({ email, isNewUser: false });
    const { unmount } = show(<SavedPlaceOffer />);
    expect(offer()?.textContent).toBe(`Continue as ${email}`);
    unmount();
    closeTab();
    const offered = show(<SavedPlaceOffer />);
    await press(MASKED);
    offered.unmount();
    for (const Screen of [SavedPlaceOffer, VerificationScreen, PasswordLoginScreen]) {
      const { container, unmount: leave } = show(<Screen />);
      expect(container.innerHTML).not.toContain("ishita");
      leave();
    }
  });

  test("holds neither the code nor a password", () => {
    signUp.detailsSubmitted({ name: "Ishita", email, collegeName: "MITS", password: "four words and 1" });
    expect(JSON.parse(localStorage.getItem("signUpPlace") ?? "")).toEqual({
      email,
      isNewUser: true,
      codeSentAt: now,
      next: "",
      savedAt: now,
    });
  });

  test("is over after 30 minutes, in a page that is open and in storage", () => {
    signUp.codeSent({ email, isNewUser: true });
    closeTab();
    passMinutes(29);
    const { unmount } = show(<SavedPlaceOffer />);
    expect(offer()).not.toBeNull();
    unmount();
    passMinutes(30);
    closeTab();
    show(<SavedPlaceOffer />);
    expect(offer()).toBeNull();
    expect(localStorage.getItem("signUpPlace")).toBeNull();
  });

  test.each<[string, () => void]>([
    ["signing in", () => signUp.addressProven(ownUser())],
    ["the name that completes a profile", () => signUp.nameChosen({ email, name: "Ishita Verma" })],
    ["registering", () => signUp.registered()],
    ["logging out", () => logOutHere()],
  ])("is over with %s", (_, end) => {
    signUp.codeSent({ email, isNewUser: true });
    end();
    show(<SavedPlaceOffer />);
    expect(offer()).toBeNull();
    expect(localStorage.getItem("signUpPlace")).toBeNull();
  });

  test("another address forgets this one, in the draft too", async () => {
    signUp.typed({ email });
    signUp.codeSent({ email, isNewUser: true });
    updateDraft({ collegeName: "MITS", name: "Ishita" });
    show(<SavedPlaceOffer />);
    await press("Use another address");
    expect(offer()).toBeNull();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/ishita|Ishita/);
    expect(signUp.draft().collegeName).toBe("MITS");
  });

  test("does not appear on the screen that sends the code, which is about to be left", () => {
    show(<SavedPlaceOffer />);
    passMinutes(1);
    act(() => signUp.codeSent({ email, isNewUser: true }));
    expect(localStorage.getItem("signUpPlace")).not.toBeNull();
    expect(offer()).toBeNull();
  });

  test("the landing page offers it too", async () => {
    signUp.codeSent({ email, isNewUser: true });
    closeTab();
    show(<LandingPlace />);
    await screen.findByRole("button", { name: MASKED });
  });
});

describe("registering on one page", () => {
  beforeEach(() => freshBrowser());

  const EMAIL = "ishita@mitsgwl.ac.in";
  const created = {
    status: 201,
    body: { user: { email: EMAIL, name: "Ishita Verma", collegeName: "MITS" }, message: "" },
  };
  const sent = { status: 200, body: { message: "OTP sent" } };
  const press = () => userEvent.click(screen.getByRole("button", { name: "Create account" }));

  async function fill() {
    await userEvent.type(screen.getByLabelText("Name"), " Ishita Verma ");
    await userEvent.type(screen.getByLabelText("Email"), EMAIL.toUpperCase());
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "College Name" }), "MITS");
    await userEvent.type(screen.getByLabelText("Password"), "correct horse");
  }

  test("lists every missing field and focuses the first", async () => {
    const { calls } = fakeApi(() => created);
    show(<TestRegisterScreen />);
    await userEvent.type(screen.getByLabelText("Name"), "I");
    await userEvent.type(screen.getByLabelText("Password"), "horse");
    await press();
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toMatch(/^Please complete the following fields:/);
    expect([...alert.querySelectorAll("li")].map((item) => item.textContent)).toEqual([
      "Name",
      "Email",
      "College Name",
      "Password",
    ]);
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    expect(calls).toHaveLength(0);
  });

  test("registers, sends a code and holds the password only in memory", async () => {
    const { calls } = fakeApi(({ path }) => (path === "/api/auth/register" ? created : sent));
    show(<TestRegisterScreen />);
    await fill();
    await press();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
    expect(calls).toMatchObject([
      {
        path: "/api/auth/register",
        body: { name: "Ishita Verma", email: EMAIL, collegeName: "MITS", password: "correct horse" },
        bearer: null,
      },
      { path: "/api/auth/send-otp", body: { email: EMAIL } },
    ]);
    expect(signUp.draft()).toMatchObject({ name: "Ishita Verma", email: EMAIL, collegeName: "MITS" });
    expect(signUp.read().wantsPassword).toBe(true);
    expect(signUp.read().password).toBe("correct horse");
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("correct horse");
  });

  test.each<[string, ApiHandler, string]>([
    [
      "a known address links to the login",
      () => errorAnswer(409, "duplicate_email", "x"),
      "This email is already registered. Please log in instead. Log in",
    ],
    [
      "an address from outside is rejected",
      () => errorAnswer(400, "email_domain", "Please use a valid college email!"),
      "Registration failed: Please use a valid college email! ",
    ],
    [
      "a code that can't be sent shows an error",
      ({ path }) => (path === "/api/auth/register" ? created : { status: 502, body: "" }),
      "Error: Failed to send OTP Your account is created with these details. Try again to get your code; you can change them once you're in.",
    ],
  ])("%s", async (_, handler, text) => {
    fakeApi(handler);
    show(<TestRegisterScreen />);
    await fill();
    await press();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));
    expect(router.push).not.toHaveBeenCalled();
  });

  test("after a code failed to send, only the code is requested again", async () => {
    const { answer, calls } = fakeApi(({ path }) =>
      path === "/api/auth/register" ? created : errorAnswer(502, "provider_failed", "Not now."),
    );
    show(<TestRegisterScreen />);
    await fill();
    await press();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Not now."));
    answer(() => sent);
    await press();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
    expect(calls.filter(({ path }) => path === "/api/auth/register")).toHaveLength(1);
  });

  test("after a code failed to send, only the email can be changed, which registers anew", async () => {
    const { answer, calls } = fakeApi(({ path }) =>
      path === "/api/auth/register" ? created : errorAnswer(502, "provider_failed", "Not now."),
    );
    show(<TestRegisterScreen />);
    await fill();
    await press();
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toContain("Your account is created with these details."),
    );
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Create account" }));
    await userEvent.type(screen.getByLabelText("Name"), " Rao");
    await userEvent.type(screen.getByLabelText("Password"), " battery");
    expect(screen.getByLabelText("Name")).toHaveProperty("value", "Ishita Verma");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "correct horse");
    await userEvent.type(screen.getByLabelText("Email"), "{Home}dr.");
    await userEvent.type(screen.getByLabelText("Password"), " battery");
    answer(({ path }) => (path === "/api/auth/register" ? created : sent));
    await press();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
    const registrations = calls.filter(({ path }) => path === "/api/auth/register");
    expect(registrations).toMatchObject([
      { body: { email: EMAIL, password: "correct horse" } },
      { body: { email: `dr.${EMAIL}`, password: "correct horse battery" } },
    ]);
    expect(signUp.read().password).toBe("correct horse battery");
  });
});
