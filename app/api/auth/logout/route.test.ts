import { tokensAnswer } from "@/lib/sessions/schema";
import { api } from "@/tests/api";
import { createMember, type Member, signIn } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const logout = (refreshToken: string) => api.post("/auth/logout", { body: { refreshToken } });
const refresh = (refreshToken: string) => api.post("/auth/refresh", { body: { refreshToken } });
const statusOf = async (token: string) => (await api.get("/auth/me", { token })).status;
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
