/** @jest-environment jsdom */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CreatingProfileScreen } from "@/components/accounts/creating-profile-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { forgetStoredSession, storedAccessToken } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

beforeEach(() => {
  freshBrowser(ownUser());
  signUp.pictureUploaded("ishita@mitsgwl.ac.in", "https://media/a.webp");
});

const registered = { status: 200, body: { user: ownUser(), token: "b", message: "Your profile is ready." } };
const alertText = async () => (await screen.findByRole("alert")).textContent;

describe("creating the profile", () => {
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
