import { devicesAnswer, tokensAnswer } from "@/lib/auth/contract";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createMember, createUser, signIn } from "@/tests/factories";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);

const refresh = (refreshToken: string) => api.post("/auth/refresh", { body: { refreshToken } });
const logout = (refreshToken: string) => api.post("/auth/logout", { body: { refreshToken } });
const statusOf = async (token: string) => (await api.get("/auth/me", { token })).status;

/** Moves the last rotation into the past: the database's clock is the only one that counts. */
const passGrace = (sessionId: string) =>
  db()
    .$executeRaw`UPDATE sessions SET rotated_at = rotated_at - interval '11 seconds' WHERE id = ${sessionId}::uuid`;

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
    const rows = await db().$queryRaw<{ text: string }[]>`SELECT sessions::text AS text FROM sessions`;
    const hex = (token: string) => Buffer.from(token).toString("hex");
    for (const token of [me.refreshToken, refreshToken]) {
      const secret = token.split(".")[1] ?? "";
      expect(rows.some(({ text }) => text.includes(secret) || text.includes(hex(secret)))).toBe(false);
    }
  });

  test("shown ten times at once gives everybody the same successor, and nobody is logged out", async () => {
    const me = await createMember();
    const replies = await Promise.all(Array.from({ length: 10 }, () => refresh(me.refreshToken)));
    const tokens = replies.map((reply) => reply.read(tokensAnswer));
    expect(new Set(tokens.map((each) => each.refreshToken)).size).toBe(1);
    for (const { accessToken } of tokens) expect(await statusOf(accessToken)).toBe(200);
    expect(await refresh(tokens[0]?.refreshToken ?? "")).toMatchObject({ status: 200 });
  });

  test("answers the same for ten seconds after it was exchanged", async () => {
    const me = await createMember();
    const first = (await refresh(me.refreshToken)).read(tokensAnswer);
    const again = (await refresh(me.refreshToken)).read(tokensAnswer);
    expect(again.refreshToken).toBe(first.refreshToken);
  });

  test("that somebody made up for a session they know of is refused, and the session goes on", async () => {
    const me = await createMember();
    const [sessionId, , mark] = me.refreshToken.split(".");
    const madeUp = `${sessionId}.${"A".repeat(43)}.${mark}`;
    expect(await refresh(madeUp)).toMatchObject(OVER);
    expect(await statusOf(me.token)).toBe(200);
    expect(await refresh(me.refreshToken)).toMatchObject({ status: 200 });
  });

  test("used after that was stolen: the whole family is over at once", async () => {
    const me = await createMember();
    const next = (await refresh(me.refreshToken)).read(tokensAnswer);
    await passGrace(me.viewer.sessionId);
    expect(await refresh(me.refreshToken)).toMatchObject(OVER);
    expect(await refresh(next.refreshToken)).toMatchObject(OVER);
    expect(await statusOf(next.accessToken)).toBe(401);
    expect(await statusOf(me.token)).toBe(401);
  });

  test("two generations old was stolen even within ten seconds", async () => {
    const me = await createMember();
    const second = (await refresh(me.refreshToken)).read(tokensAnswer);
    const third = (await refresh(second.refreshToken)).read(tokensAnswer);
    expect(await refresh(me.refreshToken)).toMatchObject(OVER);
    expect(await refresh(third.refreshToken)).toMatchObject(OVER);
  });

  test("works for weeks of daily use and not after 30 days without", async () => {
    const me = await createMember();
    const { refreshToken } = (await refresh(me.refreshToken)).read(tokensAnswer);
    const { expiresAt } = await db().session.findUniqueOrThrow({ where: { id: me.viewer.sessionId } });
    expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(30);
    await db().$executeRaw`UPDATE sessions SET expires_at = now() WHERE id = ${me.viewer.sessionId}::uuid`;
    expect(await refresh(refreshToken)).toMatchObject(OVER);
  });

  test("of a deactivated account is none", async () => {
    const me = await createMember();
    await db().user.update({ where: { id: me.id }, data: { isActive: false } });
    expect(await refresh(me.refreshToken)).toMatchObject(OVER);
  });

  test.each(["", "x", `${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}.${"a".repeat(43)}`])(
    "%j is refused",
    async (token) => {
      expect((await refresh(token)).status).toBe(token === "" ? 400 : 401);
    },
  );

  test("an access token does not refresh", async () => {
    const me = await createMember();
    expect(await refresh(me.token)).toMatchObject(OVER);
  });
});

describe("logging out", () => {
  test("ends this session within a second and clears the cookie", async () => {
    const me = await createMember();
    expect(await statusOf(me.token)).toBe(200);
    const reply = await logout(me.refreshToken);
    expect(reply.status).toBe(204);
    expect(reply.headers.get("Set-Cookie")).toMatch(/next-auth\.session-token=; .*Max-Age=0/);
    expect(await statusOf(me.token)).toBe(401);
    expect(await refresh(me.refreshToken)).toMatchObject(OVER);
  });

  test("leaves the other devices signed in", async () => {
    const phone = await createMember();
    const laptop = await signIn(phone.user);
    await logout(phone.refreshToken);
    expect(await statusOf(laptop.token)).toBe(200);
  });

  test("works with the token before the last one, and twice", async () => {
    const me = await createMember();
    const next = (await refresh(me.refreshToken)).read(tokensAnswer);
    expect((await logout(me.refreshToken)).status).toBe(204);
    expect((await logout(me.refreshToken)).status).toBe(204);
    expect(await statusOf(next.accessToken)).toBe(401);
  });

  test("with what is no token ends nothing", async () => {
    const me = await createMember();
    const forged = `${me.viewer.sessionId}.${"a".repeat(43)}`;
    expect((await logout(forged)).status).toBe(204);
    expect((await logout("nonsense")).status).toBe(204);
    expect(await statusOf(me.token)).toBe(200);
  });

  test("while refreshing ends in one of both orders, and signed out", async () => {
    const me = await createMember();
    const [refreshed] = await Promise.all([refresh(me.refreshToken), logout(me.refreshToken)]);
    expect([200, 401]).toContain(refreshed.status);
    if (refreshed.status === 200) {
      const { accessToken } = refreshed.read(tokensAnswer);
      expect(await statusOf(accessToken)).toBe(401);
    }
  });
});

describe("signed-in devices", () => {
  test("are listed for their owner alone, with this one marked", async () => {
    const phone = await createMember();
    const laptop = await signIn(phone.user);
    await createMember();
    const { sessions } = (await api.get("/auth/sessions", { token: phone.token })).read(devicesAnswer);
    expect(sessions.map((session) => [session._id, session.isCurrent])).toEqual([
      [laptop.viewer.sessionId, false],
      [phone.viewer.sessionId, true],
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

  test("of somebody else are nobody's business", async () => {
    const me = await createMember();
    const other = await createMember();
    expect(await api.delete(`/auth/sessions/${other.viewer.sessionId}`, { token: me.token })).toMatchObject({
      status: 404,
    });
    expect(await statusOf(other.token)).toBe(200);
  });
});

describe("oneself", () => {
  test("is who the token names, with what only oneself may see", async () => {
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

  test("is nobody once the account is deactivated", async () => {
    const user = await createUser({ isActive: false });
    const { token } = await signIn(user);
    expect(await statusOf(token)).toBe(401);
  });
});
