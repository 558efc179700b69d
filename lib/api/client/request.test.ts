/** @jest-environment jsdom */
import { api } from "@/lib/api/client/request";
import { storedAccessToken, storeTokens } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi } from "@/tests/browser-api";

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
    const { answer: change } = fakeApi(({ path }) => (path === "/api/auth/logout" ? { status: 204 } : over));
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
