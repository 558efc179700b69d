/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CollegeEmailScreen } from "@/components/accounts/college-email-screen";
import { updateDraft } from "@/lib/accounts/client/registration-draft";
import { signUp } from "@/lib/accounts/client/sign-up";
import { type ApiHandler, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";

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

describe("a college address", () => {
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
