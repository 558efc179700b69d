import { devicesAnswer } from "@/lib/accounts/schema";
import { db } from "@/lib/platform/db";
import { tokensAnswer } from "@/lib/sessions/schema";
import { api } from "@/tests/api";
import { createMember, createUser, signIn } from "@/tests/factories";
import { resetLimit, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const refresh = (refreshToken: string) => api.post("/auth/refresh", { body: { refreshToken } });
const statusOf = async (token: string) => (await api.get("/auth/me", { token })).status;

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
    expect(await api.delete(`/auth/sessions/${other.viewer.sessionId}`, { token: me.token })).toMatchObject({
      status: 404,
    });
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
