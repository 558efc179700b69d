/** @jest-environment jsdom */
import { renewPushSubscription } from "@/lib/notifications/client/push-device";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { fakeApi } from "@/tests/browser-api";

const endpoint = "https://fcm.googleapis.com/fcm/send/one";

beforeEach(() => {
  jest.useFakeTimers({ now: new Date("2026-11-22T10:00:00Z") });
  localStorage.clear();
  storeTokens({ accessToken: "access", refreshToken: "session.secret" });
  const pushManager = { getSubscription: async () => ({ endpoint, toJSON: () => ({ endpoint }) }) };
  Object.assign(window, { PushManager: class {}, Notification: { permission: "granted" } });
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(window, "PushManager");
  Reflect.deleteProperty(window, "Notification");
});

describe("a browser with push", () => {
  test("notifies the server of its subscription once a day, and after each sign-in", async () => {
    localStorage.setItem("pushFor", "ishita");
    const { calls } = fakeApi(() => ({ status: 200, body: {} }));
    const visit = async () => {
      for (let page = 0; page < 3; page++) await renewPushSubscription("ishita");
      return calls.length;
    };
    expect(await visit()).toBe(1);
    expect(calls[0]).toMatchObject({
      method: "POST",
      path: "/api/notifications/push-subscriptions",
      body: { endpoint },
    });
    jest.setSystemTime(new Date("2026-11-23T08:00:00Z"));
    expect(await visit()).toBe(2);
    storeTokens({ accessToken: "access", refreshToken: "another.secret" });
    expect(await visit()).toBe(3);
  });

  test("says nothing of a person who has not switched it on here", async () => {
    localStorage.setItem("pushFor", "ishita");
    const { calls } = fakeApi(() => ({ status: 200, body: {} }));
    await renewPushSubscription("kabir");
    expect(calls).toEqual([]);
  });
});
