/** @jest-environment jsdom */
import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { usePathname } from "next/navigation";
import { SETTINGS_GROUPS, type SettingsGroupId } from "@/components/settings/groups";
import { SettingsLayout } from "@/components/settings/settings-layout";
import { SettingsGroup, SettingsOverview } from "@/components/settings/settings-screen";
import { toast } from "@/components/ui/toast";
import { leavePage } from "@/lib/accounts/client/leave-page";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storedAccessToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { mayAutoplay } from "@/lib/settings/client/preferences";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

// jsdom does not open other pages.
jest.mock("@/lib/accounts/client/leave-page");

preserveFocusAsOnScreens();

const me = ownUser();
const device = (id: string, isCurrent: boolean) => ({
  _id: id,
  userAgent: isCurrent ? "Chrome/140.0 Windows" : "Firefox/142.0 Android",
  createdAt: "2026-01-01T00:00:00.000Z",
  lastSeenAt: "2026-01-01T00:00:00.000Z",
  isCurrent,
});

const answerDefault = ({ path }: ApiCall): ApiAnswer => {
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
      body: {
        preferences: {
          like: true,
          comment: true,
          follow: true,
          custom: true,
          customFromEveryone: true,
          message: true,
          messageText: false,
        },
        pushKey: null,
      },
    };
  }
  if (path.startsWith("/api/safety/")) {
    return { status: 200, body: { people: [], words: [], hasMore: false, nextCursor: null } };
  }
  if (path === "/api/conversations/preferences") {
    const preferences = { whoCanMessage: "everyone", whoCanMention: "everyone", seenMarks: true };
    return { status: 200, body: { preferences } };
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

const passwordState = { status: 200, body: { hasPassword: true, recentlySignedIn: false } };
const unproven = errorAnswer(403, "reauthenticate", "Please confirm that it's you.");
async function proveByPassword() {
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm that it's you" }));
  await userEvent.type(dialog.getByLabelText("Current password"), "four words and 1 number{Enter}");
}

const showGroup = (id: SettingsGroupId) => show(<SettingsGroup id={id} version="1.2.3" />);

describe("preferences", () => {
  test("the theme is chosen, and remembered", async () => {
    fakeApi(answerDefault);
    show(<SettingsOverview />);
    const dark = screen.getByRole("switch", { name: "Dark mode" });
    await userEvent.click(dark);
    expect(dark.getAttribute("aria-checked")).toBe("true");
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("theme")).toBe("dark");
    await userEvent.click(dark);
    expect(localStorage.getItem("theme")).toBe("light");
  });

  test("the theme follows the device", async () => {
    fakeApi(answerDefault);
    show(<SettingsOverview />);
    const device = screen.getByRole("switch", { name: /^Use device theme/ });
    await userEvent.click(device);
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(localStorage.getItem("themeFollowsDevice")).toBe("true");
    expect(document.documentElement.dataset.theme).toBe("dark");
    await userEvent.click(device);
    expect({ ...localStorage }).toMatchObject({ theme: "dark" });
    expect(localStorage.getItem("themeFollowsDevice")).toBeNull();
  });

  test("choosing a theme by hand ends following the device", async () => {
    fakeApi(answerDefault);
    show(<SettingsOverview />);
    const device = screen.getByRole("switch", { name: /^Use device theme/ });
    await userEvent.click(device);
    await userEvent.click(screen.getByRole("switch", { name: "Dark mode" }));
    expect(device.getAttribute("aria-checked")).toBe("false");
    expect(document.documentElement.dataset.theme).toBe("light");
    expect(localStorage.getItem("themeFollowsDevice")).toBeNull();
  });

  test("autoplay is switched off", async () => {
    fakeApi(answerDefault);
    showGroup("appearance");
    await userEvent.click(screen.getByRole("switch", { name: /^Autoplay videos/ }));
    expect(mayAutoplay()).toBe(false);
    await userEvent.click(screen.getByRole("switch", { name: /^Use less data/ }));
    expect(screen.getByRole("switch", { name: /^Autoplay videos/ })).toHaveProperty("disabled", true);
  });
});

describe("signed-in devices", () => {
  const confirmLogout = async () =>
    userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Log out" }));

  test("this device has no button of its own; all others are logged out at once", async () => {
    const { calls } = fakeApi(answerDefault);
    showGroup("devices");
    const list = await screen.findByRole("list", { name: "Signed-in devices" });
    const [first] = within(list).getAllByRole("listitem");
    expect(first?.textContent).toContain("This device");
    expect(within(first as HTMLElement).queryByRole("button")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Log out all other devices" }));
    await confirmLogout();
    await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
    expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "/api/auth/sessions" });
    expect(screen.queryByRole("button", { name: "Log out all other devices" })).toBeNull();
  });

  test("all others are logged out after a proof, when the sign-in is a while ago", async () => {
    let isProven = false;
    const { calls } = fakeApi((call) => {
      if (call.path === "/api/auth/reauthenticate") isProven = true;
      if (call.path === "/api/auth/password") return passwordState;
      return call.method === "DELETE" && !isProven ? unproven : answerDefault(call);
    });
    showGroup("devices");
    await userEvent.click(await screen.findByRole("button", { name: "Log out all other devices" }));
    await confirmLogout();
    await proveByPassword();
    const deletions = () => calls.filter(({ method }) => method === "DELETE");
    await waitFor(() => expect(deletions()).toHaveLength(2));
    expect(await screen.findByRole("list", { name: "Signed-in devices" })).toBeTruthy();
    expect(screen.queryByRole("dialog", { name: "Confirm that it's you" })).toBeNull();
  });

  test("each says in words when it was last used and when it signed in", async () => {
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const used = { ...device("there", false), lastSeenAt: ago(2), createdAt: ago(3 * 24 * 60) };
    fakeApi((call) =>
      call.path === "/api/auth/sessions"
        ? { status: 200, body: { sessions: [device("here", true), used] } }
        : answerDefault(call),
    );
    showGroup("devices");
    const rows = within(await screen.findByRole("list", { name: "Signed-in devices" })).getAllByRole(
      "listitem",
    );
    expect(rows[0]?.textContent).toContain("In use now");
    expect(rows[1]?.textContent).toContain("Last used 2 minutes ago");
    expect(rows[1]?.textContent).toContain("Signed in 3 days ago");
  });

  test("another device is logged out and leaves the list", async () => {
    const { calls } = fakeApi(answerDefault);
    showGroup("devices");
    await userEvent.click(await screen.findByRole("button", { name: "Log out Firefox on Android" }));
    await confirmLogout();
    await waitFor(() => expect(screen.queryByText("Firefox on Android")).toBeNull());
    expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "/api/auth/sessions/there" });
    const list = screen.getByRole("list", { name: "Signed-in devices" });
    expect(within(list).getByText("This device")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toContain("This device"));
  });

  test("a device comes back when logging it out fails", async () => {
    jest.spyOn(toast, "error").mockReturnValue("toast");
    fakeApi((call) => (call.method === "DELETE" ? { status: 503 } : answerDefault(call)));
    showGroup("devices");
    await userEvent.click(await screen.findByRole("button", { name: "Log out Firefox on Android" }));
    await confirmLogout();
    await waitFor(() =>
      expect(toast.error).toHaveBeenCalledWith("That device couldn't be logged out. Please try again."),
    );
    expect(screen.getByText("Firefox on Android")).toBeTruthy();
  });
});

describe("the password", () => {
  const NEW = "four words and 1 number";
  const withPassword =
    (state: { hasPassword: boolean; recentlySignedIn: boolean }, change?: ApiAnswer) =>
    (call: ApiCall): ApiAnswer => {
      if (call.path !== "/api/auth/password") return answerDefault(call);
      if (call.method === "GET") return { status: 200, body: state };
      return change ?? { status: 200, body: { message: "Your password is changed." } };
    };
  const open = async (button: string, title: string) => {
    show(<SettingsOverview />);
    await userEvent.click(await screen.findByRole("button", { name: button }));
    return within(await screen.findByRole("dialog", { name: title }));
  };
  let toastSuccess: jest.SpyInstance;
  beforeEach(() => {
    toastSuccess = jest.spyOn(toast, "success").mockReturnValue("toast");
  });

  test("is set without further proof after a recent sign-in", async () => {
    const { calls } = fakeApi(withPassword({ hasPassword: false, recentlySignedIn: true }));
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
    expect(toastSuccess).toHaveBeenCalledWith("Your password is changed.");
  });

  test("is set with a code after an older sign-in", async () => {
    const { calls } = fakeApi(withPassword({ hasPassword: false, recentlySignedIn: false }));
    const dialog = await open("Set password", "Set a password");
    dialog.getByText(`To check that it's you, we send a code to ${me.email}.`);
    expect(dialog.getByRole("button", { name: "Set password" })).toHaveProperty("disabled", true);
    await userEvent.click(dialog.getByRole("button", { name: "Send code" }));
    const code = await dialog.findByLabelText("Verification code");
    expect(document.activeElement).toBe(code);
    await userEvent.keyboard("123456");
    await userEvent.type(dialog.getByLabelText("New password"), `${NEW}{Enter}`);
    await waitFor(() => expect(toastSuccess).toHaveBeenCalled());
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/api/auth/send-otp", body: { email: me.email } }),
    );
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "PUT", body: { password: NEW, otp: "123456" } }),
    );
  });

  test("is changed with the current one; a wrong one shows an error at its field", async () => {
    const wrong = errorAnswer(400, "wrong_password", "That isn't your current password.");
    const api = fakeApi(withPassword({ hasPassword: true, recentlySignedIn: true }, wrong));
    const dialog = await open("Change password", "Change password");
    const current = dialog.getByLabelText("Current password");
    await userEvent.type(dialog.getByLabelText("New password"), `${NEW}{Enter}`);
    dialog.getByText("Please enter your current password.");
    expect(document.activeElement).toBe(current);
    await userEvent.type(current, "not this{Enter}");
    await dialog.findByText("That isn't your current password.");
    api.answer(withPassword({ hasPassword: true, recentlySignedIn: true }));
    await userEvent.clear(current);
    await userEvent.type(current, "but this{Enter}");
    await waitFor(() => expect(toastSuccess).toHaveBeenCalled());
    expect(api.calls).toContainEqual(
      expect.objectContaining({ method: "PUT", body: { password: NEW, currentPassword: "but this" } }),
    );
  });

  test("is rejected at its field when it is easy to guess, until another one is typed", async () => {
    const rejection = errorAnswer(400, "common_password", "That password is too easy to guess.");
    const api = fakeApi(withPassword({ hasPassword: false, recentlySignedIn: true }, rejection));
    const dialog = await open("Set password", "Set a password");
    const field = dialog.getByLabelText("New password");
    await userEvent.type(field, "password{Enter}");
    await dialog.findByText("That password is too easy to guess.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
    api.answer(withPassword({ hasPassword: false, recentlySignedIn: true }));
    await userEvent.clear(field);
    expect(dialog.queryByText("That password is too easy to guess.")).toBeNull();
    await userEvent.type(field, `${NEW}{Enter}`);
    await waitFor(() => expect(toastSuccess).toHaveBeenCalled());
  });

  test("is removed with a code when forgotten; an expired code is cleared for the next one", async () => {
    const expired = errorAnswer(400, "otp_expired", "This code has expired. Request a new one.");
    const api = fakeApi(withPassword({ hasPassword: true, recentlySignedIn: false }, expired));
    const dialog = await open("Remove password", "Remove password");
    await userEvent.click(dialog.getByRole("button", { name: "Use a code instead" }));
    const code = await dialog.findByLabelText<HTMLInputElement>("Verification code");
    await userEvent.click(dialog.getByRole("button", { name: "Resend code" }));
    expect(api.calls.filter(({ path }) => path === "/api/auth/send-otp")).toHaveLength(2);
    await userEvent.type(code, "123456{Enter}");
    await dialog.findByText("This code has expired. Request a new one.");
    expect(code.value).toBe("");
    api.answer(withPassword({ hasPassword: true, recentlySignedIn: false }));
    await userEvent.click(dialog.getByRole("button", { name: "Resend code" }));
    await userEvent.type(code, "654321{Enter}");
    await waitFor(() => expect(toastSuccess).toHaveBeenCalled());
    expect(api.calls).toContainEqual(expect.objectContaining({ method: "DELETE", body: { otp: "654321" } }));
  });

  test("stays as typed when the change fails, with the reason", async () => {
    const limited = errorAnswer(429, "rate_limited", "Please try again in 15 minutes.");
    const api = fakeApi(withPassword({ hasPassword: false, recentlySignedIn: true }, limited));
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

  test("asks for a code once the sign-in is no longer recent", async () => {
    const unconfirmed = errorAnswer(403, "reauthenticate", "Please confirm that it's you.");
    fakeApi(withPassword({ hasPassword: false, recentlySignedIn: true }, unconfirmed));
    const dialog = await open("Set password", "Set a password");
    await userEvent.type(dialog.getByLabelText("New password"), `${NEW}{Enter}`);
    await dialog.findByRole("button", { name: "Send code" });
  });

  test("can be loaded again after an error", async () => {
    const api = fakeApi((call) =>
      call.path === "/api/auth/password" ? { status: 503 } : answerDefault(call),
    );
    show(<SettingsOverview />);
    await screen.findByText("We couldn't check whether you have one.");
    api.answer(answerDefault);
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("button", { name: "Change password" });
  });
});

describe("deleting the account", () => {
  const open = async () => {
    show(<SettingsOverview />);
    await screen.findByText(me.email);
    await userEvent.click(screen.getByRole("button", { name: "Delete Account" }));
    return screen.findByRole("dialog", { name: "Delete Account" });
  };

  test("needs a typed confirmation", async () => {
    const { calls } = fakeApi(answerDefault);
    const dialog = await open();
    const confirm = within(dialog).getByRole("button", { name: "Delete my account" });
    expect(confirm).toHaveProperty("disabled", true);
    await userEvent.type(within(dialog).getByLabelText("Type DELETE to confirm"), "delet{Enter}");
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    await userEvent.type(within(dialog).getByLabelText("Type DELETE to confirm"), "e");
    expect(confirm).toHaveProperty("disabled", false);
  });

  test("asks for the password where the sign-in is a while ago, and goes on", async () => {
    let isProven = false;
    const { calls } = fakeApi((call) => {
      if (call.path === "/api/auth/reauthenticate") {
        isProven = true;
        return { status: 200, body: { message: "It is you." } };
      }
      if (call.method !== "DELETE") return answerDefault(call);
      return isProven
        ? { status: 200, body: { message: "Your account is deleted." } }
        : errorAnswer(403, "reauthenticate", "Please confirm that it's you.");
    });
    const dialog = await open();
    await userEvent.type(within(dialog).getByLabelText("Type DELETE to confirm"), "DELETE{Enter}");
    await userEvent.type(await screen.findByLabelText("Current password"), "as it was{Enter}");
    await waitFor(() => expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(2));
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/api/auth/reauthenticate", body: { currentPassword: "as it was" } }),
    );
  });

  test("a failure shows an error, and nothing is lost", async () => {
    const api = fakeApi(answerDefault);
    const dialog = await open();
    api.answer((call) =>
      call.method === "DELETE" ? errorAnswer(503, "unavailable", "Not now.") : answerDefault(call),
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
  test("logging out goes by way of the college's issuer where the browser has a mark of it", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = "atIssuer=1";
    fakeApi(answerDefault);
    show(<SettingsOverview />);
    await screen.findByText(me.email);
    await userEvent.click(screen.getByRole("button", { name: "Logout" }));
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Log out" }),
    );
    await waitFor(() => expect(leavePage).toHaveBeenCalledWith("/api/auth/oidc/logout"));
    // biome-ignore lint/suspicious/noDocumentCookie: as the server removes it
    document.cookie = "atIssuer=; Max-Age=0";
  });

  test("explains what happens, then deactivates and clears the browser's storage", async () => {
    const { calls } = fakeApi(answerDefault);
    show(<SettingsOverview />);
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
    expect(leavePage).toHaveBeenCalledWith("/?goodbye=deactivated");
  });

  test.each([
    ["Deactivate account", "Deactivate", undefined],
    ["Withdraw consent", "Withdraw", true],
  ])(
    "%s asks for a proof when the sign-in is a while ago",
    async (name, confirm, withdrawsConsent = false) => {
      let isProven = false;
      const { calls } = fakeApi((call) => {
        if (call.path === "/api/auth/reauthenticate") isProven = true;
        if (call.path === "/api/auth/password") return passwordState;
        return call.path.endsWith("/deactivate") && !isProven ? unproven : answerDefault(call);
      });
      show(<SettingsOverview />);
      await screen.findByText(me.email);
      await userEvent.click(screen.getByRole("button", { name }));
      await userEvent.click(
        within(await screen.findByRole("alertdialog")).getByRole("button", { name: confirm }),
      );
      await proveByPassword();
      await waitFor(() => expect(leavePage).toHaveBeenCalledWith("/?goodbye=deactivated"));
      const sent = calls.filter(({ path }) => path.endsWith("/deactivate"));
      expect(sent.map(({ body }) => body)).toEqual([{ withdrawsConsent }, { withdrawsConsent }]);
    },
  );

  test("is offered before deletion, and a failure shows an error", async () => {
    fakeApi((call) =>
      call.method === "POST" ? errorAnswer(503, "unavailable", "Not now.") : answerDefault(call),
    );
    show(<SettingsOverview />);
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

describe("downloading the data", () => {
  test("a failure shows the server's message too", async () => {
    fakeApi((call) =>
      call.path.endsWith("/export")
        ? errorAnswer(429, "rate_limited", "You're doing that too often.")
        : answerDefault(call),
    );
    storeProfile(me);
    showGroup("data");
    await userEvent.click(screen.getByRole("button", { name: "Download my data" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Your data couldn't be downloaded. Please try again.");
    expect(alert.textContent).toContain("You're doing that too often.");
  });

  test("can be tried again when its code couldn't be loaded", async () => {
    const module = "@/lib/api/client/download";
    jest.doMock(module, () => {
      throw new Error("Loading chunk 7 failed.");
    });
    try {
      fakeApi(answerDefault);
      storeProfile(me);
      showGroup("data");
      await userEvent.click(await screen.findByRole("button", { name: "Download my data" }));
      const { textContent } = await screen.findByRole("alert");
      expect(textContent).toBe("Your data couldn't be downloaded. Please try again.");
      expect(screen.getByRole("button", { name: "Download my data" })).toBeTruthy();
    } finally {
      jest.dontMock(module);
    }
  });
});

test("who can write first, and whether what is seen shows, is saved at once", async () => {
  const { calls } = fakeApi((call) =>
    call.method === "PUT"
      ? {
          status: 200,
          body: { preferences: { whoCanMessage: "everyone", seenMarks: true, ...(call.body as object) } },
        }
      : answerDefault(call),
  );
  showGroup("messages");
  const audience = await screen.findByRole("combobox", { name: "Who can message you" });
  await userEvent.selectOptions(audience, "People I joined");
  await waitFor(() => expect(audience).toHaveProperty("value", "circle"));
  await userEvent.click(screen.getByRole("switch", { name: /^Read receipts/ }));
  const saved = () => calls.flatMap(({ method, body }) => (method === "PUT" ? [body] : []));
  await waitFor(() => expect(saved()).toEqual([{ whoCanMessage: "circle" }, { seenMarks: false }]));
});

test("who sees one's year, and whether one stands in the directory, can be changed", async () => {
  let stored = me;
  const { calls, answer } = fakeApi((call) => {
    if (call.method === "PUT") stored = { ...stored, ...(call.body as object) };
    return call.path.startsWith("/api/users/")
      ? { status: 200, body: { user: stored } }
      : answerDefault({ ...call });
  });
  showGroup("privacy");
  const audience = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Who can see my year" });
  await userEvent.selectOptions(audience, "People I joined");
  await waitFor(() => expect(audience.value).toBe("circle"));
  const directory = screen.getByRole<HTMLInputElement>("switch", { name: /^Show me in the directory/ });
  await userEvent.click(directory);
  await waitFor(() => expect(directory.getAttribute("aria-checked")).toBe("false"));
  const saved = calls.flatMap(({ method, path, body }) => (method === "PUT" ? [[path, body]] : []));
  expect(saved).toEqual([
    [`/api/users/${me._id}`, { whoSeesBatch: "circle" }],
    [`/api/users/${me._id}`, { isListed: false }],
  ]);
  const failed = jest.spyOn(toast, "error");
  answer(() => errorAnswer(500, "internal", "No."));
  await userEvent.click(directory);
  await waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
  expect(directory.getAttribute("aria-checked")).toBe("false");
});

test("who can mention one is saved at once", async () => {
  const { calls } = fakeApi((call) =>
    call.method === "PUT"
      ? {
          status: 200,
          body: {
            preferences: { whoCanMessage: "everyone", seenMarks: true, ...(call.body as object) },
          },
        }
      : answerDefault(call),
  );
  showGroup("privacy");
  const audience = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Who can mention me" });
  expect([...audience.options].map(({ text }) => text)).toEqual(["Everyone", "People I joined", "Nobody"]);
  await userEvent.selectOptions(audience, "Nobody");
  await waitFor(() => expect(audience.value).toBe("nobody"));
  await waitFor(() =>
    expect(calls.flatMap(({ method, body }) => (method === "PUT" ? [body] : []))).toEqual([
      { whoCanMention: "nobody" },
    ]),
  );
});

test("someone under 18 is not offered to be mentioned by everyone", async () => {
  storeProfile({ ...me, isAdult: false });
  fakeApi((call) => {
    if (call.path === "/api/auth/me") return { status: 200, body: { user: { ...me, isAdult: false } } };
    if (call.path !== "/api/conversations/preferences") return answerDefault(call);
    const preferences = { whoCanMessage: "circle", whoCanMention: "circle", seenMarks: true };
    return { status: 200, body: { preferences } };
  });
  showGroup("privacy");
  const audience = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Who can mention me" });
  expect([...audience.options].map(({ text }) => text)).toEqual(["People I joined", "Nobody"]);
  expect(audience.value).toBe("circle");
  screen.getByText(
    /^You are under 18, so .* only people you joined can write to you first, only their mentions notify you/,
  );
});

test("docs/product.md names every group", () => {
  const row = /^\| `\/settings\/\{group\}` .*$/m.exec(readFileSync("docs/product.md", "utf8"))?.[0];
  for (const { id } of SETTINGS_GROUPS) expect(row).toContain(`\`${id}\``);
});

test.each(SETTINGS_GROUPS)("the page of $title has its title", async ({ id, title }) => {
  fakeApi(answerDefault);
  showGroup(id);
  await screen.findByRole("heading", { level: 1, name: title });
  expect(screen.getByRole("link", { name: "Back to Settings" }).getAttribute("href")).toBe("/settings");
});

test("help says which version this is, and leads to pages without an entry of their own", () => {
  showGroup("about");
  screen.getByText("Version 1.2.3");
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(expect.arrayContaining(["/up", "/posts-feed", "/create-notify"]));
  expect(screen.getByRole("link", { name: "Account settings" }).getAttribute("href")).toBe("/settings");
});

describe("all groups beside the page of one", () => {
  const groups = () => screen.getByRole("navigation", { name: "Settings" });

  test("the overview is titled Settings; beside the rows it is the one that is current", () => {
    jest.mocked(usePathname).mockReturnValue("/settings");
    show(<SettingsLayout>overview</SettingsLayout>);
    screen.getByRole("heading", { level: 1, name: "Settings" });
    const [beside, below] = screen.getAllByRole("navigation", { name: "Settings" });
    const hrefsOf = (rows: HTMLElement | undefined) =>
      within(rows as HTMLElement)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
    expect(hrefsOf(beside)).toEqual(["/settings", ...hrefsOf(below)]);
    expect(hrefsOf(below)).toContain("/settings/decisions");
    expect(beside?.querySelector("[aria-current]")?.textContent).toContain("Account");
    expect(below?.querySelector("[aria-current]")).toBeNull();
  });

  test("no title stands there twice", async () => {
    fakeApi(answerDefault);
    jest.mocked(usePathname).mockReturnValue("/settings");
    show(
      <SettingsLayout>
        <SettingsOverview />
      </SettingsLayout>,
    );
    await screen.findByText(me.email);
    const [, below] = screen.getAllByRole("navigation", { name: "Settings" });
    for (const { textContent } of screen.getAllByRole("heading", { level: 2 }))
      expect(within(below as HTMLElement).queryByText(textContent ?? "")).toBeNull();
  });

  test("the group on screen is current, and its page has the title", () => {
    jest.mocked(usePathname).mockReturnValue("/settings/devices");
    show(<SettingsLayout>devices</SettingsLayout>);
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
    expect(within(groups()).getByRole("link", { current: "page" }).getAttribute("href")).toBe(
      "/settings/devices",
    );
  });
});
