/** @jest-environment jsdom */

import { render } from "@testing-library/react";
import { ApiClientError, apiError, messageOf } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { beginLogout, flushLogouts, renewSession } from "@/lib/api/client/session";
import type { Language } from "@/lib/language/languages";
import { LanguageProvider } from "@/lib/language/translate";
import type { Messages } from "@/lib/language/translator";
import { isLogoutPending } from "@/lib/sessions/client/data-owner";
import { storedAccessToken, storedRefreshToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi } from "@/tests/browser-api";

/** The browser's calls, and renewing a session. */

describe("request", () => {
  const fine = { status: 200, body: { ok: true } };
  const expired = errorAnswer(401, "token_expired", "Session expired. Please log in again.");
  const over = errorAnswer(401, "unauthenticated", "Please log in to continue.");

  beforeEach(() => {
    localStorage.clear();
    storeTokens({ accessToken: "old", refreshToken: "refresh" });
  });

  describe("a call with an expired token", () => {
    test("renews the session silently, once, and succeeds", async () => {
      const { calls } = fakeApi(({ path, bearer }) => {
        if (path === "/api/auth/refresh")
          return { status: 200, body: { accessToken: "new", refreshToken: "next" } };
        return bearer === "Bearer new" ? fine : expired;
      });
      expect(await api.get("/posts")).toEqual({ ok: true });
      expect(calls.map(({ path, bearer }) => [path, bearer])).toEqual([
        ["/api/posts", "Bearer old"],
        ["/api/auth/refresh", null],
        ["/api/posts", "Bearer new"],
      ]);
      expect(storedAccessToken()).toBe("new");
    });

    test("ends the session when it can't be renewed: tokens and cookie are cleared, and the error says so", async () => {
      const { calls } = fakeApi(({ path }) => (path === "/api/auth/logout" ? { status: 204 } : expired));
      await expect(api.get("/posts")).rejects.toMatchObject({
        status: 401,
        message: "Session expired. Please log in again.",
      });
      expect(localStorage.length).toBe(0);
      expect(calls.at(-1)).toMatchObject({
        method: "POST",
        path: "/api/auth/logout",
        body: { refreshToken: "refresh" },
      });
    });

    test("leaves the session alone when the server can't be reached to renew it", async () => {
      fakeApi(({ path }) => {
        if (path === "/api/auth/refresh") throw new TypeError("Failed to fetch");
        return expired;
      });
      await expect(api.get("/posts")).rejects.toMatchObject({ code: "network" });
      expect(storedAccessToken()).toBe("old");
    });
  });

  describe("a call with a token that is about to expire", () => {
    const tokenUntil = (seconds: number, name = "") => {
      const claims = { sub: "aarav", exp: Math.floor(Date.now() / 1_000) + seconds, name };
      return `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
    };
    const storeToken = (accessToken: string) => storeTokens({ accessToken, refreshToken: "refresh" });

    test("renews it first, so that no call fails, and once for calls at the same time", async () => {
      const fresh = tokenUntil(900);
      const { calls } = fakeApi(({ path }) =>
        path === "/api/auth/refresh"
          ? { status: 200, body: { accessToken: fresh, refreshToken: "next" } }
          : fine,
      );
      storeToken(tokenUntil(20));
      await api.get("/posts");
      await api.get("/notifications");
      expect(calls.map(({ path, bearer }) => [path, bearer])).toEqual([
        ["/api/auth/refresh", null],
        ["/api/posts", `Bearer ${fresh}`],
        ["/api/notifications", `Bearer ${fresh}`],
      ]);
    });

    test("is sent with it when it can't be renewed now", async () => {
      const soon = tokenUntil(20);
      const { calls } = fakeApi(({ path }) =>
        path === "/api/auth/refresh" ? errorAnswer(503, "unavailable", "Not now.") : fine,
      );
      storeToken(soon);
      await api.get("/posts");
      expect(calls.at(-1)).toMatchObject({ path: "/api/posts", bearer: `Bearer ${soon}` });
    });

    test("is not renewed again and again where the clock is ahead", async () => {
      let renewals = 0;
      fakeApi(({ path }) => {
        if (path !== "/api/auth/refresh") return fine;
        renewals += 1;
        return { status: 200, body: { accessToken: tokenUntil(-60, `${renewals}`), refreshToken: "next" } };
      });
      storeToken(tokenUntil(-60));
      for (let times = 0; times < 3; times += 1) await api.get("/posts");
      expect(renewals).toBe(1);
    });
  });

  describe("a 401 that is not one of ours", () => {
    test.each([
      ["an empty object", {}],
      ["a message", { message: "jwt malformed" }],
      ["a code we do not know", { error: "TokenInvalid", message: "Invalid token" }],
      ["a proxy's page", "<html>Unauthorized</html>"],
      ["nothing", undefined],
    ])("ends the session when its body is %s", async (_, body) => {
      fakeApi(({ path }) => (path === "/api/auth/logout" ? { status: 204 } : { status: 401, body }));
      await expect(api.get("/posts")).rejects.toMatchObject({
        status: 401,
        code: "unauthenticated",
        message: "Session expired. Please log in again.",
      });
      expect(storedAccessToken()).toBeNull();
    });

    test("leaves the session alone when it is about a credential in the body", async () => {
      fakeApi(() => errorAnswer(401, "invalid_credential", "Wrong email or password."));
      await expect(api.post("/auth/google", { body: { tokenId: "" } })).rejects.toMatchObject({
        message: "Wrong email or password.",
      });
      expect(storedAccessToken()).toBe("old");
    });
  });

  describe("a session that was ended elsewhere", () => {
    test("is cleared together with the page's cookie", async () => {
      const { calls } = fakeApi(({ path }) => (path === "/api/auth/logout" ? { status: 204 } : over));
      await expect(api.get("/posts")).rejects.toMatchObject({ code: "unauthenticated" });
      expect(storedAccessToken()).toBeNull();
      expect(calls.map(({ path }) => path)).toEqual(["/api/posts", "/api/auth/logout"]);
    });

    test("is the error of every later call, until someone signs in", async () => {
      const { answer: change } = fakeApi(({ path }) =>
        path === "/api/auth/logout" ? { status: 204 } : over,
      );
      const message = () => api.get("/posts").catch((error: Error) => error.message);
      expect(await message()).toBe("Session expired. Please log in again.");
      expect(await message()).toBe("Session expired. Please log in again.");
      storeTokens({ accessToken: "new", refreshToken: "next" });
      change(() => fine);
      await message();
      localStorage.clear();
      change(() => over);
      expect(await message()).toBe("Please log in to continue.");
    });

    test("is cleared even when the cookie can't be revoked", async () => {
      fakeApi(({ path }) => {
        if (path === "/api/auth/logout") throw new TypeError("Failed to fetch");
        return over;
      });
      await expect(api.get("/posts")).rejects.toMatchObject({ code: "unauthenticated" });
      expect(storedAccessToken()).toBeNull();
    });

    test("does not affect a person who signed in meanwhile", async () => {
      const { calls } = fakeApi(() => {
        storeTokens({ accessToken: "someone else's", refreshToken: "theirs" });
        return over;
      });
      await expect(api.get("/posts")).rejects.toMatchObject({ code: "unauthenticated" });
      expect(storedAccessToken()).toBe("someone else's");
      expect(calls).toHaveLength(1);
    });
  });

  test("an empty response resolves to undefined, and one that is not JSON is an error", async () => {
    fakeApi(() => ({ status: 204 }));
    expect(await api.delete("/auth/sessions/{sessionId}", { params: { sessionId: "1" } })).toBeUndefined();
    fakeApi(() => ({ status: 200, body: undefined }));
    await expect(api.get("/posts")).rejects.toMatchObject({ code: "invalid_response" });
  });

  test("an anonymous call sends no bearer", async () => {
    const { calls } = fakeApi(() => fine);
    await api.post("/auth/register", { body: { email: "" }, anonymous: true });
    expect(calls[0]?.bearer).toBeNull();
  });

  test("a write is sent with keepalive unless it is larger than browsers allow", async () => {
    fakeApi(() => fine);
    const sent = jest.spyOn(globalThis, "fetch");
    const complaint = (text: string) => ({ reason: "other" as const, place: "", text });
    const family = "👨‍👩‍👧‍👦";
    await api.post("/complaints", { body: complaint(family.repeat(2_000)) });
    await api.post("/complaints", { body: complaint(family.repeat(2_500)) });
    await api.post("/posts/{postId}/share", { params: { postId: "1" } });
    await api.get("/posts");
    expect(sent.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false, true, false]);
  });

  test("a proxy's error page has our own sentence", async () => {
    fakeApi(() => ({ status: 502, body: "<html>Bad Gateway</html>" }));
    await expect(api.get("/posts")).rejects.toMatchObject({
      status: 502,
      code: "http",
      message: "Something went wrong. Please try again.",
    });
  });

  test("an error that is a message alone is shown as it is", async () => {
    fakeApi(() => ({ status: 500, body: { message: "The index is being made." } }));
    await expect(api.get("/posts")).rejects.toMatchObject({
      code: "uncoded",
      serverMessage: "The index is being made.",
    });
  });
});

describe("session", () => {
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
});

describe("api client error", () => {
  test("an error is identified by its code, not by its message", () => {
    const error = apiError(new ApiClientError(409, "duplicate_email", "This email is already registered."));
    expect(error?.is("duplicate_email")).toBe(true);
    expect(error?.is("conflict", "username_taken")).toBe(false);
    expect(apiError(new Error("duplicate_email"))).toBeUndefined();
  });

  test.each([
    ["no answer", new ApiClientError(0, "network", "Away."), [true, false, undefined]],
    ["a resource that is gone", new ApiClientError(404, "not_found", "Gone."), [false, true, "Gone."]],
    ["a proxy's error page", new ApiClientError(502, "http", "Failed."), [false, false, undefined]],
    [
      "a success with an unreadable body",
      new ApiClientError(200, "invalid_response", "?"),
      [false, false, undefined],
    ],
  ])("flags and message of %s", (_case, error, expected) => {
    expect([error.isOffline, error.isGone, error.serverMessage]).toEqual(expected);
  });

  describe("in a language that has translations", () => {
    const tooOften =
      "That was too often. Please try again in {minutes, plural, one {# minute} other {# minutes}}.";
    const failedIn = (code: string, message: string, retryAfter?: number) =>
      messageOf(new ApiClientError(429, code, message, { retryAfter }));

    function speak(language: Language, messages: Messages) {
      render(
        <LanguageProvider language={language} messages={messages}>
          {null}
        </LanguageProvider>,
      );
    }
    beforeEach(() =>
      speak("hi", {
        "Not found.": "नहीं मिला।",
        [tooOften]: "कृपया {minutes, plural, one {# मिनट} other {# मिनट}} बाद फिर कोशिश करें।",
      }),
    );
    afterEach(() => speak("en", {}));

    test("an error says its sentence, or what its code means, or what the server said", () => {
      expect(failedIn("not_found", "Not found.")).toBe("नहीं मिला।");
      expect(failedIn("rate_limited", "Please try again in 2 minutes.", 61)).toBe(
        "कृपया 2 मिनट बाद फिर कोशिश करें।",
      );
      expect(failedIn("username_taken", "@{ravi} is taken.")).toBe("@{ravi} is taken.");
    });

    test("English has the server's message, whatever the code", () => {
      speak("en", {});
      expect(failedIn("rate_limited", "Please try again in {2} minutes.", 61)).toBe(
        "Please try again in {2} minutes.",
      );
    });
  });
});
