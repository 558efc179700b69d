import { messageAnswer, sessionAnswer } from "@/lib/auth/contract";
import { readCookie } from "@/lib/auth/cookie";
import { hashPassword } from "@/lib/auth/password";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createNewcomer, createUser } from "@/tests/factories";
import { liftLimits, resetLimit } from "@/tests/limits";
import { lastCode, otherThan } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);
beforeEach(liftLimits);

const send = (email: string, ip = "192.0.2.1") => api.post("/auth/send-otp", { body: { email }, ip });
const check = (email: string, otp: string, more: object = {}) =>
  api.post("/auth/check-otp", { body: { email, otp, accessToken: true, ...more } });

const WRONG = {
  status: 400,
  body: { error: "invalid_otp", message: "Invalid verification code. Please try again." },
};

async function withCode(create = createUser) {
  const user = await create();
  (await send(user.email)).read(messageAnswer);
  return { user, email: user.email, code: await lastCode(user.email) };
}

describe("a code", () => {
  test("comes by mail and is kept as a slow hash only", async () => {
    const user = await createUser();
    const reply = await send(user.email.toUpperCase());
    expect(reply).toMatchObject({ status: 200, body: { message: "OTP sent" } });
    const code = await lastCode(user.email);
    const row = await db().oneTimeCode.findFirstOrThrow({ where: { userId: user.id } });
    expect(row.codeHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(row)).not.toContain(code);
    const minutes = (row.expiresAt.getTime() - row.createdAt.getTime()) / 60_000;
    expect(minutes).toBeLessThanOrEqual(10);
  });

  test("signs its owner in", async () => {
    const { user, email, code } = await withCode();
    const reply = await check(email, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(reply.status).toBe(200);
    const session = reply.read(sessionAnswer);
    expect(session.user).toMatchObject({ _id: user.id, email, verified: true });
    expect(await api.get("/auth/me", { token: session.accessToken })).toMatchObject({ status: 200 });
    const cookie = reply.headers.get("Set-Cookie") ?? "";
    expect(cookie).toContain("HttpOnly");
    const value = cookie.split(";")[0]?.split("=").slice(1).join("=");
    expect(await readCookie(value)).toMatchObject({ userId: user.id, profileComplete: true });
  });

  test("works once", async () => {
    const { email, code } = await withCode();
    expect(await check(email, code)).toMatchObject({ status: 200 });
    expect(await check(email, code)).toMatchObject(WRONG);
  });

  test("is over after ten minutes, by the database's clock", async () => {
    const { user, email, code } = await withCode();
    await db().$executeRaw`UPDATE one_time_codes SET expires_at = now() WHERE user_id = ${user.id}::uuid`;
    expect(await check(email, code)).toMatchObject(WRONG);
  });

  test("is void once a newer one is sent", async () => {
    const { email, code } = await withCode();
    await send(email);
    const newer = await lastCode(email);
    if (newer !== code) expect(await check(email, code)).toMatchObject(WRONG);
    expect(await check(email, newer)).toMatchObject({ status: 200 });
  });

  test("of somebody else is none", async () => {
    const mine = await withCode();
    const other = await withCode();
    if (mine.code !== other.code) expect(await check(mine.email, other.code)).toMatchObject(WRONG);
  });

  test("is none for an unknown address, in the same words", async () => {
    expect(await check("nobody@mitsgwl.ac.in", "123456")).toMatchObject(WRONG);
  });

  test("survives four wrong tries and not the fifth", async () => {
    const { email, code } = await withCode();
    const wrong = otherThan(code);
    for (let i = 0; i < 4; i++) expect(await check(email, wrong)).toMatchObject(WRONG);
    expect(await check(email, code)).toMatchObject({ status: 200 });
    const second = await withCode();
    for (let i = 0; i < 5; i++) await check(second.email, otherThan(second.code));
    expect(await check(second.email, second.code)).toMatchObject(WRONG);
  });

  test("can't be guessed by 200 at once: five tries count, not one more", async () => {
    const { user, email, code } = await withCode();
    const replies = await Promise.all(Array.from({ length: 200 }, () => check(email, otherThan(code))));
    expect(replies.every((reply) => reply.error === "invalid_otp")).toBe(true);
    const row = await db().oneTimeCode.findFirstOrThrow({ where: { userId: user.id } });
    expect(row).toMatchObject({ attempts: 5, consumedAt: null });
    expect(await check(email, code)).toMatchObject(WRONG);
  });

  test("shown by 200 at once opens one session", async () => {
    const { user, email, code } = await withCode();
    const replies = await Promise.all(Array.from({ length: 200 }, () => check(email, code)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.error === "invalid_otp")).toHaveLength(199);
    expect(await db().session.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe("the first code", () => {
  test("proves the address and drops a password that was set before", async () => {
    const { user, email, code } = await withCode(async () =>
      createNewcomer({ passwordHash: await hashPassword("set by who knows") }),
    );
    const { user: shown } = (await check(email, code)).read(sessionAnswer);
    expect(shown).toMatchObject({ verified: true, name: "Anonymous User", collegeName: "--" });
    const row = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.passwordHash).toBeNull();
    expect(row.verifiedAt).not.toBeNull();
  });

  test("keeps when the address was proven first, and a password set since", async () => {
    const verifiedAt = new Date("2026-01-01T00:00:00Z");
    const { user, email, code } = await withCode(() => createUser({ verifiedAt, passwordHash: "kept" }));
    await check(email, code);
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      verifiedAt,
      passwordHash: "kept",
    });
  });

  test.each([
    ["their own", "MITS", "MITS"],
    ["one there is not", "IIT", "--"],
    ["no", undefined, "--"],
  ])("of a newcomer who chose %s college", async (_, chosen, kept) => {
    const { email, code } = await withCode(createNewcomer);
    const { user } = (await check(email, code, chosen ? { collegeName: chosen } : {})).read(sessionAnswer);
    expect(user.collegeName).toBe(kept);
  });

  test("gives the cookie of an incomplete profile to whom has none yet", async () => {
    const { email, code } = await withCode(createNewcomer);
    const cookie = (await check(email, code)).headers.get("Set-Cookie") ?? "";
    const value = cookie.split(";")[0]?.split("=").slice(1).join("=");
    expect(await readCookie(value)).toMatchObject({ profileComplete: false });
  });

  test("gives a name that was registered its username", async () => {
    const email = "early.bird@mitsgwl.ac.in";
    await api.post("/auth/register", { body: { email, name: "Early Bird", collegeName: "MITS" } });
    await send(email);
    const { user } = (await check(email, await lastCode(email))).read(sessionAnswer);
    expect(user).toMatchObject({ name: "Early Bird", username: "early.bird" });
  });
});

describe("asking for codes", () => {
  test("for an unknown address is answered as the specification says", async () => {
    expect(await send("nobody@mitsgwl.ac.in")).toMatchObject({
      status: 404,
      body: { error: "user_not_found", message: "User not found" },
    });
  });

  test("for a deactivated account is the same", async () => {
    const user = await createUser({ isActive: false });
    expect(await send(user.email)).toMatchObject({ status: 404, error: "user_not_found" });
  });

  test("for too many unknown addresses tells nothing any more", async () => {
    resetLimit("unknown_address_ip");
    const ip = "192.0.2.30";
    const replies = [];
    for (let i = 0; i < 32; i++) replies.push(await send(`nobody${i}@mitsgwl.ac.in`, ip));
    expect(replies.slice(0, 30).every((reply) => reply.status === 404)).toBe(true);
    expect(replies.slice(30).map((reply) => [reply.status, reply.body])).toEqual([
      [200, { message: "OTP sent" }],
      [200, { message: "OTP sent" }],
    ]);
  });

  test("is possible five times in 15 minutes for one address, from wherever", async () => {
    resetLimit("code_address");
    const { email } = await createUser();
    for (let i = 0; i < 5; i++) expect(await send(email, `192.0.2.${i}`)).toMatchObject({ status: 200 });
    const reply = await send(email.toUpperCase(), "192.0.2.99");
    expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
    const seconds = Number(reply.headers.get("Retry-After"));
    expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 15 * 60).toBe(true);
    expect(reply.body).toMatchObject({ message: expect.stringMatching(/try again in/) });
  });

  test("twice at once leaves one code that works", async () => {
    const { id, email } = await createUser();
    await Promise.all([send(email), send(email), send(email)]);
    const usable = await db().oneTimeCode.count({ where: { userId: id, consumedAt: null } });
    expect(usable).toBe(1);
    expect(await db().outboxMail.count({ where: { to: email } })).toBe(3);
  });
});

describe("guessing", () => {
  test("ends after 20 failures an hour for one account, also across codes", async () => {
    resetLimit("code_failures_account");
    const user = await createUser();
    for (let round = 0; round < 4; round++) {
      await send(user.email);
      const code = await lastCode(user.email);
      for (let i = 0; i < 5; i++) expect(await check(user.email, otherThan(code))).toMatchObject(WRONG);
    }
    await send(user.email);
    expect(await check(user.email, await lastCode(user.email))).toMatchObject({ status: 429 });
  });

  test("ends after 200 failures in ten minutes from one network address", async () => {
    resetLimit("code_failures_ip");
    const { email, code } = await withCode();
    const ip = "192.0.2.200";
    await db().rateLimit.create({
      data: { key: `code_failures_ip:${ip}`, count: 200, expiresAt: new Date(Date.now() + 60_000) },
    });
    const body = { email, otp: code };
    expect(await api.post("/auth/check-otp", { body, ip })).toMatchObject({ status: 429 });
    expect(await api.post("/auth/check-otp", { body, ip: "192.0.2.201" })).toMatchObject({ status: 200 });
  });

  test("can't hide behind a header that nobody trusts", async () => {
    resetLimit("code_failures_ip");
    await db().rateLimit.upsert({
      where: { key: "code_failures_ip:unknown" },
      create: { key: "code_failures_ip:unknown", count: 200, expiresAt: new Date(Date.now() + 60_000) },
      update: { count: 200, expiresAt: new Date(Date.now() + 60_000) },
    });
    const headers = {
      "X-Forwarded-For": "203.0.113.5",
      Forwarded: "for=203.0.113.5",
      "X-Real-IP": "203.0.113.5",
    };
    const body = { email: "a@b.c", otp: "123456" };
    expect(await api.post("/auth/check-otp", { body, headers })).toMatchObject({ status: 429 });
  });
});
