import { db } from "@/lib/platform/db";
import { api, METHODS, request } from "@/tests/api";
import { createMember, type Member, signIn, suspend } from "@/tests/factories";
import { claimsOf, cookiePair } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

/** Which parts of next-auth are exposed, and that no others are. */

beforeAll(useTestDatabase);

/** A browser with the cookie of a member. */
const browserOf = ({ cookie }: Member) => new Map([cookiePair(cookie).split("=") as [string, string]]);
const session = (browser: Map<string, string>) => api.get("/auth/session", { browser });
const statusOf = async ({ token }: { token: string }) => (await api.get("/auth/me", { token })).status;

async function csrfToken(browser: Map<string, string>): Promise<string> {
  const { body } = await api.get("/auth/csrf", { browser });
  return (body as { csrfToken: string }).csrfToken;
}

describe("the session", () => {
  test("is read from the cookie, whose lifetime starts anew", async () => {
    const me = await createMember();
    const reply = await session(browserOf(me));
    expect(reply).toMatchObject({
      status: 200,
      body: { userId: me.id, sessionId: me.viewer.sessionId, expires: expect.any(String) },
    });
    const cookie = reply.headers.getSetCookie().find((value) => value.startsWith("next-auth.session-token="));
    expect(cookie).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(await claimsOf(cookie ?? "")).toMatchObject({
      sub: me.id,
      sid: me.viewer.sessionId,
      profileComplete: true,
    });
  });

  test("is empty without a cookie, with a forged one, and once it has ended", async () => {
    const me = await createMember();
    await api.post("/auth/logout", { body: { refreshToken: me.refreshToken } });
    for (const browser of [new Map(), new Map([["next-auth.session-token", "forged"]]), browserOf(me)]) {
      expect((await session(browser)).body).toEqual({});
    }
  });

  test("is read of a banned person as well", async () => {
    const me = await createMember();
    await suspend(me, null);
    expect(await session(browserOf(me))).toMatchObject({ status: 200, body: { userId: me.id } });
  });

  test("cannot be read with a bearer", async () => {
    const { token } = await createMember();
    expect((await api.get("/auth/session", { token })).body).toEqual({});
  });
});

describe("signing out", () => {
  test("ends only this session, on the server and in the browser", async () => {
    const me = await createMember();
    const other = await signIn(me.user);
    const browser = browserOf(me);
    const reply = await api.post("/auth/signout", { browser, body: { csrfToken: await csrfToken(browser) } });
    expect(reply).toMatchObject({ status: 200, body: { url: "http://localhost:3000" } });
    expect(reply.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^next-auth\.session-token=; Max-Age=0; Path=\/;/),
    );
    expect(await statusOf(me)).toBe(401);
    expect(await statusOf(other)).toBe(200);
    expect(await api.post("/auth/refresh", { body: { refreshToken: me.refreshToken } })).toMatchObject({
      status: 401,
    });
  });

  test("requires the CSRF token of this browser", async () => {
    const me = await createMember();
    const browser = browserOf(me);
    const foreignToken = await csrfToken(new Map());
    expect(await api.post("/auth/signout", { browser, body: { csrfToken: foreignToken } })).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    await csrfToken(browser);
    expect(await api.post("/auth/signout", { browser, body: { csrfToken: foreignToken } })).toMatchObject({
      status: 403,
    });
    expect(await statusOf(me)).toBe(200);
  });

  test("works without a session", async () => {
    const browser = new Map<string, string>();
    const body = { csrfToken: await csrfToken(browser) };
    expect(await api.post("/auth/signout", { browser, body })).toMatchObject({ status: 200 });
  });

  test("leaves the cookie in place if the session can't be ended", async () => {
    const me = await createMember();
    const browser = browserOf(me);
    const body = { csrfToken: await csrfToken(browser) };
    jest
      .spyOn(db().session, "updateMany")
      .mockRejectedValueOnce(Object.assign(new Error(), { code: "ECONNREFUSED" }));
    const reply = await api.post("/auth/signout", { browser, body, mayFail: true });
    expect(reply).toMatchObject({ status: 503, error: "unavailable" });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect(await statusOf(me)).toBe(200);
  });
});

test.each([
  [
    "a cookie with the prefix of the session's and an invalid name",
    "next-auth.session-token\u00e9",
    "x",
    200,
  ],
  ["an invalid callback URL", "next-auth.callback-url", ":", 400],
])("with %s no session is shown and signing out is rejected", async (_, name, value, status) => {
  const me = await createMember();
  const browser = browserOf(me);
  const body = { csrfToken: await csrfToken(browser) };
  browser.set(name, value);
  const shown = await session(browser);
  expect(shown.status).toBe(status);
  expect(shown.body).not.toHaveProperty("user");
  expect(shown.body).not.toHaveProperty("userId");
  expect(await api.post("/auth/signout", { browser, body })).toMatchObject({
    status: 400,
    error: "bad_request",
  });
  expect(await statusOf(me)).toBe(200);
});

test("callback URLs from the query and the cookies are ignored", async () => {
  const browser = browserOf(await createMember());
  browser.set("next-auth.callback-url", "https://evil.example/");
  const body = { csrfToken: await csrfToken(browser) };
  const query = { callbackUrl: "https://evil.example/" };
  const reply = await api.post("/auth/signout", { browser, body, query });
  expect(reply).toMatchObject({ status: 200, body: { url: "http://localhost:3000" } });
});

test.each([
  "signin",
  "signin/credentials",
  "callback/credentials",
  "callback/google",
  "providers",
  "error",
  "verify-request",
  "_log",
  "session/1",
  "csrf/signout",
  "constructor",
  "__proto__",
])("%s does not exist", async (action) => {
  for (const method of METHODS) {
    expect(await request(method, `/auth/${action}`)).toMatchObject({ status: 404, error: "not_found" });
  }
});
