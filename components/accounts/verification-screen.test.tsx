/** @jest-environment jsdom */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { VerificationScreen } from "@/components/accounts/verification-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

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
