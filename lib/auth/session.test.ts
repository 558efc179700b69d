/** @jest-environment jsdom */

import { isLogoutPending } from "@/lib/auth/data-owner";
import { beginLogout, settleLogouts } from "@/lib/auth/session";
import { storeTokens } from "@/lib/auth/stored-session";
import { fakeApi } from "@/tests/browser-api";

const done = { status: 204 };
const sent = () => jest.mocked(window.fetch).mock.calls.map(([, init]) => [init?.body, init?.credentials]);

beforeEach(() => {
  localStorage.clear();
  storeTokens({ accessToken: "a", refreshToken: "r" });
  localStorage.clear();
});

describe("a logout", () => {
  test("is sent until the server has confirmed it, and once then", async () => {
    const { answer, calls } = fakeApi(() => {
      throw new TypeError("Failed to fetch");
    });
    beginLogout("mine");
    expect(await settleLogouts()).toBe(false);
    answer(() => ({ status: 503 }));
    expect(await settleLogouts()).toBe(false);
    answer(() => ({ status: 429 }));
    expect(await settleLogouts()).toBe(false);
    expect(isLogoutPending()).toBe(true);
    answer(() => done);
    expect(await settleLogouts()).toBe(true);
    expect(isLogoutPending()).toBe(false);
    expect(await settleLogouts()).toBe(true);
    expect(calls).toHaveLength(4);
  });

  test("marks the browser as nobody's from the moment it begins, and until somebody signs in", () => {
    beginLogout("mine");
    expect(document.cookie).toBe("signedOut=1");
    storeTokens({ accessToken: "a", refreshToken: "new" });
    expect(document.cookie).toBe("");
    expect(isLogoutPending()).toBe(true);
  });

  test("of a session without a stored token asks for the cookie's to end", async () => {
    fakeApi(() => done);
    beginLogout(null);
    await settleLogouts();
    expect(sent()).toEqual([['{"refreshToken":"none"}', "same-origin"]]);
  });

  test("that comes late does not take along the session of whoever signed in since", async () => {
    fakeApi(() => done);
    beginLogout("mine");
    beginLogout("another");
    storeTokens({ accessToken: "a", refreshToken: "theirs" });
    await settleLogouts();
    expect(sent()).toEqual([
      ['{"refreshToken":"mine"}', "omit"],
      ['{"refreshToken":"another"}', "omit"],
    ]);
  });
});
