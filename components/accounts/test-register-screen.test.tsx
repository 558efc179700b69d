/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { TestRegisterScreen } from "@/components/accounts/test-register-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { type ApiHandler, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";

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

describe("registering on one page", () => {
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
