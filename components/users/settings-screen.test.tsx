/** @jest-environment jsdom */
import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast } from "sonner";
import { SettingsScreen } from "@/components/users/settings-screen";
import { storedAccessToken, storeTokens } from "@/lib/auth/stored-session";
import { mayAutoplay } from "@/lib/hooks/preferences";
import { type ApiAnswer, type ApiCall, fakeApi, refusal, show } from "@/tests/browser-api";
import { ownUser } from "@/tests/own-user";

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
  if (path === "/api/notifications/preferences") {
    return {
      status: 200,
      body: { preferences: { like: true, comment: true, follow: true, custom: true }, pushKey: null },
    };
  }
  return { status: 200, body: { message: "Done." } };
};

beforeEach(() => {
  localStorage.clear();
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
    api.answer((call) => (call.method === "DELETE" ? refusal(503, "unavailable", "Not now.") : known(call)));
    await userEvent.type(within(dialog).getByLabelText("Type DELETE to confirm"), "DELETE{Enter}");
    expect((await within(dialog).findByRole("alert")).textContent).toBe(
      "Failed to delete account. Please try again.",
    );
    expect(api.calls.at(-1)).toMatchObject({ method: "DELETE", path: `/api/auth/users/${me._id}` });
    expect(storedAccessToken()).toBe("access");
  });
});

describe("downloading one's data", () => {
  test("a refusal is said in the server's words too", async () => {
    fakeApi((call) =>
      call.path.endsWith("/export")
        ? refusal(429, "rate_limited", "You're doing that too often.")
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
