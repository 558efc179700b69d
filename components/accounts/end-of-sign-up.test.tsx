/** @jest-environment jsdom */

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AccountCreatedScreen } from "@/components/accounts/account-created-screen";
import { CreatingProfileScreen } from "@/components/accounts/creating-profile-screen";
import { OnboardingGuide } from "@/components/accounts/onboarding-guide";
import { VerificationScreen } from "@/components/accounts/verification-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { forgetStoredSession, storedAccessToken } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

/** Signing up from the code on, to the guide. */

describe("verification screen", () => {
  beforeEach(() => freshBrowser());

  const email = "ishita@mitsgwl.ac.in";
  const wrong = errorAnswer(400, "invalid_otp", "Invalid verification code. Please try again.");
  const field = () => screen.getByLabelText<HTMLInputElement>("Verification code");
  const session = (user = ownUser()) => ({
    status: 200,
    body: { accessToken: "a", refreshToken: "r", user, message: "OTP verified" },
  });

  describe("the verification page", () => {
    test("without an address it redirects to the login", () => {
      fakeApi(() => wrong);
      show(<VerificationScreen />);
      expect(router.replace).toHaveBeenCalledWith("/login-page");
    });

    test("a code pasted with spaces is sent by itself, and typing replaces a wrong one", async () => {
      signUp.codeSent({ email, isNewUser: false });
      const { calls } = fakeApi(() => wrong);
      show(<VerificationScreen />);
      expect(document.activeElement).toBe(field());
      await userEvent.paste(" 12 34\u00a056 ");

      expect(field().value).toBe("123456");
      await screen.findByText("Invalid verification code. Please try again.");
      expect(calls).toMatchObject([
        { path: "/api/auth/check-otp", body: { email, otp: "123456", accessToken: true }, bearer: null },
      ]);
      expect(field().getAttribute("aria-invalid")).toBe("true");

      await userEvent.keyboard("7");
      expect(field().value).toBe("7");
      expect(screen.queryByText("Invalid verification code. Please try again.")).toBeNull();
    });

    test("a code may be typed in the digits of any script", async () => {
      signUp.codeSent({ email, isNewUser: false });
      const { calls } = fakeApi(() => wrong);
      show(<VerificationScreen />);
      await userEvent.keyboard("१२३４५६");
      expect(field().value).toBe("123456");
      await waitFor(() => expect(calls).toMatchObject([{ body: { otp: "123456" } }]));
    });

    test("an answer without a message counts as a wrong code, a missing answer does not", async () => {
      signUp.codeSent({ email, isNewUser: false });
      const { answer } = fakeApi(() => ({ status: 500, body: "nonsense" }));
      show(<VerificationScreen />);
      await userEvent.keyboard("123456");
      await screen.findByText("Invalid verification code. Please try again.");

      answer(() => {
        throw new TypeError("Failed to fetch");
      });
      await userEvent.keyboard("{Backspace}6");
      await userEvent.click(screen.getByRole("button", { name: "Verify Account" }));
      await screen.findByText(/We can't reach the server/);
    });

    describe("a complete code", () => {
      beforeEach(() => {
        jest.useFakeTimers();
        signUp.codeSent({ email, isNewUser: false });
      });
      afterEach(() => jest.useRealTimers());
      const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms), delay: null });
      const elapse = (ms: number) => act(async () => jest.advanceTimersByTime(ms));
      const button = () => screen.getByRole("button", { name: "Verify Account" });

      test("is sent by itself after 700 ms; letters are no part of it", async () => {
        const { calls } = fakeApi(() => new Promise<never>(() => undefined));
        show(<VerificationScreen />);
        await user.keyboard("1a2b3c4d567");
        expect(field().value).toBe("123456");
        await elapse(699);
        expect(calls).toHaveLength(0);
        await elapse(1);
        await elapse(0);
        expect(calls).toHaveLength(1);
      });

      test("is sent at once by its button, once, however often it is pressed", async () => {
        const { calls } = fakeApi(() => new Promise<never>(() => undefined));
        show(<VerificationScreen />);
        await user.keyboard("123456");
        await user.click(button());
        expect(calls).toHaveLength(1);
        expect(button().getAttribute("aria-disabled")).toBe("false");
        await user.click(button());
        await user.keyboard("{Enter}");
        await elapse(2_000);
        expect(calls).toHaveLength(1);
      });

      test("that was wrong is not sent by itself a second time", async () => {
        const { calls } = fakeApi(() => wrong);
        show(<VerificationScreen />);
        await user.keyboard("123456");
        await user.click(button());
        await elapse(0);
        screen.getByText("Invalid verification code. Please try again.");
        await elapse(2_000);
        expect(calls).toHaveLength(1);
      });

      test("that gets another digit before is not sent", async () => {
        const { calls } = fakeApi(() => wrong);
        show(<VerificationScreen />);
        await user.keyboard("123456");
        await elapse(500);
        await user.keyboard("{Backspace}");
        await elapse(2_000);
        expect(calls).toHaveLength(0);
      });
    });

    test("an empty field says what belongs there, without a call", async () => {
      signUp.codeSent({ email, isNewUser: false });
      const { calls } = fakeApi(() => wrong);
      show(<VerificationScreen />);
      await userEvent.click(screen.getByRole("button", { name: "Verify Account" }));
      screen.getByText("Enter the 6-digit code from your email.");
      expect(document.activeElement).toBe(field());
      expect(calls).toHaveLength(0);
    });

    test("a code of fewer digits is the server's to judge", async () => {
      signUp.codeSent({ email, isNewUser: false });
      const { calls } = fakeApi(() => wrong);
      show(<VerificationScreen />);
      await userEvent.keyboard("123{Enter}");
      await screen.findByText("Invalid verification code. Please try again.");
      expect(calls).toMatchObject([{ body: { otp: "123" } }]);
    });

    test("a code can be sent again, with a message", async () => {
      storeSignUp({ codeSentTo: email });
      const { answer } = fakeApi(() => errorAnswer(502, "provider_failed", "We couldn't send the email."));
      show(<VerificationScreen />);
      const resend = () => userEvent.click(screen.getByRole("button", { name: "Resend code" }));
      const alertText = () => screen.getByRole("alert").textContent;
      await resend();
      await waitFor(() => expect(alertText()).toBe("We couldn't send the email."));

      answer(() => {
        throw new TypeError("Failed to fetch");
      });
      await resend();
      await waitFor(() => expect(alertText()).toBe("Failed to resend OTP. Try again."));

      answer(() => ({ status: 200, body: { message: "OTP sent" } }));
      await resend();
      await waitFor(() => expect(alertText()).toBe("OTP has been resent to your email!"));
    });

    test("a used-up limit locks no one out: the last code still works", async () => {
      storeSignUp({ codeSentTo: email });
      fakeApi(() => errorAnswer(429, "rate_limited", "You can ask for another code in 15 minutes."));
      show(<VerificationScreen />);
      await userEvent.click(screen.getByRole("button", { name: "Resend code" }));
      await screen.findByText(
        "Check spam. Your last code still works. You can ask for another code in 15 minutes.",
      );
    });

    test("a code can be sent again at once, as often as one presses", async () => {
      signUp.codeSent({ email, isNewUser: true });
      const { calls } = fakeApi(() => ({ status: 200, body: { message: "OTP sent" } }));
      show(<VerificationScreen />);
      for (const count of [1, 2]) {
        await userEvent.click(screen.getByRole("button", { name: "Resend code" }));
        await waitFor(() => expect(calls).toHaveLength(count));
        await screen.findByText("OTP has been resent to your email!");
      }
    });

    test("a dead code can be replaced at once", async () => {
      signUp.codeSent({ email, isNewUser: false });
      const { answer } = fakeApi(() => errorAnswer(400, "otp_spent", "Too many tries. Request a new code."));
      show(<VerificationScreen />);
      await userEvent.keyboard("123456");
      await screen.findByText("Too many tries. Request a new code.");
      answer(() => ({ status: 200, body: { message: "OTP sent" } }));
      await userEvent.click(screen.getByRole("button", { name: "Resend code" }));
      await screen.findByText("OTP has been resent to your email!");
    });

    test.each([
      [true, "/enter-college-email-page", "Step 3 of 6"],
      [false, "/login-page", undefined],
    ])("leads back (a newcomer: %s)", (isNewUser, step, progress) => {
      signUp.codeSent({ email, isNewUser });
      fakeApi(() => wrong);
      show(<VerificationScreen />);
      expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe(step);
      expect(screen.queryByRole("progressbar")?.getAttribute("aria-valuetext")).toBe(progress);
    });

    test.each([
      ["a member continues to their destination", ownUser(), false, "/post/1", "/post/1"],
      ["a member without a destination goes home", ownUser(), false, null, "/mainfeed"],
      ["a member never leaves the site", ownUser(), false, "https://evil.example", "/mainfeed"],
      ["a newcomer enters their name first", newcomer(), true, "/post/1", "/enter-name-page"],
      [
        "a newcomer with all details continues with the picture",
        ownUser(),
        true,
        null,
        "/add-profile-picture-page",
      ],
    ])("%s", async (_, user, isNewUser, next, target) => {
      signUp.codeSent({ email, isNewUser, next });
      fakeApi(() => session(user));
      show(<VerificationScreen />);
      await userEvent.keyboard("123456");
      await waitFor(() => expect(router.replace).toHaveBeenCalledWith(target));
      expect(storedAccessToken()).toBe("a");
    });

    test("shows how long a code works and where to look for it", () => {
      signUp.codeSent({ email, isNewUser: false });
      fakeApi(() => wrong);
      show(<VerificationScreen />);
      screen.getByText("It expires in 10 minutes. Can't find it? Check your spam folder.");
    });

    test.each([
      ["otp_expired", "This code has expired. Request a new one."],
      ["otp_spent", "Too many tries. Request a new code."],
    ])("a dead code (%s) shows why and focuses the button for a new one", async (code, message) => {
      signUp.codeSent({ email, isNewUser: false });
      fakeApi(() => errorAnswer(400, code, message));
      show(<VerificationScreen />);
      await userEvent.keyboard("123456");
      await screen.findByText(message);
      expect(field().value).toBe("");
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Resend code" }));
    });

    test("members may log in with a password instead", () => {
      signUp.codeSent({ email, isNewUser: false });
      fakeApi(() => wrong);
      const { unmount } = show(<VerificationScreen />);
      const link = () => screen.queryByRole("link", { name: "Log in with password instead" });
      expect(link()?.getAttribute("href")).toBe("/verification-page?with=password");
      unmount();
      signUp.codeSent({ email, isNewUser: true });
      show(<VerificationScreen />);
      expect(link()).toBeNull();
    });

    test("the account can be switched", () => {
      signUp.codeSent({ email, isNewUser: false });
      fakeApi(() => wrong);
      show(<VerificationScreen />);
      expect(screen.getByRole("link", { name: "Switch Account" }).getAttribute("href")).toBe(
        "/enter-college-email-page",
      );
    });
  });

  describe("someone whom the college has named", () => {
    const enter = async (change: object = {}) => {
      fakeApi(() => ({ status: 200, body: { ...session().body, ...change } }));
      show(<VerificationScreen />);
      await userEvent.keyboard("123456");
      await waitFor(() => expect(router.replace).toHaveBeenCalled());
      return router.replace.mock.calls;
    };

    test("goes on to the step after the name, the first time", async () => {
      signUp.codeSent({ email: "meera@example.com", isNewUser: false });
      expect(await enter({ newUser: true })).toEqual([["/enter-student-id"]]);
      expect(signUp.draft().email).toBe(ownUser().email);
      // One step back, it can be corrected.
      expect(signUp.read()).toMatchObject({ name: "Ishita Verma", firstName: "Ishita", lastName: "Verma" });
    });

    test("goes on to the campus after that", async () => {
      signUp.codeSent({ email: "meera@example.com", isNewUser: false });
      expect(await enter()).toEqual([["/mainfeed"]]);
    });
  });
});

describe("creating the profile", () => {
  beforeEach(() => {
    freshBrowser(ownUser());
    signUp.pictureUploaded("ishita@mitsgwl.ac.in", "https://media/a.webp");
  });

  const registered = {
    status: 200,
    body: { user: ownUser(), token: "b", message: "Your profile is ready." },
  };
  const alertText = async () => (await screen.findByRole("alert")).textContent;

  test("registers everything once, with the bearer, and continues", async () => {
    signUp.passwordChosen("correct horse");
    const { calls } = fakeApi(() => registered);
    show(<CreatingProfileScreen />);
    expect(screen.getByRole("status").textContent).toContain("Creating your profile");
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/account-creation-complete-page"));
    expect(calls).toEqual([
      {
        method: "POST",
        path: "/api/auth/register",
        bearer: "Bearer a",
        body: {
          email: "ishita@mitsgwl.ac.in",
          name: "Ishita Verma",
          collegeName: "MITS",
          avatar: "https://media/a.webp",
          password: "correct horse",
        },
      },
    ]);
    expect(storedAccessToken()).toBe("b");
    expect(signUp.read().password).toBe("");
    expect(signUp.draft().email).toBe("");
    expect(localStorage.getItem("userRegisterData")).toBeNull();
    expect(signUp.read().finished).toBe(true);
  });

  test.each<[string, ApiAnswer | "offline", string]>([
    [
      "a registered address",
      errorAnswer(409, "duplicate_email", "This email is already registered."),
      "This email is already registered. Please log in instead.",
    ],
    [
      "an error",
      errorAnswer(400, "validation", "Your name is odd."),
      "Registration failed: Your name is odd.",
    ],
    ["an error without a message", { status: 502, body: "" }, "Registration failed: Unknown error"],
    ["no connection", "offline", "Something went wrong during registration."],
  ])("shows the message for %s", async (_, answer, text) => {
    fakeApi(() => {
      if (answer === "offline") throw new TypeError("Failed to fetch");
      return answer;
    });
    show(<CreatingProfileScreen />);
    expect(await alertText()).toBe(text);
    expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe("/add-profile-picture-page");
  });

  test("can be tried again without losing anything", async () => {
    const { answer, calls } = fakeApi(() =>
      errorAnswer(503, "unavailable", "We're having trouble right now."),
    );
    show(<CreatingProfileScreen />);
    expect(await alertText()).toBe("Registration failed: We're having trouble right now.");
    answer(() => registered);
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/account-creation-complete-page"));
    expect(calls[1]?.body).toEqual(calls[0]?.body);
  });

  describe("with a password, a while after the sign-in", () => {
    /** Takes the password once the code is in. */
    const askForCode = () => {
      let isProven = false;
      return fakeApi(({ method, path, body }) => {
        if (path === "/api/auth/password") {
          return { status: 200, body: { hasPassword: false, recentlySignedIn: false } };
        }
        if (path === "/api/auth/register") {
          const isTaken = isProven || !(body as { password?: string }).password;
          return isTaken ? registered : errorAnswer(403, "reauthenticate", "Please confirm that it's you.");
        }
        if (method === "POST" && path === "/api/auth/reauthenticate") isProven = true;
        return { status: 200, body: { message: "OK" } };
      });
    };
    const passwords = (calls: { path: string; body: unknown }[]) =>
      calls
        .filter(({ path }) => path === "/api/auth/register")
        .map(({ body }) => (body as { password?: string }).password);
    const isCreated = () =>
      waitFor(() => expect(router.replace).toHaveBeenCalledWith("/account-creation-complete-page"));

    test("asks for a code in place, and goes on", async () => {
      signUp.passwordChosen("correct horse");
      const { calls } = askForCode();
      show(<CreatingProfileScreen />);
      await screen.findByRole("dialog", { name: "Confirm that it's you" });
      await userEvent.click(screen.getByRole("button", { name: "Send code" }));
      await userEvent.type(await screen.findByLabelText("Verification code"), "123456{Enter}");
      await isCreated();
      expect(calls).toContainEqual(
        expect.objectContaining({ path: "/api/auth/reauthenticate", body: { otp: "123456" } }),
      );
      expect(passwords(calls)).toEqual(["correct horse", "correct horse"]);
    });

    test("can go on without it", async () => {
      signUp.passwordChosen("correct horse");
      const { calls } = askForCode();
      show(<CreatingProfileScreen />);
      await screen.findByRole("dialog", { name: "Confirm that it's you" });
      await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
      expect(screen.getByRole("heading", { name: "One more step" })).toBeTruthy();
      expect(screen.queryByRole("alert")).toBeNull();
      await userEvent.click(screen.getByRole("button", { name: "Continue without this password" }));
      await isCreated();
      expect(passwords(calls)).toEqual(["correct horse", undefined]);
    });
  });

  test("asks again for a password lost in a reload", async () => {
    storeSignUp({ wantsPassword: true });
    const { calls } = fakeApi(() => registered);
    await act(async () => {
      show(<CreatingProfileScreen />);
    });
    expect(router.replace).toHaveBeenCalledWith("/enter-password-page?again=1");
    expect(calls).toHaveLength(0);
  });

  test("lists missing fields and links to them", async () => {
    storeProfile(newcomer());
    const { calls } = fakeApi(() => registered);
    show(<CreatingProfileScreen />);
    expect(await alertText()).toBe("Please complete the following fields:NameCollege Name");
    expect(screen.getByRole("link", { name: "Complete your details" }).getAttribute("href")).toBe(
      "/enter-name-page",
    );
    expect(calls).toHaveLength(0);
  });

  test.each([
    ["without a session it redirects to the login", () => forgetStoredSession(), "/login-page"],
    ["once registered it redirects home", () => storeSignUp({ finished: true }), "/mainfeed"],
  ])("%s", async (_, arrange, target) => {
    arrange();
    const { calls } = fakeApi(() => registered);
    await act(async () => {
      show(<CreatingProfileScreen />);
    });
    expect(router.replace).toHaveBeenCalledWith(target);
    expect(calls).toHaveLength(0);
  });
});

describe("account created screen", () => {
  beforeEach(() => {
    freshBrowser();
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  const passes = (ms: number) => act(async () => jest.advanceTimersByTime(ms));

  test("the screen shows for three seconds, then the guide opens", async () => {
    storeProfile(ownUser());
    signUp.registered();
    show(<AccountCreatedScreen />);
    expect(screen.getByRole("heading").textContent).toBe("You're in, Ishita!");
    await passes(2_999);
    expect(router.replace).not.toHaveBeenCalled();
    await passes(1);
    expect(router.replace).toHaveBeenCalledWith("/onboarding-guide-page");
  });

  test("once the guide is read, the screen leads to the feed", async () => {
    storeProfile(ownUser());
    signUp.registered();
    signUp.arrived();
    show(<AccountCreatedScreen />);
    expect(router.replace).toHaveBeenCalledWith("/mainfeed");
    await passes(5_000);
    expect(router.replace).toHaveBeenCalledTimes(1);
  });

  test("a person without a name goes back to enter it", async () => {
    storeProfile(newcomer());
    show(<AccountCreatedScreen />);
    expect(router.replace).toHaveBeenCalledWith("/enter-name-page");
    await passes(5_000);
    expect(router.replace).toHaveBeenCalledTimes(1);
  });
});

describe("the guide", () => {
  beforeEach(() => {
    freshBrowser();
    Element.prototype.scrollTo = jest.fn();
    jest.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(400);
  });

  const slides = () => [...document.querySelectorAll<HTMLElement>("[aria-roledescription=slide]")];
  const title = () =>
    slides()
      .find((slide) => !slide.hasAttribute("inert"))
      ?.querySelector("h2")?.textContent;
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

  const FIRST = "Connect on Campus";
  const SECOND = "Network with Alumni & Faculty";
  const THIRD = "Showcase Your Ideas & Skills";

  test("goes through three slides to the feed", async () => {
    show(<OnboardingGuide />);
    expect(title()).toBe(FIRST);
    await press("Continue");
    expect(title()).toBe(SECOND);
    await press("Continue");
    expect(title()).toBe(THIRD);
    expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
    await press("Start your Journey");
    expect(router.replace).toHaveBeenCalledWith("/mainfeed");
  });

  test("goes to any slide by its dot and marks the current one", async () => {
    show(<OnboardingGuide />);
    await press(/^Slide 3/);
    expect(title()).toBe(THIRD);
    expect(screen.getByRole("button", { name: /^Slide 3/ }).getAttribute("aria-current")).toBe("step");
    await press(/^Slide 1/);
    expect(title()).toBe(FIRST);
  });

  test("is shown to a newcomer once", async () => {
    storeSignUp({ finished: true });
    const { unmount } = show(<OnboardingGuide />);
    await press(/^Slide 3/);
    expect(router.replace).not.toHaveBeenCalled();
    await press("Start your Journey");
    expect(router.replace.mock.calls).toEqual([["/mainfeed"]]);
    unmount();
    show(<OnboardingGuide />);
    expect(router.replace.mock.calls).toEqual([["/mainfeed"], ["/mainfeed"]]);
  });

  test("follows the arrow keys and stops at both ends", async () => {
    show(<OnboardingGuide />);
    await userEvent.keyboard("{ArrowLeft}");
    expect(title()).toBe(FIRST);
    await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(title()).toBe(THIRD);
    expect(router.replace).not.toHaveBeenCalled();
  });

  test("follows a swipe", () => {
    show(<OnboardingGuide />);
    const box = slides()[0]?.parentElement as HTMLElement;
    box.scrollLeft = 400;
    fireEvent(box, new Event("scrollend"));
    expect(title()).toBe(SECOND);
    expect(screen.getByRole("button", { name: /^Slide 2/ }).getAttribute("aria-current")).toBe("step");
  });

  test("goes on to the slide of a press when the end of an earlier scroll has stopped it", async () => {
    show(<OnboardingGuide />);
    const box = slides()[0]?.parentElement as HTMLElement;
    await press(/^Slide 3/);
    box.scrollLeft = 400;
    fireEvent(box, new Event("scrollend"));
    expect(title()).toBe(THIRD);
    expect(Element.prototype.scrollTo).toHaveBeenLastCalledWith({ left: 800, behavior: "smooth" });
    expect(Element.prototype.scrollTo).toHaveBeenCalledTimes(2);
    fireEvent.pointerDown(box);
    fireEvent(box, new Event("scrollend"));
    expect(title()).toBe(SECOND);
  });

  test("says where it has moved to", async () => {
    show(<OnboardingGuide />);
    await press("Continue");
    expect(await screen.findByText(/^Slide 2 of 3: Network with Alumni & Faculty\./)).toBeTruthy();
  });

  test.each([
    ["the close button", () => press("Close")],
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["its last button", () => press(/^Slide 3/).then(() => press("Start your Journey"))],
  ])("closes with %s and continues to the destination", async (_, leave) => {
    storeSignUp({ next: "/post/1" });
    show(<OnboardingGuide />);
    await leave();
    expect(router.replace).toHaveBeenCalledWith("/post/1");
  });
});
