/** @jest-environment jsdom */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LoginScreen } from "@/components/accounts/login-screen";
import { PasswordLoginScreen } from "@/components/accounts/password-login-screen";
import { claimPersonalData, logOutHere } from "@/lib/accounts/client/personal-data";
import { signUp } from "@/lib/accounts/client/sign-up";
import { EMPTY_DRAFT, updateDraft } from "@/lib/accounts/client/sign-up-storage";
import { readStoredProfile, storeProfile } from "@/lib/profiles/client/stored-profile";
import { storedAccessToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiHandler, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

/** Signing in, with a code or a password. */

describe("login screen", () => {
  beforeEach(() => freshBrowser());

  const EMAIL = "ishita@mitsgwl.ac.in";
  const alertText = () => screen.queryByRole("alert")?.textContent;

  test("another address than the one left off with is typed into the field, which has the focus", async () => {
    signUp.codeSent({ email: EMAIL, isNewUser: false });
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<LoginScreen google={null} next={null} isReturning />);
    await userEvent.click(screen.getByRole("button", { name: "Use another address" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  });

  test.each([
    ["takes the focus on a desktop", true],
    ["leaves a phone's keyboard closed", false],
  ])("the address %s", (_, isWide) => {
    const real = window.matchMedia;
    window.matchMedia = (query) => Object.assign(real(query), { matches: isWide && query.includes("64rem") });
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<LoginScreen google={null} next={null} isReturning />);
    expect(document.activeElement === screen.getByLabelText("Email")).toBe(isWide);
    window.matchMedia = real;
  });

  test("an invitation fills in its address", () => {
    window.history.replaceState(null, "", "/login-page#meera.iyer%2Bcampus%40example.com");
    fakeApi(() => errorAnswer(500, "internal", "no"));
    show(<LoginScreen google={null} next={null} isReturning={false} />);
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("meera.iyer+campus@example.com");
    window.history.replaceState(null, "", "/login-page#%E0%A4%A");
    expect(() => show(<LoginScreen google={null} next={null} isReturning />)).not.toThrow();
    window.history.replaceState(null, "", "/login-page");
  });

  describe("logging in by email", () => {
    const logIn = async (handler: ApiHandler, typed = EMAIL) => {
      const api = fakeApi(handler);
      show(<LoginScreen google={null} next="/post/1" isReturning />);
      await userEvent.type(screen.getByLabelText("Email"), `${typed}{Enter}`);
      return api;
    };

    test("sends a code and goes to the verification page", async () => {
      const { calls } = await logIn(
        () => ({ status: 200, body: { message: "OTP sent" } }),
        ` \u200b${EMAIL.toUpperCase()}`,
      );
      await waitFor(() => expect(router.push).toHaveBeenCalledWith("/verification-page"));
      expect(calls).toMatchObject([{ path: "/api/auth/send-otp", body: { email: EMAIL }, bearer: null }]);
      expect(signUp.read().next).toBe("/post/1");
    });

    test("a link to a comment leads to the comment", async () => {
      window.history.replaceState(null, "", "/login-page?next=%2Fpost%2F1#comment-2");
      await logIn(() => ({ status: 200, body: { message: "OTP sent" } }));
      await waitFor(() => expect(signUp.read().next).toBe("/post/1#comment-2"));
      window.history.replaceState(null, "", "/login-page");
    });

    test("a shared link is named, and is where a newcomer arrives after signing up", async () => {
      show(<LoginScreen google={null} next="/post/1" isReturning />);
      expect(screen.getByText("A classmate shared a post with you. Log in to see it.")).toBeTruthy();
      const signingUp = screen.getByRole("link", { name: "Create new account" });
      signingUp.addEventListener("click", (event) => event.preventDefault());
      await userEvent.click(signingUp);
      expect(signUp.read().next).toBe("/post/1");
    });

    test.each([
      ["/mainfeed?feed=circle", true],
      ["/posts-feed", true],
      ["/profile/1?view=list", true],
      ["/tag/spring", true],
      ["/notify", false],
      [null, false],
    ])("on the way to %s says that it is needed to view posts: %s", (next, expected) => {
      show(<LoginScreen google={null} next={next} isReturning />);
      expect(screen.queryByText("Please log in to view posts.") !== null).toBe(expected);
    });

    test("rejects an invalid address without a call", async () => {
      const { calls } = await logIn(() => errorAnswer(500, "internal", "no"), "ishita");
      expect(alertText()).toBe("Please enter a valid email address.");
      expect(document.activeElement).toBe(screen.getByLabelText("Email"));
      expect(calls).toHaveLength(0);
    });

    test.each<[string, ApiHandler, string]>([
      [
        "an unknown address leads to signing up",
        () => errorAnswer(404, "user_not_found", "User not found"),
        "No user found with this email. Please create a new account.",
      ],
      [
        "any other error has a general message",
        () => errorAnswer(502, "provider_failed", "We couldn't send the email."),
        "Something went wrong. Please try again.",
      ],
      [
        "a rate limit shows how long to wait",
        () => errorAnswer(429, "rate_limited", "Please try again in 5 minutes."),
        "Something went wrong. Please try again. Please try again in 5 minutes.",
      ],
      [
        "what is wrong with the address is said in the server's words",
        () => errorAnswer(400, "validation", "Please enter a valid email address."),
        "Please enter a valid email address.",
      ],
      [
        "so has a missing connection",
        () => {
          throw new TypeError("Failed to fetch");
        },
        "Something went wrong. Please try again.",
      ],
    ])("%s", async (_, handler, text) => {
      await logIn(handler);
      await waitFor(() => expect(alertText()).toBe(text));
      expect(router.push).not.toHaveBeenCalled();
    });

    test.each([
      [EMAIL, null],
      ["ishita@gmail.com", "A new account needs your college email. It ends with @mitsgwl.ac.in."],
    ])("the answer about %s has a button to sign up with it, and no second one", async (typed, advice) => {
      await logIn(() => errorAnswer(404, "user_not_found", "User not found"), typed);
      const button = await screen.findByRole("link", { name: "Create new account" });
      expect(button.getAttribute("href")).toBe("/select-college-page");
      expect(screen.getByRole("alert").compareDocumentPosition(button)).toBe(4);
      expect(screen.queryByText(/A new account needs/)?.textContent ?? null).toBe(advice);
      button.addEventListener("click", (event) => event.preventDefault());
      await userEvent.click(button);
      expect(signUp.read()).toMatchObject({ email: typed, next: "/post/1" });
    });

    test("the typed address survives leaving and coming back", async () => {
      fakeApi(() => errorAnswer(500, "internal", "no"));
      const first = show(<LoginScreen google={null} next={null} isReturning />);
      await userEvent.type(screen.getByLabelText("Email"), "ishi");
      first.unmount();
      show(<LoginScreen google={null} next={null} isReturning />);
      expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("ishi");
    });
  });

  describe("the welcome", () => {
    const createAccount = () => screen.getByRole("link", { name: "Create new account" });

    test("is for newcomers where no one has signed in, with signing up as a button", () => {
      show(<LoginScreen google={null} next={null} isReturning={false} />);
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome");
      expect(createAccount().getAttribute("href")).toBe("/select-college-page");
      expect(createAccount().className).toContain("min-h-12");
    });

    test("is back where someone has signed in", async () => {
      show(<LoginScreen google={null} next={null} isReturning />);
      expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome back");
      expect(createAccount().className).not.toContain("min-h-12");
    });

    test("is remembered by the browser from the first sign-in on, also after a logout", () => {
      expect(document.cookie).not.toContain("returning");
      claimPersonalData("1", EMAIL);
      logOutHere();
      expect(document.cookie).toContain("returning=1");
    });
  });

  describe("logging in with Google", () => {
    type Options = { callback: (answer: { credential?: string }) => void };
    const identity = {
      initialize: jest.fn<void, [Options]>(),
      renderButton: jest.fn<void, [HTMLElement, { width: number }]>(),
      prompt: jest.fn(),
      cancel: jest.fn(),
    };
    const SCRIPT = "https://accounts.google.com/gsi/client";
    const GOOGLE = { clientId: "client", script: SCRIPT };
    let initialized: Options | undefined;

    const open = async (handler: ApiHandler) => {
      const api = fakeApi(handler);
      identity.initialize.mockImplementation((options) => {
        initialized = options;
      });
      identity.renderButton.mockImplementation((parent) => parent.append(document.createElement("button")));
      show(<LoginScreen google={GOOGLE} next="/post/1" isReturning />);
      const script = document.querySelector<HTMLScriptElement>(`script[src="${SCRIPT}"]`);
      // The module loads the script once per page, as in a browser.
      if (script && !window.google) {
        window.google = { accounts: { id: identity } };
        await act(async () => script.dispatchEvent(new Event("load")));
      }
      await waitFor(() => expect(identity.renderButton).toHaveBeenCalled());
      return api;
    };
    const sendCredential = (answer: { credential?: string }) =>
      act(async () => initialized?.callback(answer));
    const session = (user: object, newUser: boolean) => ({
      status: 200,
      body: { accessToken: "a", refreshToken: "r", user, newUser },
    });

    test("without a client id it shows why it is unavailable", () => {
      fakeApi(() => errorAnswer(500, "internal", "no"));
      show(<LoginScreen google={null} next={null} isReturning />);
      const button = screen.getByRole("button", { name: "Continue with Google" });
      expect(button.getAttribute("aria-disabled")).toBe("true");
      const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
      expect(reason?.textContent).toBe("Google sign-in isn't set up here. Please use your email.");
      const isAfter = (one: Element, other: Element) => other.compareDocumentPosition(one) === 4;
      expect(isAfter(screen.getByText("OR"), button)).toBe(true);
      expect(isAfter(screen.getByRole("button", { name: "Next" }), screen.getByText("OR"))).toBe(true);
    });

    test("a blocked script shows a message, leaves email working and can be retried", async () => {
      fakeApi(() => errorAnswer(500, "internal", "no"));
      show(<LoginScreen google={GOOGLE} next={null} isReturning />);
      const scripts = () => document.querySelectorAll(`script[src="${SCRIPT}"]`);
      await act(async () => scripts()[0]?.dispatchEvent(new Event("error")));
      expect(scripts()).toHaveLength(0);
      expect(screen.getByText(/Google sign-in couldn't be loaded/)).not.toBeNull();
      expect(screen.getByLabelText("Email")).not.toBeNull();
      await userEvent.click(screen.getByRole("button", { name: "Continue with Google" }));
      expect(scripts()).toHaveLength(1);
      await act(async () => scripts()[0]?.dispatchEvent(new Event("error")));
    });

    test("another width needs another button", async () => {
      let resize = () => {};
      jest.spyOn(window, "ResizeObserver").mockImplementation((callback) => {
        resize = () => callback([], {} as ResizeObserver);
        return { observe: () => {}, unobserve: () => {}, disconnect: () => {} };
      });
      let width = 360;
      jest.spyOn(Element.prototype, "clientWidth", "get").mockImplementation(() => width);
      identity.renderButton.mockClear();
      await open(() => errorAnswer(500, "internal", "no"));
      const drawn = () => identity.renderButton.mock.calls.map(([, look]) => look.width);
      await act(async () => resize());
      expect(drawn()).toEqual([300]);
      width = 300;
      await act(async () => resize());
      expect(drawn()).toEqual([300, 250]);
      expect(document.querySelector("[data-google-button]")?.childElementCount).toBe(1);
    });

    test("a member continues to their destination", async () => {
      const { calls } = await open(() => session(ownUser({ provider: "google" }), false));
      await sendCredential({ credential: "token" });
      await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/post/1"));
      expect(calls).toMatchObject([
        { path: "/api/auth/google", body: { tokenId: "token", role: "student" }, bearer: null },
      ]);
      expect(storedAccessToken()).toBe("a");
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('token":"token');
    });

    test("a newcomer from the college chooses it next", async () => {
      await open(() => session(newcomer({ provider: "google", name: "Ananya Singh" }), true));
      await sendCredential({ credential: "token" });
      await waitFor(() => expect(router.push).toHaveBeenCalledWith("/select-college-page"));
      expect(signUp.draft()).toMatchObject({ authMethod: "google", email: EMAIL });
      expect(signUp.read()).toMatchObject({ authMethod: "google", next: "/post/1" });
    });

    test("a person from outside gets the reason, and local storage is cleared except for the theme", async () => {
      localStorage.setItem("theme", "dark");
      localStorage.setItem("themeFollowsDevice", "true");
      updateDraft({ name: "Someone" });
      await open(() => ({
        status: 403,
        body: { error: "email_domain", message: "no", newUser: true, user: { email: "a@gmail.com" } },
      }));
      await sendCredential({ credential: "token" });
      await waitFor(() =>
        expect(alertText()).toBe(
          "Only students with @mitsgwl.ac.in email addresses can login. Please use your college email.",
        ),
      );
      expect(Object.keys(localStorage).sort()).toEqual(["theme", "themeFollowsDevice"]);
      expect(signUp.draft()).toEqual(EMPTY_DRAFT);
      expect(router.push).not.toHaveBeenCalled();
      expect(router.replace).not.toHaveBeenCalled();
    });

    test.each<[string, ApiHandler, string]>([
      [
        "an unknown account",
        () => errorAnswer(404, "not_found", "User not found"),
        "No user found with this Google account.",
      ],
      [
        "an invalid credential",
        () => errorAnswer(401, "invalid_credential", "That Google sign-in is not valid."),
        "Something went wrong during Google login.",
      ],
      [
        "no connection",
        () => {
          throw new TypeError("Failed to fetch");
        },
        "Something went wrong during Google login.",
      ],
    ])("%s shows a message", async (_, handler, text) => {
      await open(handler);
      await sendCredential({ credential: "token" });
      await waitFor(() => expect(alertText()).toBe(text));
    });

    test("an answer without a credential is only logged", async () => {
      const consoleError = jest.spyOn(console, "error").mockImplementation(() => undefined);
      const { calls } = await open(() => errorAnswer(500, "internal", "no"));
      await sendCredential({});
      expect(consoleError).toHaveBeenCalledTimes(1);
      expect(calls).toHaveLength(0);
      expect(alertText()).toBeUndefined();
    });
  });

  describe("logging in at the college", () => {
    const name = "Campus ID";
    const button = () => screen.queryByRole("link", { name: `Continue with ${name}` });
    const comeBack = (
      outcome: string | null,
      handler: ApiHandler = () => errorAnswer(500, "internal", "no"),
    ) => {
      const api = fakeApi(handler);
      show(<LoginScreen google={null} oidc={{ name, outcome }} next={null} isReturning />);
      return api;
    };

    test("is offered where it is set up, above the email, and no button is dead then", () => {
      comeBack(null);
      expect(button()?.getAttribute("href")).toBe("/api/auth/oidc");
      expect(button()?.compareDocumentPosition(screen.getByLabelText("Email"))).toBe(4);
      expect(screen.queryByRole("button", { name: "Continue with Google" })).toBeNull();
    });

    test("is not offered where it is not", () => {
      show(<LoginScreen google={null} next={null} isReturning />);
      expect(button()).toBeNull();
    });

    test("remembers where the person was going, and a member goes on to there", async () => {
      const first = show(
        <LoginScreen google={null} oidc={{ name, outcome: null }} next="/post/1" isReturning />,
      );
      button()?.addEventListener("click", (event) => event.preventDefault());
      await userEvent.click(button() as HTMLElement);
      first.unmount();
      const session = { accessToken: "a", refreshToken: "r", user: ownUser(), newUser: false };
      const { calls } = comeBack("done", () => ({ status: 200, body: session }));
      await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/post/1"));
      expect(calls.map(({ method, path }) => [method, path])).toEqual([["POST", "/api/auth/oidc"]]);
      expect(storedAccessToken()).toBe("a");
    });

    test("a newcomer chooses the college next", async () => {
      const user = newcomer({ provider: "oidc" });
      comeBack("done", () => ({
        status: 200,
        body: { accessToken: "a", refreshToken: "r", user, newUser: true },
      }));
      await waitFor(() => expect(router.push).toHaveBeenCalledWith("/select-college-page"));
      expect(signUp.read()).toMatchObject({ authMethod: "oidc", email: user.email });
    });

    test.each([
      ["cancelled", "You did not sign in. Try again, or use your email."],
      ["expired", "That sign-in took too long, or began in another tab. Please try again."],
      [
        "unverified",
        "Your college's sign-in doesn't confirm an email address of yours. Please use your email.",
      ],
      ["unreachable", "Your college's sign-in can't be reached. Try again in a moment, or use your email."],
      ["failed", "Something went wrong with your college's sign-in."],
      ["anything", "Something went wrong with your college's sign-in."],
    ])("%s has its sentence, and the button works again", (outcome, text) => {
      const { calls } = comeBack(outcome);
      expect(alertText()).toBe(text);
      expect(button()).not.toBeNull();
      expect(calls).toEqual([]);
    });

    test.each<[number, string, string, string]>([
      [
        401,
        "invalid_credential",
        "That sign-in took too long. Please try again.",
        "That sign-in took too long. Please try again.",
      ],
      [404, "not_found", "User not found", "No user found with this account."],
      [500, "internal", "no", "Something went wrong with your college's sign-in."],
      [
        403,
        "email_domain",
        "no",
        "Only students with @mitsgwl.ac.in email addresses can login. Please use your college email.",
      ],
    ])("an answer of %s %s is said in words", async (status, code, message, text) => {
      comeBack("done", () => errorAnswer(status, code, message));
      await waitFor(() => expect(alertText()).toBe(text));
      expect(button()).not.toBeNull();
    });
  });

  describe("a person who is already signed in", () => {
    test("is redirected with a new cookie", async () => {
      storeTokens({ accessToken: "a", refreshToken: "r" });
      storeProfile(ownUser());
      const { calls } = fakeApi(() => ({ status: 200, body: { accessToken: "b", refreshToken: "s" } }));
      show(<LoginScreen google={null} next="/post/1" isReturning />);
      await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/post/1"));
      expect(calls.map(({ path }) => path)).toEqual(["/api/auth/refresh"]);
    });

    test("with an expired session stays to log in", async () => {
      storeTokens({ accessToken: "a", refreshToken: "r" });
      storeProfile(ownUser());
      fakeApi(({ path }) =>
        path === "/api/auth/refresh"
          ? errorAnswer(401, "unauthenticated", "Session expired.")
          : { status: 204 },
      );
      show(<LoginScreen google={null} next={null} isReturning />);
      await waitFor(() => expect(storedAccessToken()).toBeNull());
      expect(router.replace).not.toHaveBeenCalled();
      // Ended elsewhere, or over: the person reads so, and need not type the address again.
      expect(alertText()).toBe("You were signed out on this device.");
      expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe(ownUser().email);
      act(() => storeTokens({ accessToken: "a", refreshToken: "r" }));
      expect(alertText()).toBeUndefined();
    });

    test("in another tab is redirected here within a second", async () => {
      jest.useFakeTimers();
      try {
        fakeApi(() => errorAnswer(500, "internal", "no"));
        show(<LoginScreen google={null} next={null} isReturning />);
        await act(async () => jest.advanceTimersByTime(3000));
        expect(router.replace).not.toHaveBeenCalled();
        storeTokens({ accessToken: "a", refreshToken: "r" });
        storeProfile(newcomer());
        await act(async () => jest.advanceTimersByTime(3000));
        expect(router.replace).not.toHaveBeenCalled();
        storeProfile(ownUser());
        await act(async () => jest.advanceTimersByTime(1000));
        expect(router.replace).toHaveBeenCalledWith("/mainfeed");
      } finally {
        jest.useRealTimers();
      }
    });

    test("is still noticed after the server has led a profile without a session back", async () => {
      jest.useFakeTimers();
      try {
        fakeApi(() => errorAnswer(500, "internal", "no"));
        show(<LoginScreen google={null} next={null} isReturning />);
        storeProfile(ownUser());
        await act(async () => jest.advanceTimersByTime(1000));
        expect(router.replace).toHaveBeenCalledTimes(1);
        // It is back on this screen: a profile without tokens is none.
        await act(async () => jest.advanceTimersByTime(3000));
        expect(router.replace).toHaveBeenCalledTimes(1);
        expect(readStoredProfile()).toBeUndefined();
        storeTokens({ accessToken: "a", refreshToken: "r" });
        storeProfile(ownUser());
        await act(async () => jest.advanceTimersByTime(1000));
        expect(router.replace).toHaveBeenCalledTimes(2);
      } finally {
        jest.useRealTimers();
      }
    });
  });
});

describe("logging in with a password", () => {
  beforeEach(() => freshBrowser());

  const email = "ishita@mitsgwl.ac.in";
  const wrong = errorAnswer(
    401,
    "invalid_credential",
    "Wrong email or password. Try again, or use a code instead.",
  );
  const emailField = () => screen.getByLabelText<HTMLInputElement>("Email");
  const passwordField = () => screen.getByLabelText<HTMLInputElement>("Password");
  const session = (user = ownUser()) => ({
    status: 200,
    body: { accessToken: "a", refreshToken: "r", user, message: "Logged in" },
  });

  test("prefills the address a code was sent to and focuses the password", async () => {
    signUp.codeSent({ email, isNewUser: false, next: "/post/1" });
    const { calls } = fakeApi(() => session());
    show(<PasswordLoginScreen />);
    expect(emailField().value).toBe(email);
    expect(document.activeElement).toBe(passwordField());
    expect(passwordField().autocomplete).toBe("current-password");
    await userEvent.keyboard("four words and 1{Enter}");
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/post/1"));
    expect(calls).toMatchObject([
      { path: "/api/auth/login", body: { email, password: "four words and 1" }, bearer: null },
    ]);
    expect(storedAccessToken()).toBe("a");
  });

  test("continues with the name if there is none", async () => {
    signUp.codeSent({ email, isNewUser: false });
    fakeApi(() => session(newcomer()));
    show(<PasswordLoginScreen />);
    await userEvent.keyboard("four words and 1{Enter}");
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/enter-name-page"));
  });

  test("requires both fields and shows which is missing", async () => {
    const { calls } = fakeApi(() => session());
    show(<PasswordLoginScreen />);
    await userEvent.click(screen.getByRole("button", { name: "Log in" }));
    screen.getByText("Please enter a valid email address.");
    screen.getByText("Please enter your password.");
    expect(document.activeElement).toBe(emailField());
    expect(calls).toHaveLength(0);
  });

  test("the password can be shown", async () => {
    fakeApi(() => session());
    show(<PasswordLoginScreen />);
    await userEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(passwordField().type).toBe("text");
    await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(passwordField().type).toBe("password");
  });

  test.each([
    ["a wrong password", wrong, "Wrong email or password. Try again, or use a code instead."],
    [
      "too many attempts",
      errorAnswer(429, "rate_limited", "Please try again in 15 minutes."),
      "Please try again in 15 minutes.",
    ],
    ["a server error", { status: 502, body: "a proxy's page" }, "Something went wrong. Please try again."],
    ["no connection", "offline" as const, "We can't reach the server. Check your connection and try again."],
  ])("shows the message after %s and selects the password", async (_, answer, text) => {
    signUp.codeSent({ email, isNewUser: false });
    fakeApi(() => {
      if (answer === "offline") throw new TypeError("Failed to fetch");
      return answer;
    });
    show(<PasswordLoginScreen />);
    await userEvent.keyboard("four words and 1{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    expect(document.activeElement).toBe(passwordField());
    expect(storedAccessToken()).toBeNull();
  });

  test("is sent once while a call is pending", async () => {
    signUp.codeSent({ email, isNewUser: false });
    const { calls } = fakeApi(() => new Promise<never>(() => undefined));
    show(<PasswordLoginScreen />);
    await userEvent.keyboard("four words and 1{Enter}{Enter}{Enter}");
    expect(calls).toHaveLength(1);
  });

  test("a code can be used instead: the one sent, or a new one", () => {
    fakeApi(() => wrong);
    const { unmount } = show(<PasswordLoginScreen />);
    const link = () => screen.getByRole("link", { name: "Use a code instead" });
    expect(link().getAttribute("href")).toBe("/login-page");
    unmount();
    signUp.codeSent({ email, isNewUser: false });
    show(<PasswordLoginScreen />);
    expect(link().getAttribute("href")).toBe("/verification-page");
  });
});
