/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();
const all = { like: true, comment: true, follow: true, custom: true };
const KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const endpoint = "https://fcm.googleapis.com/fcm/send/one";

/** The server; `pushKey` null is one without push. */
const server = (pushKey: string | null, refuse = false) =>
  fakeApi(({ method, path, body }: ApiCall) => {
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (path === "/api/notifications/preferences") {
      if (method === "PUT" && refuse) return errorAnswer(500, "internal", "No.");
      return { status: 200, body: { preferences: { ...all, ...(body as object) }, pushKey } };
    }
    return { status: 200, body: { message: "Done." } };
  });

/** A browser with push. */
function giveBrowserPush(answer: NotificationPermission) {
  let subscription: unknown = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: jest.fn(async () => {
      subscription = {
        endpoint,
        toJSON: () => ({ endpoint }),
        unsubscribe: async () => (subscription = null),
      };
      return subscription;
    }),
  };
  const registration = { pushManager };
  const permission = { permission: "default", requestPermission: jest.fn() };
  permission.requestPermission.mockImplementation(async () => {
    permission.permission = answer;
    return answer;
  });
  Object.assign(window, { PushManager: class {}, Notification: permission });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: {
      register: jest.fn(async () => registration),
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    },
  });
  return { pushManager, permission };
}

beforeEach(() => {
  localStorage.clear();
  storeTokens({ accessToken: "access", refreshToken: "session.secret" });
  storeProfile(me);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(window, "PushManager");
  Reflect.deleteProperty(window, "Notification");
});

const likes = () => screen.findByRole("switch", { name: /^Likes/ });
const push = () => screen.findByRole("switch", { name: /^Push on this device/ });

describe("what a person is told of", () => {
  test("a kind is switched off and kept", async () => {
    const { calls } = server(null);
    show(<NotificationSettings />);
    await userEvent.click(await likes());
    expect((await likes()).getAttribute("aria-checked")).toBe("false");
    await waitFor(() =>
      expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", body: { like: false } })),
    );
    expect(screen.queryByRole("switch", { name: /^Push/ })).toBeNull();
  });

  test("what members send by hand is a kind like the others", async () => {
    const { calls } = server(null);
    show(<NotificationSettings />);
    await userEvent.click(await screen.findByRole("switch", { name: /^Personal/ }));
    await waitFor(() =>
      expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", body: { custom: false } })),
    );
  });

  test("a choice the server refuses is taken back", async () => {
    server(null, true);
    show(<NotificationSettings />);
    await userEvent.click(await likes());
    await waitFor(async () => expect((await likes()).getAttribute("aria-checked")).toBe("true"));
  });
});

describe("push", () => {
  test("is asked for when it is switched on, never before, and can be switched off", async () => {
    const { permission, pushManager } = giveBrowserPush("granted");
    const { calls } = server(KEY);
    show(<NotificationSettings />);
    expect((await push()).getAttribute("aria-checked")).toBe("false");
    expect(permission.requestPermission).not.toHaveBeenCalled();
    await userEvent.click(await push());
    await waitFor(async () => expect((await push()).getAttribute("aria-checked")).toBe("true"));
    expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
    expect(calls).toContainEqual(
      expect.objectContaining({
        method: "POST",
        path: "/api/notifications/push-subscriptions",
        body: { endpoint },
      }),
    );
    await waitFor(async () => expect((await push()).hasAttribute("disabled")).toBe(false));
    await userEvent.click(await push());
    await waitFor(async () => expect((await push()).getAttribute("aria-checked")).toBe("false"));
    expect(calls).toContainEqual(expect.objectContaining({ method: "DELETE", body: { endpoint } }));
  });

  test("that the person refuses in the browser says where to allow it", async () => {
    giveBrowserPush("denied");
    server(KEY);
    show(<NotificationSettings />);
    await userEvent.click(await push());
    expect(await screen.findByText(/Your browser doesn't let us/)).toBeTruthy();
    expect((await push()).hasAttribute("disabled")).toBe(true);
  });

  test("says so where the browser has none", async () => {
    server(KEY);
    show(<NotificationSettings />);
    expect(await screen.findByText(/This browser can't do that/)).toBeTruthy();
  });
});
