/** @jest-environment jsdom */

import { beginLogout, flushLogouts, renewSession } from "@/lib/api/client/session";
import { isLogoutPending } from "@/lib/sessions/client/data-owner";
import { storedAccessToken, storedRefreshToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi } from "@/tests/browser-api";

const done = { status: 204 };
const sent = () => jest.mocked(window.fetch).mock.calls.map(([, init]) => [init?.body, init?.credentials]);

beforeEach(() => {
  localStorage.clear();
  storeTokens({ accessToken: "a", refreshToken: "r" });
  localStorage.clear();
});

describe("a logout", () => {
  test("is sent until the server confirms it, and not again", async () => {
    const { answer, calls } = fakeApi(() => {
      throw new TypeError("Failed to fetch");
    });
    beginLogout("mine");
    expect(await flushLogouts()).toBe(false);
    answer(() => ({ status: 503 }));
    expect(await flushLogouts()).toBe(false);
    answer(() => ({ status: 429 }));
    expect(await flushLogouts()).toBe(false);
    expect(isLogoutPending()).toBe(true);
    answer(() => done);
    expect(await flushLogouts()).toBe(true);
    expect(isLogoutPending()).toBe(false);
    expect(await flushLogouts()).toBe(true);
    expect(calls).toHaveLength(4);
  });

  test("marks the browser as signed out at once, until someone signs in", () => {
    beginLogout("mine");
    expect(document.cookie).toBe("signedOut=1");
    storeTokens({ accessToken: "a", refreshToken: "new" });
    expect(document.cookie).toBe("");
    expect(isLogoutPending()).toBe(true);
  });

  test("of a session without a stored token ends the session of the cookie", async () => {
    fakeApi(() => done);
    beginLogout(null);
    await flushLogouts();
    expect(sent()).toEqual([['{"refreshToken":"none"}', "same-origin"]]);
  });

  test("that is sent late does not end a session opened since", async () => {
    fakeApi(() => done);
    beginLogout("mine");
    beginLogout("another");
    storeTokens({ accessToken: "a", refreshToken: "theirs" });
    await flushLogouts();
    expect(sent()).toEqual([
      ['{"refreshToken":"mine"}', "omit"],
      ['{"refreshToken":"another"}', "omit"],
    ]);
  });
});

describe("renewing a session", () => {
  const renewed = { status: 200, body: { accessToken: "new", refreshToken: "next" } };
  beforeEach(() => storeTokens({ accessToken: "old", refreshToken: "mine" }));

  test("stores both tokens and returns the new access token", async () => {
    const { calls } = fakeApi(() => renewed);
    expect(await renewSession("old")).toBe("new");
    expect([storedAccessToken(), storedRefreshToken()]).toEqual(["new", "next"]);
    expect(calls).toMatchObject([
      { path: "/api/auth/refresh", body: { refreshToken: "mine" }, bearer: null },
    ]);
  });

  test("that another tab has already renewed sends nothing", async () => {
    const { calls } = fakeApi(() => renewed);
    expect(await renewSession("older")).toBe("old");
    expect(calls).toEqual([]);
  });

  test("that has expired returns undefined and leaves the tokens to the caller", async () => {
    fakeApi(() => errorAnswer(401, "unauthenticated", "Session expired. Please log in again."));
    expect(await renewSession()).toBeUndefined();
    expect(storedRefreshToken()).toBe("mine");
  });

  test("that was ended in another tab meanwhile stays ended", async () => {
    fakeApi(() => {
      localStorage.clear();
      return renewed;
    });
    expect(await renewSession()).toBeUndefined();
    expect(storedAccessToken()).toBeNull();
  });

  test("throws when the server fails, and the session stays", async () => {
    fakeApi(() => ({ status: 503 }));
    await expect(renewSession()).rejects.toMatchObject({ status: 503 });
    expect(storedAccessToken()).toBe("old");
  });
});
