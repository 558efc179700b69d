import { devicesAnswer } from "@/lib/accounts/schema";
import { messageAnswer } from "@/lib/api/fields";
import { db } from "@/lib/platform/db";
import { tokensAnswer } from "@/lib/sessions/schema";
import { api, loadRoute, METHODS, request } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { createMember, createUser, type Member, passwordHashOf, signIn, suspend } from "@/tests/factories";
import { resetLimit, setLimit } from "@/tests/limits";
import { lastCode, wrongCodeFor } from "@/tests/mailbox";
import { claimsOf, cookiePair } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

/** Sessions: refreshing, listing and ending them. */

const refresh = (refreshToken: string) => api.post("/auth/refresh", { body: { refreshToken } });

const statusOf = async (token: string) => (await api.get("/auth/me", { token })).status;

describe("logout", () => {
  beforeAll(useTestDatabase);

  const logout = (refreshToken: string) => api.post("/auth/logout", { body: { refreshToken } });
  const cookieOf = ({ cookie }: Member) => cookie.split(";")[0] ?? "";

  describe("logging out", () => {
    test("ends this session within a second and clears the cookie", async () => {
      const me = await createMember();
      expect(await statusOf(me.token)).toBe(200);
      const reply = await logout(me.refreshToken);
      expect(reply.status).toBe(204);
      expect(reply.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^next-auth\.session-token=; .*Max-Age=0/),
        expect.stringMatching(/^signedOut=; .*Max-Age=0/),
      ]);
      expect(await statusOf(me.token)).toBe(401);
      expect(await refresh(me.refreshToken)).toMatchObject({ status: 401, error: "unauthenticated" });
    });

    test("leaves the other devices signed in", async () => {
      const phone = await createMember();
      const laptop = await signIn(phone.user);
      await logout(phone.refreshToken);
      expect(await statusOf(laptop.token)).toBe(200);
    });

    test("works with the previous token, and twice", async () => {
      const me = await createMember();
      const next = (await refresh(me.refreshToken)).read(tokensAnswer);
      expect((await logout(me.refreshToken)).status).toBe(204);
      expect((await logout(me.refreshToken)).status).toBe(204);
      expect(await statusOf(next.accessToken)).toBe(401);
    });

    test("with an invalid token ends nothing", async () => {
      const me = await createMember();
      const forged = `${me.viewer.sessionId}.${"a".repeat(43)}`;
      expect((await logout(forged)).status).toBe(204);
      expect((await logout("nonsense")).status).toBe(204);
      expect(await statusOf(me.token)).toBe(200);
    });

    test("during a refresh ends the session in either order", async () => {
      const me = await createMember();
      const [refreshed] = await Promise.all([refresh(me.refreshToken), logout(me.refreshToken)]);
      expect([200, 401]).toContain(refreshed.status);
      if (refreshed.status === 200) {
        const { accessToken } = refreshed.read(tokensAnswer);
        expect(await statusOf(accessToken)).toBe(401);
      }
    });

    test("works with any token of the session, however old", async () => {
      const me = await createMember();
      const second = (await refresh(me.refreshToken)).read(tokensAnswer);
      const third = (await refresh(second.refreshToken)).read(tokensAnswer);
      expect((await logout(me.refreshToken)).status).toBe(204);
      expect(await statusOf(third.accessToken)).toBe(401);
    });
  });

  describe("the session a cookie names", () => {
    test.each([
      ["no token", {}],
      ["an unknown token", { refreshToken: "none" }],
      ["a very long token", { refreshToken: "a".repeat(2000) }],
    ])("ends with %s", async (_, body) => {
      const me = await createMember();
      const other = await signIn(me.user);
      const reply = await api.post("/auth/logout", { body, headers: { Cookie: cookieOf(me) } });
      expect(reply.status).toBe(204);
      expect(await statusOf(me.token)).toBe(401);
      expect(await statusOf(other.token)).toBe(200);
    });

    test("ends together with the session of a different token", async () => {
      const [kabir, ishita] = [await createMember(), await createMember()];
      await api.post("/auth/logout", {
        body: { refreshToken: kabir.refreshToken },
        headers: { Cookie: cookieOf(ishita) },
      });
      expect(await statusOf(kabir.token)).toBe(401);
      expect(await statusOf(ishita.token)).toBe(401);
    });

    test("ends even if the browser is marked as signed out, as when a logout is sent again", async () => {
      const me = await createMember();
      await api.post("/auth/logout", { body: {}, headers: { Cookie: `${cookieOf(me)}; signedOut=1` } });
      expect(await statusOf(me.token)).toBe(401);
    });

    test("is not ended by a page of another site, in old and new browsers, or by a form", async () => {
      const me = await createMember();
      const crossSite: Record<string, string>[] = [
        { "Sec-Fetch-Site": "cross-site" },
        { "Sec-Fetch-Site": "same-site" },
        { "Sec-Fetch-Site": "cross-site", Origin: "http://localhost:3000" },
        { Origin: "https://evil.example" },
        { Origin: "null" },
      ];
      for (const headers of crossSite) {
        const reply = await api.post("/auth/logout", {
          body: {},
          headers: { Cookie: cookieOf(me), ...headers },
        });
        expect([headers, reply.status]).toEqual([headers, 403]);
      }
      const form = { Cookie: cookieOf(me), "Content-Type": "text/plain" };
      expect((await api.post("/auth/logout", { body: "{}", headers: form })).status).toBe(415);
      expect(await statusOf(me.token)).toBe(200);

      const own = { "Sec-Fetch-Site": "same-origin", Origin: "http://localhost:3000" };
      const reply = await api.post("/auth/logout", { body: {}, headers: { Cookie: cookieOf(me), ...own } });
      expect(reply.status).toBe(204);
    });
  });

  test("logging out works whatever limits others have used up", async () => {
    process.env.LIMIT_REFRESH_IP = "1/600";
    try {
      const me = await createMember();
      for (let sent = 0; sent < 5; sent++) expect((await logout("junk")).status).toBe(204);
      expect((await logout(me.refreshToken)).status).toBe(204);
      expect(await statusOf(me.token)).toBe(401);
    } finally {
      delete process.env.LIMIT_REFRESH_IP;
    }
  });
});

describe("the list of devices", () => {
  beforeAll(useTestDatabase);

  test("the device that asks comes first, even when others were used later", async () => {
    const me = await createMember();
    const later = await signIn(me.user);
    await api.get("/auth/me", { token: later.token });
    const { sessions } = (await api.get("/auth/sessions", { token: me.token })).read(devicesAnswer);
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  test("all other devices are logged out, and no one else's", async () => {
    const [me, other] = [await createMember(), await createMember()];
    const devices = [await signIn(me.user), await signIn(me.user)];
    (await api.delete("/auth/sessions", { token: me.token })).read(messageAnswer);
    expect(await Promise.all(devices.map(({ token }) => statusOf(token)))).toEqual([401, 401]);
    expect(await statusOf(me.token)).toBe(200);
    expect(await statusOf(other.token)).toBe(200);
    const { sessions } = (await api.get("/auth/sessions", { token: me.token })).read(devicesAnswer);
    expect(sessions).toHaveLength(1);
  });
});

describe("refresh", () => {
  beforeAll(useTestDatabase);

  /**
   * Moves the last rotation into the past, because the grace period follows the clock of the
   * database.
   */
  const passGrace = (sessionId: string) =>
    db()
      .sql`UPDATE sessions SET rotated_at = rotated_at - interval '121 minutes' WHERE id = ${sessionId}::uuid`;

  const OVER = {
    status: 401,
    body: { error: "unauthenticated", message: "Session expired. Please log in again." },
  };

  describe("a refresh token", () => {
    test("is exchanged for new tokens and a new cookie", async () => {
      const me = await createMember();
      const reply = await refresh(me.refreshToken);
      const tokens = reply.read(tokensAnswer);
      expect(tokens.refreshToken).not.toBe(me.refreshToken);
      expect(await statusOf(tokens.accessToken)).toBe(200);
      expect(reply.headers.get("Set-Cookie")).toContain("next-auth.session-token=");
    });

    test("is stored as a hash only, and so is its successor", async () => {
      const me = await createMember();
      const { refreshToken } = (await refresh(me.refreshToken)).read(tokensAnswer);
      const rows = await db().sql<{ text: string }>`SELECT sessions::text AS text FROM sessions`;
      const hex = (token: string) => Buffer.from(token).toString("hex");
      for (const token of [me.refreshToken, refreshToken]) {
        const secret = token.split(".")[1] ?? "";
        expect(rows.some(({ text }) => text.includes(secret) || text.includes(hex(secret)))).toBe(false);
      }
    });

    test("used ten times at once returns the same successor each time, and the session continues", async () => {
      const me = await createMember();
      const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(me.refreshToken)));
      const tokens = replies.map((reply) => reply.read(tokensAnswer));
      expect(new Set(tokens.map((pair) => pair.refreshToken)).size).toBe(1);
      for (const { accessToken } of tokens) expect(await statusOf(accessToken)).toBe(200);
      expect(await refresh(tokens[0]?.refreshToken ?? "")).toMatchObject({ status: 200 });
    });

    test("returns the same successor for two hours while that one is unused", async () => {
      const me = await createMember();
      const first = (await refresh(me.refreshToken)).read(tokensAnswer);
      await db()
        .sql`UPDATE sessions SET rotated_at = rotated_at - interval '119 minutes' WHERE id = ${me.viewer.sessionId}::uuid`;
      const second = (await refresh(me.refreshToken)).read(tokensAnswer);
      expect(second.refreshToken).toBe(first.refreshToken);
    });

    test("forged for a known session is rejected, and the session continues", async () => {
      const me = await createMember();
      const [sessionId, , signature] = me.refreshToken.split(".");
      const forged = `${sessionId}.${"A".repeat(43)}.${signature}`;
      expect(await refresh(forged)).toMatchObject(OVER);
      expect(await statusOf(me.token)).toBe(200);
      expect(await refresh(me.refreshToken)).toMatchObject({ status: 200 });
    });

    test("reused after the grace period ends the whole family at once", async () => {
      const me = await createMember();
      const next = (await refresh(me.refreshToken)).read(tokensAnswer);
      await passGrace(me.viewer.sessionId);
      expect(await refresh(me.refreshToken)).toMatchObject(OVER);
      expect(await refresh(next.refreshToken)).toMatchObject(OVER);
      expect(await statusOf(next.accessToken)).toBe(401);
      expect(await statusOf(me.token)).toBe(401);
    });

    test("two generations old ends the family even within the grace period", async () => {
      const me = await createMember();
      const second = (await refresh(me.refreshToken)).read(tokensAnswer);
      const third = (await refresh(second.refreshToken)).read(tokensAnswer);
      expect(await refresh(me.refreshToken)).toMatchObject(OVER);
      expect(await refresh(third.refreshToken)).toMatchObject(OVER);
    });

    test("expires after 30 days without use", async () => {
      const me = await createMember();
      const { refreshToken } = (await refresh(me.refreshToken)).read(tokensAnswer);
      const { expiresAt } = await db().session.findUniqueOrThrow({ where: { id: me.viewer.sessionId } });
      expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
      await db()
        .sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = ${me.viewer.sessionId}::uuid`;
      expect(await refresh(refreshToken)).toMatchObject(OVER);
    });

    test("expires half a year after the sign-in, however often it is used", async () => {
      const me = await createMember();
      await db()
        .sql`UPDATE sessions SET created_at = now() - interval '170 days' WHERE id = ${me.viewer.sessionId}::uuid`;
      const { refreshToken } = (await refresh(me.refreshToken)).read(tokensAnswer);
      const { expiresAt } = await db().session.findUniqueOrThrow({ where: { id: me.viewer.sessionId } });
      expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(10);
      await db()
        .sql`UPDATE sessions SET created_at = now() - interval '181 days' WHERE id = ${me.viewer.sessionId}::uuid`;
      const last = (await refresh(refreshToken)).read(tokensAnswer);
      expect(await refresh(last.refreshToken)).toMatchObject(OVER);
    });

    test("of a switched-off account is rejected", async () => {
      const me = await createMember();
      await db().user.update({ where: { id: me.id }, data: { isActive: false } });
      expect(await refresh(me.refreshToken)).toMatchObject(OVER);
    });

    test.each(["", "x", `${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}.${"a".repeat(43)}`])(
      "%j is rejected",
      async (token) => {
        expect((await refresh(token)).status).toBe(token === "" ? 400 : 401);
      },
    );

    test("an access token does not refresh", async () => {
      const me = await createMember();
      expect(await refresh(me.token)).toMatchObject(OVER);
    });
  });

  describe("a flood from one network address", () => {
    const ip = "192.0.2.200";
    const from = (refreshToken: string) => api.post("/auth/refresh", { body: { refreshToken }, ip });

    test("of forged tokens is rejected without affecting a neighbour", async () => {
      const me = await createMember();
      await db().rateLimit.create({
        data: { key: `refresh_ip:${ip}`, count: 1200, expiresAt: new Date(Date.now() + 60_000) },
      });
      const junk = await from("x");
      expect(junk).toMatchObject({ status: 429, error: "rate_limited" });
      expect(junk.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
      expect(await from(`${me.viewer.sessionId}.${"A".repeat(43)}.${"B".repeat(22)}`)).toMatchObject({
        status: 429,
      });
      expect(await from(me.refreshToken)).toMatchObject({ status: 200 });
    });

    test("of one session's tokens affects that session alone", async () => {
      const busy = await createMember();
      const calm = await createMember();
      setLimit("refresh_session", 3, 600);
      const replies = [];
      for (let i = 0; i < 5; i++) replies.push((await from(busy.refreshToken)).status);
      expect(replies).toEqual([200, 200, 200, 429, 429]);
      expect(await from(calm.refreshToken)).toMatchObject({ status: 200 });
      resetLimit("refresh_session");
    });
  });

  test("a person can be signed in on 50 devices; a further one replaces the least recently used", async () => {
    const me = await createMember();
    const second = await signIn(me.user);
    for (let i = 0; i < 49; i++) await signIn(me.user);
    expect(await db().session.count({ where: { userId: me.id, revokedAt: null } })).toBe(50);
    expect(await statusOf(me.token)).toBe(401);
    expect(await statusOf(second.token)).toBe(200);
  });

  describe("signed-in devices", () => {
    test("are listed only for their owner, with the current one marked", async () => {
      const phone = await createMember();
      const laptop = await signIn(phone.user);
      await createMember();
      const { sessions } = (await api.get("/auth/sessions", { token: phone.token })).read(devicesAnswer);
      expect(sessions.map((session) => [session._id, session.isCurrent])).toEqual([
        [phone.viewer.sessionId, true],
        [laptop.viewer.sessionId, false],
      ]);
      expect(JSON.stringify(sessions)).not.toMatch(/hash|token/i);
    });

    test("can be signed out from another one", async () => {
      const phone = await createMember();
      const laptop = await signIn(phone.user);
      const end = () => api.delete(`/auth/sessions/${laptop.viewer.sessionId}`, { token: phone.token });
      expect(await end()).toMatchObject({ status: 200 });
      expect(await statusOf(laptop.token)).toBe(401);
      expect(await end()).toMatchObject({ status: 404 });
      expect(await statusOf(phone.token)).toBe(200);
    });

    test("of someone else are not found", async () => {
      const me = await createMember();
      const other = await createMember();
      expect(await api.delete(`/auth/sessions/${other.viewer.sessionId}`, { token: me.token })).toMatchObject(
        {
          status: 404,
        },
      );
      expect(await statusOf(other.token)).toBe(200);
    });
  });

  describe("the own account", () => {
    test("is the one the token names, with its private fields", async () => {
      const me = await createMember({ name: "Dev Patel", collegeId: "0901CS221045" });
      expect((await api.get("/auth/me", { token: me.token })).body).toMatchObject({
        user: {
          _id: me.id,
          name: "Dev Patel",
          email: me.user.email,
          collegeId: "0901CS221045",
          verified: true,
        },
      });
    });

    test("is unavailable once it is switched off", async () => {
      const user = await createUser();
      const { token } = await signIn(user);
      await db().user.update({ where: { id: user.id }, data: { isActive: false } });
      expect(await statusOf(token)).toBe(401);
    });
  });
});

describe("a recent sign-in", () => {
  beforeAll(useTestDatabase);

  const REAUTHENTICATE = { status: 403, error: "reauthenticate" };

  /** A member who signed in an hour ago. */
  async function createOldSession(password?: string): Promise<Member> {
    const me = await createMember(password ? { passwordHash: await passwordHashOf(password) } : {});
    await db().sql`UPDATE sessions SET created_at = now() - interval '1 hour' WHERE user_id = ${me.id}::uuid`;
    return me;
  }

  const prove = ({ token }: Member, body: object) => api.post("/auth/reauthenticate", { token, body });

  const acts = {
    "deleting the account": ({ id, token }: Member) => api.delete(`/auth/users/${id}`, { token }),
    "deleting it by address": ({ user: { email }, token }: Member) =>
      api.delete("/auth/users", { token, query: { email } }),
    deactivating: ({ id, token }: Member) => api.post(`/users/${id}/deactivate`, { token }),
    "withdrawing consent": ({ id, token }: Member) =>
      api.post(`/users/${id}/deactivate`, { token, body: { withdrawsConsent: true } }),
    "logging out all other devices": ({ token }: Member) => api.delete("/auth/sessions", { token }),
    "the export": async ({ id, token }: Member) => {
      const { GET } = await loadRoute(["users", "[userId]", "export"]);
      const request = makeRequest({ path: `/api/users/${id}/export`, token });
      const response = await GET(request, { params: Promise.resolve({ userId: id }) });
      if (response.status === 200) await response.body?.cancel();
      return { status: response.status, ...(response.status === 200 ? {} : await response.json()) };
    },
  };

  test.each(Object.entries(acts))("%s needs a recent sign-in or a proof", async (_, act) => {
    const me = await createOldSession();
    expect(await act(me)).toMatchObject(REAUTHENTICATE);
    expect(await db().user.findUnique({ where: { id: me.id } })).toMatchObject({ email: me.user.email });
    await api.post("/auth/send-otp", { body: { email: me.user.email } });
    const code = await lastCode(me.user.email);
    expect(await prove(me, { otp: wrongCodeFor(code) })).toMatchObject({ error: "invalid_otp" });
    expect(await act(me)).toMatchObject(REAUTHENTICATE);
    expect(await prove(me, { otp: code })).toMatchObject({ status: 200 });
    expect(await act(me)).toMatchObject({ status: 200 });
  });

  test("the password is a proof for ten minutes, of this session alone", async () => {
    const me = await createOldSession("four words and 1 number");
    expect(await prove(me, { currentPassword: "another" })).toMatchObject({ error: "wrong_password" });
    expect(await prove(me, {})).toMatchObject(REAUTHENTICATE);
    expect(await prove(me, { currentPassword: "four words and 1 number" })).toMatchObject({ status: 200 });
    await db()
      .sql`UPDATE sessions SET proven_at = now() - interval '11 minutes' WHERE user_id = ${me.id}::uuid`;
    expect(await acts["deleting the account"](me)).toMatchObject(REAUTHENTICATE);
  });

  test("someone banned can prove who they are, and leave", async () => {
    const me = await createOldSession("four words and 1 number");
    await suspend(me, null);
    expect(await prove(me, { currentPassword: "four words and 1 number" })).toMatchObject({ status: 200 });
    expect(await acts["deleting the account"](me)).toMatchObject({ status: 200 });
  });
});

describe("next-auth", () => {
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
      const cookie = reply.headers
        .getSetCookie()
        .find((value) => value.startsWith("next-auth.session-token="));
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
      const reply = await api.post("/auth/signout", {
        browser,
        body: { csrfToken: await csrfToken(browser) },
      });
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
});
