/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PasswordLoginScreen } from "@/components/accounts/password-login-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

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

describe("logging in with a password", () => {
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
