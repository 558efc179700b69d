/** @jest-environment jsdom */
import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast } from "sonner";
import { SettingsScreen } from "@/components/settings/settings-screen";
import { storedAccessToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { mayAutoplay } from "@/lib/settings/client/preferences";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

// Debounces and a busy machine together may take longer than the usual second.
configure({ asyncUtilTimeout: 5_000 });

const me = ownUser();
const device = (id: string, isCurrent: boolean) => ({
  _id: id,
  userAgent: isCurrent ? "Chrome/140.0 Windows" : "Firefox/142.0 Android",
  createdAt: "2026-01-01T00:00:00.000Z",
  lastSeenAt: "2026-01-01T00:00:00.000Z",
  isCurrent,
});

const known = ({ path }: ApiCall): ApiAnswer => {
  if (path === "/api/auth/me") return { status: 200, body: { user: me } };
  if (path === "/api/auth/sessions") {
    return { status: 200, body: { sessions: [device("here", true), device("there", false)] } };
  }
  if (path === "/api/auth/password") {
    return { status: 200, body: { hasPassword: true, recentlySignedIn: false } };
  }
  if (path === "/api/notifications/preferences") {
    return {
      status: 200,
      body: { preferences: { like: true, comment: true, follow: true, custom: true }, pushKey: null },
    };
  }
  return { status: 200, body: { message: "Done." } };
};

beforeEach(() => {
  freshBrowser();
  document.documentElement.dataset.theme = "light";
  window.matchMedia = jest.fn(() => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
});

describe("preferences", () => {
  test("dark mode is switched on and off, and remembered", async () => {
    fakeApi(known);
    show(<SettingsScreen />);
    const dark = screen.getByRole("switch", { name: /^Dark mode/ });
    await userEvent.click(dark);
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("theme")).toBe("dark");
    await userEvent.click(dark);
    expect(localStorage.getItem("theme")).toBe("light");
  });

  test("the device may decide", async () => {
    fakeApi(known);
    show(<SettingsScreen />);
    await userEvent.click(screen.getByRole("switch", { name: /^Use device theme/ }));
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(localStorage.getItem("themeFollowsDevice")).toBe("true");
    expect(document.documentElement.dataset.theme).toBe("dark");
  });

  test("videos stop playing by themselves", async () => {
    fakeApi(known);
    show(<SettingsScreen />);
    await userEvent.click(screen.getByRole("switch", { name: /^Autoplay videos/ }));
    expect(mayAutoplay()).toBe(false);
    await userEvent.click(screen.getByRole("switch", { name: /^Use less data/ }));
    expect(screen.getByRole("switch", { name: /^Autoplay videos/ })).toHaveProperty("disabled", true);
  });
});

describe("signed-in devices", () => {
  test("another one is logged out and goes from the list", async () => {
    const { calls } = fakeApi(known);
    show(<SettingsScreen />);
    await userEvent.click(await screen.findByRole("button", { name: "Log out Firefox on Android" }));
    await waitFor(() => expect(screen.queryByText("Firefox on Android")).toBeNull());
    expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "/api/auth/sessions/there" });
    const list = screen.getByRole("list", { name: "Signed-in devices" });
    expect(within(list).getByText("This device")).toBeTruthy();
  });

  test("it comes back when the server refuses", async () => {
    jest.spyOn(toast, "error").mockReturnValue("toast");
    fakeApi((call) => (call.method === "DELETE" ? { status: 503 } : known(call)));
    show(<SettingsScreen />);
    await userEvent.click(await screen.findByRole("button", { name: "Log out Firefox on Android" }));
    await waitFor(() =>
      expect(toast.error).toHaveBeenCalledWith("That device couldn't be logged out. Please try again."),
    );
    expect(screen.getByText("Firefox on Android")).toBeTruthy();
  });
});

describe("the password", () => {
  const NEW = "four words and 1 number";
  const answering =
    (state: { hasPassword: boolean; recentlySignedIn: boolean }, change?: ApiAnswer) =>
    (call: ApiCall): ApiAnswer => {
      if (call.path !== "/api/auth/password") return known(call);
      if (call.method === "GET") return { status: 200, body: state };
      return change ?? { status: 200, body: { message: "Your password is changed." } };
    };
  const open = async (button: string, title: string) => {
    show(<SettingsScreen />);
    await userEvent.click(await screen.findByRole("button", { name: button }));
    return within(await screen.findByRole("dialog", { name: title }));
  };
  let said: jest.SpyInstance;
  beforeEach(() => {
    said = jest.spyOn(toast, "success").mockReturnValue("toast");
  });

  test("is set without further proof by whoever has just signed in", async () => {
    const { calls } = fakeApi(answering({ hasPassword: false, recentlySignedIn: true }));
    const dialog = await open("Set password", "Set a password");
    const field = dialog.getByLabelText("New password");
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.type(field, "short{Enter}");
    dialog.getByText("Password must be at least 6 characters.");
    await userEvent.type(field, " no more{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "PUT", body: { password: "short no more" } }),
    );
    expect(said).toHaveBeenCalledWith("Your password is changed.");
  });

  test("is set with a code by everybody else", async () => {
    const { calls } = fakeApi(answering({ hasPassword: false, recentlySignedIn: false }));
    const dialog = await open("Set password", "Set a password");
    dialog.getByText(`To check that it's you, we send a code to ${me.email}.`);
    expect(dialog.getByRole("button", { name: "Set password" })).toHaveProperty("disabled", true);
    await userEvent.click(dialog.getByRole("button", { name: "Send code" }));
    const code = await dialog.findByLabelText("Verification code");
    expect(document.activeElement).toBe(code);
    await userEvent.keyboard("123456");
    await userEvent.type(dialog.getByLabelText("New password"), `${NEW}{Enter}`);
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/api/auth/send-otp", body: { email: me.email } }),
    );
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "PUT", body: { password: NEW, otp: "123456" } }),
    );
  });

  test("is changed with the current one; a wrong one is said beside its field", async () => {
    const wrong = errorAnswer(400, "wrong_password", "That isn't your current password.");
    const api = fakeApi(answering({ hasPassword: true, recentlySignedIn: true }, wrong));
    const dialog = await open("Change password", "Change password");
    const current = dialog.getByLabelText("Current password");
    await userEvent.type(dialog.getByLabelText("New password"), `${NEW}{Enter}`);
    dialog.getByText("Please enter your current password.");
    expect(document.activeElement).toBe(current);
    await userEvent.type(current, "not this{Enter}");
    await dialog.findByText("That isn't your current password.");
    api.answer(answering({ hasPassword: true, recentlySignedIn: true }));
    await userEvent.clear(current);
    await userEvent.type(current, "but this{Enter}");
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(api.calls).toContainEqual(
      expect.objectContaining({ method: "PUT", body: { password: NEW, currentPassword: "but this" } }),
    );
  });

  test("that was forgotten is removed with a code; one that is over makes room for the next", async () => {
    const over = errorAnswer(400, "otp_expired", "This code has expired. Request a new one.");
    const api = fakeApi(answering({ hasPassword: true, recentlySignedIn: false }, over));
    const dialog = await open("Remove password", "Remove password");
    await userEvent.click(dialog.getByRole("button", { name: "Use a code instead" }));
    const code = await dialog.findByLabelText<HTMLInputElement>("Verification code");
    await userEvent.type(code, "123456{Enter}");
    await dialog.findByText("This code has expired. Request a new one.");
    expect(code.value).toBe("");
    api.answer(answering({ hasPassword: true, recentlySignedIn: false }));
    await userEvent.click(dialog.getByRole("button", { name: "Resend code" }));
    await userEvent.type(code, "654321{Enter}");
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(api.calls).toContainEqual(expect.objectContaining({ method: "DELETE", body: { otp: "654321" } }));
  });

  test("whose change meets a limit or no connection stays as typed, with the reason", async () => {
    const limited = errorAnswer(429, "rate_limited", "Please try again in 15 minutes.");
    const api = fakeApi(answering({ hasPassword: false, recentlySignedIn: true }, limited));
    const dialog = await open("Set password", "Set a password");
    await userEvent.type(dialog.getByLabelText("New password"), `${NEW}{Enter}`);
    expect((await dialog.findByRole("alert")).textContent).toBe("Please try again in 15 minutes.");
    api.answer(() => {
      throw new TypeError("Failed to fetch");
    });
    await userEvent.click(dialog.getByRole("button", { name: "Set password" }));
    await dialog.findByText(/We can't reach the server/);
    expect(dialog.getByLabelText<HTMLInputElement>("New password").value).toBe(NEW);
  });

  test("a sign-in that is no longer recent asks for a code after all", async () => {
    const late = errorAnswer(403, "confirmation_required", "Please confirm that it's you.");
    fakeApi(answering({ hasPassword: false, recentlySignedIn: true }, late));
    const dialog = await open("Set password", "Set a password");
    await userEvent.type(dialog.getByLabelText("New password"), `${NEW}{Enter}`);
    await dialog.findByRole("button", { name: "Send code" });
  });

  test("that can't be looked up is asked for again", async () => {
    const api = fakeApi((call) => (call.path === "/api/auth/password" ? { status: 503 } : known(call)));
    show(<SettingsScreen />);
    // The query tries three times more before it gives up.
    await screen.findByText("We couldn't check whether you have one.", {}, { timeout: 15_000 });
    api.answer(known);
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("button", { name: "Change password" });
  }, 20_000);
});

describe("deleting the account", () => {
  const open = async () => {
    show(<SettingsScreen />);
    await screen.findByText(me.email);
    await userEvent.click(screen.getByRole("button", { name: "Delete Account" }));
    return screen.findByRole("dialog", { name: "Delete Account" });
  };

  test("needs the word typed", async () => {
    const { calls } = fakeApi(known);
    const dialog = await open();
    const confirm = within(dialog).getByRole("button", { name: "Delete my account" });
    expect(confirm).toHaveProperty("disabled", true);
    await userEvent.type(within(dialog).getByLabelText("Type DELETE to confirm"), "delet{Enter}");
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    await userEvent.type(within(dialog).getByLabelText("Type DELETE to confirm"), "e");
    expect(confirm).toHaveProperty("disabled", false);
  });

  test("a refusal is said, and everything is still there", async () => {
    const api = fakeApi(known);
    const dialog = await open();
    api.answer((call) =>
      call.method === "DELETE" ? errorAnswer(503, "unavailable", "Not now.") : known(call),
    );
    await userEvent.type(within(dialog).getByLabelText("Type DELETE to confirm"), "DELETE{Enter}");
    expect((await within(dialog).findByRole("alert")).textContent).toBe(
      "Failed to delete account. Please try again.",
    );
    expect(api.calls.at(-1)).toMatchObject({ method: "DELETE", path: `/api/auth/users/${me._id}` });
    expect(storedAccessToken()).toBe("access");
  });
});

describe("deactivating the account", () => {
  test("says what happens, then hides it, and this browser forgets it", async () => {
    const { calls } = fakeApi(known);
    show(<SettingsScreen />);
    await screen.findByText(me.email);
    await userEvent.click(screen.getByRole("button", { name: "Deactivate account" }));
    const question = await screen.findByRole("alertdialog", { name: "Deactivate your account?" });
    expect(question.textContent).toContain("hidden from everybody");
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    await userEvent.click(within(question).getByRole("button", { name: "Deactivate" }));
    await waitFor(() => expect(storedAccessToken()).toBeNull());
    expect(calls.find(({ method }) => method === "POST")).toMatchObject({
      path: `/api/users/${me._id}/deactivate`,
    });
  });

  test("is offered to who is about to delete it, and a refusal is said", async () => {
    fakeApi((call) => (call.method === "POST" ? errorAnswer(503, "unavailable", "Not now.") : known(call)));
    show(<SettingsScreen />);
    await screen.findByText(me.email);
    await userEvent.click(screen.getByRole("button", { name: "Delete Account" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete Account" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Deactivate instead" }));
    const question = await screen.findByRole("alertdialog", { name: "Deactivate your account?" });
    await userEvent.click(within(question).getByRole("button", { name: "Deactivate" }));
    expect(await within(question).findByText("Failed to deactivate account. Please try again.")).toBeTruthy();
    expect(storedAccessToken()).toBe("access");
  });
});

describe("downloading one's data", () => {
  test("a refusal is said in the server's words too", async () => {
    fakeApi((call) =>
      call.path.endsWith("/export")
        ? errorAnswer(429, "rate_limited", "You're doing that too often.")
        : known(call),
    );
    show(<SettingsScreen />);
    await screen.findByText(me.email);
    await userEvent.click(screen.getByRole("button", { name: "Download my data" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Your data couldn't be downloaded. Please try again.");
    expect(alert.textContent).toContain("You're doing that too often.");
  });
});
