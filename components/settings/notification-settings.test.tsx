/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();
const all = {
  like: true,
  comment: true,
  follow: true,
  custom: true,
  customFromEveryone: true,
  message: true,
  messageText: false,
};
const KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const endpoint = "https://fcm.googleapis.com/fcm/send/one";

/** A server, without push where `pushKey` is null; `failing` rejects changes. */
const serve = (pushKey: string | null, failing = false) =>
  fakeApi(({ method, path, body }: ApiCall) => {
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (path === "/api/notifications/preferences") {
      if (method === "PUT" && failing) return errorAnswer(500, "internal", "No.");
      return { status: 200, body: { preferences: { ...all, ...(body as object) }, pushKey } };
    }
    return { status: 200, body: { message: "Done." } };
  });

/** Gives the browser push; the person answers its permission prompt with `answer`. */
function mockPush(answer: NotificationPermission) {
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

const likes = () => screen.findByRole("switch", { name: /^Likes\s*When/ });
const push = () => screen.findByRole("switch", { name: /^Push on this device/ });

describe("notification types", () => {
  test("a type is switched off and saved", async () => {
    const { calls } = serve(null);
    show(<NotificationSettings />);
    await userEvent.click(await likes());
    expect((await likes()).getAttribute("aria-checked")).toBe("false");
    await waitFor(() =>
      expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", body: { like: false } })),
    );
    expect(screen.queryByRole("switch", { name: /^Push/ })).toBeNull();
  });

  test("notifications that members send are a type of their own", async () => {
    const { calls } = serve(null);
    show(<NotificationSettings />);
    await userEvent.click(await screen.findByRole("switch", { name: /^Written to you/ }));
    await waitFor(() =>
      expect(calls).toContainEqual(expect.objectContaining({ method: "PUT", body: { custom: false } })),
    );
  });

  test("a change the server rejects is rolled back", async () => {
    serve(null, true);
    show(<NotificationSettings />);
    await userEvent.click(await likes());
    await waitFor(async () => expect((await likes()).getAttribute("aria-checked")).toBe("true"));
  });
});

describe("push", () => {
  test("asks for permission only when switched on, and can be switched off", async () => {
    const { permission, pushManager } = mockPush("granted");
    const { calls } = serve(KEY);
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

  test("says where to allow it when the browser blocks it", async () => {
    mockPush("denied");
    serve(KEY);
    show(<NotificationSettings />);
    await userEvent.click(await push());
    expect(await screen.findByText(/^Notifications are blocked/)).toBeTruthy();
    expect((await push()).hasAttribute("disabled")).toBe(true);
  });

  test("says so when the browser does not support it", async () => {
    serve(KEY);
    show(<NotificationSettings />);
    expect(await screen.findByText(/This browser can't do that/)).toBeTruthy();
  });
});
