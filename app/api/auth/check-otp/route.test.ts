import { setTimeout } from "node:timers/promises";
import { registerAnswer, sessionAnswer } from "@/lib/accounts/schema";
import { hashPassword } from "@/lib/accounts/server/password";
import { messageAnswer } from "@/lib/api/shapes";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { pseudonym } from "@/lib/sessions/server/browser";
import { api } from "@/tests/api";
import { createNewcomer, createUser } from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { lastCode, otherThan } from "@/tests/mailbox";
import { claimsOf } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeEach(liftLimits);
beforeEach(async () => {
  await db().rateLimit.deleteMany();
  clearExceededLimits();
});

/** A browser that keeps its cookies. */
const openBrowser = () => new Map<string, string>();
type From = { browser?: Map<string, string>; ip?: string };

const send = (email: string, from: From = {}) =>
  api.post("/auth/send-otp", { body: { email }, ip: "192.0.2.1", ...from });
const check = (email: string, otp: string, more: object = {}, from: From = {}) =>
  api.post("/auth/check-otp", {
    body: { email, otp, accessToken: true, ...more },
    ip: "192.0.2.1",
    ...from,
  });

const WRONG = {
  status: 400,
  body: { error: "invalid_otp", message: "Invalid verification code. Please try again." },
};

const EXPIRED = {
  status: 400,
  body: { error: "otp_expired", message: "This code has expired. Request a new one." },
};
const SPENT = {
  status: 400,
  body: { error: "otp_spent", message: "Too many tries. Request a new code." },
};

async function withCode(create = createUser, from: From = {}) {
  const user = await create();
  (await send(user.email, from)).read(messageAnswer);
  return { user, email: user.email, code: await lastCode(user.email) };
}

/** A browser that has asked for a code, as the sign-in screens do. */
async function inBrowser(create = createUser) {
  const browser = openBrowser();
  const asked = await withCode(create, { browser });
  return { ...asked, browser, enter: (otp: string) => check(asked.email, otp, {}, { browser }) };
}

/** The wrong tries of strangers: without a cookie, all from elsewhere. */
async function guess(email: string, code: string, times: number) {
  const replies = [];
  for (let i = 0; i < times; i++) {
    replies.push(await check(email, otherThan(code), {}, { ip: "198.51.100.1" }));
  }
  return replies;
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
    expect(await claimsOf(cookie)).toMatchObject({ sub: user.id, profileComplete: true });
  });

  test("works once", async () => {
    const { email, code } = await withCode();
    expect(await check(email, code)).toMatchObject({ status: 200 });
    expect(await check(email, code)).toMatchObject(WRONG);
  });

  test("is over after ten minutes, by the database's clock", async () => {
    const { user, email, code } = await withCode();
    await db().$executeRaw`UPDATE one_time_codes SET expires_at = now() WHERE user_id = ${user.id}::uuid`;
    expect(await check(email, code)).toMatchObject(EXPIRED);
    expect(await check(email, otherThan(code))).toMatchObject(WRONG);
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
    expect(await check(second.email, second.code)).toMatchObject(SPENT);
    expect(await check(second.email, otherThan(second.code))).toMatchObject(WRONG);
  });

  test("can't be guessed by 200 at once: five tries count, not one more", async () => {
    const { user, email, code, enter } = await inBrowser();
    const replies = await Promise.all(Array.from({ length: 200 }, () => enter(otherThan(code))));
    expect(replies.filter((reply) => reply.error === "invalid_otp")).toHaveLength(5);
    expect(replies.filter((reply) => reply.error === "otp_spent")).toHaveLength(195);
    const row = await db().oneTimeCode.findFirstOrThrow({ where: { userId: user.id } });
    expect(row).toMatchObject({ attempts: 5, networkAttempts: 0, consumedAt: null });
    expect(await enter(code)).toMatchObject(SPENT);
    expect(await check(email, code, {}, { ip: "198.51.100.9" })).toMatchObject(SPENT);
  });

  test("shown by 200 at once opens one session", async () => {
    const { user, code, enter } = await inBrowser();
    const replies = await Promise.all(Array.from({ length: 200 }, () => enter(code)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(199);
    expect(await db().session.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe("the browser that asked", () => {
  test("is known by a cookie that only signing in gets to see", async () => {
    const reply = await send((await createUser()).email);
    expect(reply.headers.get("Set-Cookie")).toMatch(
      /^campus-circle\.browser=[\w-]{43}; Path=\/api\/auth; Expires=[^;]+; Max-Age=31536000; HttpOnly; SameSite=lax$/,
    );
    process.env.APP_URL = "https://circle.example.edu";
    resetEnvForTests();
    const secure = await send((await createUser()).email);
    delete process.env.APP_URL;
    resetEnvForTests();
    expect(secure.headers.get("Set-Cookie")).toMatch(/^__Secure-campus-circle\.browser=.*; Secure;/);
  });

  test("is told why its code is none", async () => {
    const expired = await inBrowser();
    await db()
      .$executeRaw`UPDATE one_time_codes SET expires_at = now() WHERE user_id = ${expired.user.id}::uuid`;
    expect(await expired.enter(otherThan(expired.code))).toMatchObject(EXPIRED);
    const spent = await inBrowser();
    for (let i = 0; i < 5; i++) expect(await spent.enter(otherThan(spent.code))).toMatchObject(WRONG);
    expect(await spent.enter(spent.code)).toMatchObject(SPENT);
    const used = await inBrowser();
    await used.enter(used.code);
    expect(await used.enter(used.code)).toMatchObject(WRONG);
  });

  test("gets in however often strangers were wrong, and a stranger learns nothing meanwhile", async () => {
    resetLimit("code_strangers");
    resetLimit("code_failures_ip");
    const { user, email, code, enter } = await inBrowser();
    const replies = await guess(email, code, 40);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    expect(replies[0]).toMatchObject(WRONG);
    const row = await db().oneTimeCode.findFirstOrThrow({ where: { userId: user.id } });
    expect(row).toMatchObject({ attempts: 0, networkAttempts: 0 });
    expect(await enter(code)).toMatchObject({ status: 200 });
  });

  test("gets in though its own network address is over its limit of failures", async () => {
    resetLimit("code_failures_ip");
    const { code, email, enter } = await inBrowser();
    const ip = "192.0.2.1";
    await db().rateLimit.create({
      data: { key: `code_failures_ip:${ip}`, count: 200, expiresAt: new Date(Date.now() + 60_000) },
    });
    expect(await check("nobody@mitsgwl.ac.in", "123456")).toMatchObject({ status: 429 });
    expect(await check(email, otherThan(code), {}, { browser: openBrowser() })).toMatchObject({
      status: 429,
    });
    expect(await enter(otherThan(code))).toMatchObject(WRONG);
    expect(await enter(code)).toMatchObject({ status: 200 });
    const other = await withCode();
    expect(await check(other.email, other.code)).toMatchObject({ status: 200 });
  });

  test("keeps its code while strangers ask for others, and may enter theirs as well", async () => {
    const { email, code, enter } = await inBrowser();
    await send(email, { ip: "198.51.100.1" });
    await send(email, { ip: "192.0.2.1" });
    expect(await enter(code)).toMatchObject({ status: 200 });
    const again = await inBrowser();
    await send(again.email, { ip: "198.51.100.1" });
    const theirs = await lastCode(again.email);
    if (theirs !== again.code) expect(await again.enter(theirs)).toMatchObject({ status: 200 });
  });

  test("may enter its code in another browser, which strangers can stop and the first browser does not notice", async () => {
    resetLimit("code_strangers");
    const { email, code } = await inBrowser();
    expect(await check(email, code, {}, { browser: openBrowser(), ip: "198.51.100.2" })).toMatchObject({
      status: 200,
    });
    const second = await inBrowser();
    await guess(second.email, second.code, 20);
    const elsewhere = { browser: openBrowser(), ip: "198.51.100.2" };
    expect(await check(second.email, second.code, {}, elsewhere)).toMatchObject(WRONG);
    expect(await second.enter(second.code)).toMatchObject({ status: 200 });
  });

  test("is guessed at by strangers exactly 20 times an hour, however many come at once", async () => {
    resetLimit("code_strangers");
    const { email, code } = await inBrowser();
    await Promise.all(Array.from({ length: 60 }, () => guess(email, code, 1)));
    const [row] = await db().rateLimit.findMany({ where: { key: { startsWith: "code_failures_mailbox:" } } });
    expect(row?.count).toBe(20);
  });

  test("loses nothing to tries while no code is outstanding", async () => {
    resetLimit("code_strangers");
    const user = await createUser();
    await guess(user.email, "123456", 30);
    expect(await db().rateLimit.count({ where: { key: { startsWith: "code_strangers:" } } })).toBe(0);
    await send(user.email, { ip: "192.0.2.77" });
    expect(await check(user.email, await lastCode(user.email), {}, { ip: "192.0.2.78" })).toMatchObject({
      status: 200,
    });
  });
});

describe("a client without cookies", () => {
  test("signs in from where it asked, whatever strangers elsewhere try and ask for", async () => {
    resetLimit("code_strangers");
    const { email, code } = await withCode();
    await guess(email, code, 30);
    await send(email, { ip: "198.51.100.1" });
    expect(await check(email, code)).toMatchObject({ status: 200 });
  });

  test("does not use up the tries of a browser on the same network", async () => {
    const { email, code, enter } = await inBrowser();
    for (let i = 0; i < 10; i++) expect(await check(email, otherThan(code))).toMatchObject(WRONG);
    expect(await check(email, code)).toMatchObject(SPENT);
    expect(await enter(code)).toMatchObject({ status: 200 });
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
    expect(await claimsOf(cookie)).toMatchObject({ profileComplete: false });
  });

  const planted = { name: "Early Bird", collegeName: "MITS", bio: "Hatched", password: "a nest of twigs" };

  test("gives a name that this browser registered its username, and keeps the rest of it", async () => {
    const email = "early.bird@mitsgwl.ac.in";
    const browser = openBrowser();
    await api.post("/auth/register", { body: { email, ...planted }, browser });
    await send(email, { browser });
    const { user } = (await check(email, await lastCode(email), {}, { browser })).read(sessionAnswer);
    expect(user).toMatchObject({ name: "Early Bird", username: "early.bird", bio: "Hatched" });
    expect(await db().user.findUniqueOrThrow({ where: { email } })).toMatchObject({
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
      searchName: "early bird",
    });
  });

  test.each([
    ["without a cookie", undefined],
    ["in their own browser", openBrowser()],
  ])("drops what a stranger planted, when the owner proves the address %s", async (how, browser) => {
    const email = `planted.${how.length}@mitsgwl.ac.in`;
    await api.post("/auth/register", { body: { email, ...planted }, browser: openBrowser() });
    const from = browser ? { browser } : {};
    await send(email, from);
    const reply = await check(email, await lastCode(email), {}, from);
    expect(reply.read(sessionAnswer).user).toMatchObject({
      name: "Anonymous User",
      collegeName: "--",
      bio: "",
      avatar: "",
      verified: true,
    });
    expect(await db().user.findUniqueOrThrow({ where: { email } })).toMatchObject({
      passwordHash: null,
      username: null,
      searchName: "anonymous user",
    });
    const cookie = reply.headers.get("Set-Cookie") ?? "";
    expect(await claimsOf(cookie)).toMatchObject({ profileComplete: false });
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

  test("for too many unknown addresses tells nothing any more, nor does trying codes then", async () => {
    resetLimit("unknown_address_ip");
    const ip = "192.0.2.30";
    const replies = [];
    for (let i = 0; i < 30; i++) replies.push(await send(`nobody${i}@mitsgwl.ac.in`, { ip }));
    expect(replies.every((reply) => reply.status === 404)).toBe(true);

    const member = await createUser();
    const outcomes = await Promise.all(
      [member.email, "nobody@mitsgwl.ac.in"].map(async (email) => {
        const browser = openBrowser();
        const asked = await send(email, { ip, browser });
        await untilMade(email);
        const answers = [];
        for (let i = 0; i < 6; i++) answers.push((await check(email, "999999", {}, { ip, browser })).body);
        await db().oneTimeCode.updateMany({
          where: { mailbox: pseudonym("mailbox", email) },
          data: { expiresAt: new Date(Date.now() - 1_000) },
        });
        answers.push((await check(email, "999999", {}, { ip, browser })).body);
        return [asked.status, asked.body, answers];
      }),
    );
    expect(outcomes[0]).toEqual([200, { message: "OTP sent" }, expect.any(Array)]);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(await db().outboxMail.count({ where: { to: "nobody@mitsgwl.ac.in" } })).toBe(0);
    expect(await db().outboxMail.count({ where: { to: member.email } })).toBe(1);
  });

  test("for a known address tells the browser that registered it the truth, and registering tells nobody else", async () => {
    resetLimit("unknown_address_ip");
    const ip = "192.0.2.31";
    const member = await createUser();
    const register = (email: string, browser = openBrowser()) =>
      api.post("/auth/register", { body: { email }, ip, browser });
    for (let i = 0; i < 30; i++) expect(await register(member.email)).toMatchObject({ status: 409 });

    expect(await send("nobody@mitsgwl.ac.in", { ip })).toMatchObject({ status: 200 });
    const known = await register(member.email);
    const fresh = await register("brand.new@mitsgwl.ac.in");
    const shape = (reply: typeof known) => [
      reply.status,
      Object.keys(registerAnswer.parse(reply.body).user).sort(),
      registerAnswer.parse(reply.body).message,
    ];
    expect(shape(known)).toEqual(shape(fresh));
    expect(await db().user.findUnique({ where: { id: member.id } })).toEqual(member);

    const own = openBrowser();
    expect(await register("mine@mitsgwl.ac.in", own)).toMatchObject({ status: 201 });
    expect(await register("mine@mitsgwl.ac.in", own)).toMatchObject({ status: 409 });
  });

  test("is possible five times in 15 minutes for one browser, whatever others ask for", async () => {
    resetLimit("code_browser");
    const { email } = await createUser();
    const browser = openBrowser();
    for (let i = 0; i < 5; i++) {
      expect(await send(email, { browser, ip: `192.0.2.${i}` })).toMatchObject({ status: 200 });
    }
    const reply = await send(email.toUpperCase(), { browser, ip: "192.0.2.99" });
    expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
    const seconds = Number(reply.headers.get("Retry-After"));
    expect(Number.isInteger(seconds) && seconds > 0 && seconds <= 15 * 60).toBe(true);
    expect(reply.body).toMatchObject({ message: expect.stringMatching(/try again in/) });
    expect(await send(email, { ip: "192.0.2.99" })).toMatchObject({ status: 200 });
  });

  test("is possible five times in 15 minutes without a cookie, for a mailbox and network address", async () => {
    resetLimit("code_network");
    const { email } = await createUser();
    const browser = openBrowser();
    await send(email, { browser, ip: "192.0.2.40" });
    for (let i = 0; i < 4; i++)
      expect(await send(email, { ip: "192.0.2.40" })).toMatchObject({ status: 200 });
    expect(await send(email, { ip: "192.0.2.40" })).toMatchObject({ status: 429 });
    expect(await send(email, { ip: "192.0.2.41" })).toMatchObject({ status: 200 });
    expect(await send((await createUser()).email, { ip: "192.0.2.40" })).toMatchObject({ status: 200 });
    expect(await send(email, { browser, ip: "192.0.2.40" })).toMatchObject({ status: 200 });
  });

  test("30 times a day for a mailbox; whoever has not asked today still gets one, and the owner's browser its own", async () => {
    resetLimit("code_mailbox_day");
    resetLimit("code_network_first");
    const { email } = await createUser();
    const browser = openBrowser();
    await send(email, { browser, ip: "192.0.2.50" });
    for (let i = 0; i < 29; i++) await send(email, { ip: `198.51.100.${i % 6}` });
    expect(await send(email, { ip: "198.51.100.1" })).toMatchObject({ status: 429 });
    expect(await send(email, { ip: "203.0.113.1" })).toMatchObject({ status: 200 });
    expect(await send(email, { ip: "203.0.113.1" })).toMatchObject({ status: 429 });
    expect(await send(email, { browser, ip: "198.51.100.1" })).toMatchObject({ status: 200 });
  });

  test("in vain uses up nothing of what is for everybody", async () => {
    resetLimit("code_mailbox_day");
    resetLimit("code_network_first");
    setLimit("code_network", 2, 900);
    const { email } = await createUser();
    for (let i = 0; i < 40; i++) await send(email, { ip: "198.51.100.1" });
    for (let i = 0; i < 3; i++) {
      expect(await send(email, { ip: `203.0.113.${i % 2}` })).toMatchObject({ status: 200 });
    }
  });

  test("from a network address that has asked for hundreds, a neighbour's first code still comes", async () => {
    resetLimit("code_ip");
    resetLimit("code_network_first");
    const ip = "192.0.2.60";
    await db().rateLimit.create({
      data: { key: `code_ip:${ip}`, count: 300, expiresAt: new Date(Date.now() + 60_000) },
    });
    const { email } = await createUser();
    const browser = openBrowser();
    expect(await send(email, { ip, browser })).toMatchObject({ status: 200 });
    expect(await send(email, { ip, browser })).toMatchObject({ status: 200 });
    expect(await send(email, { ip })).toMatchObject({ status: 429 });
  });

  test("twice at once in one browser leaves one code that works", async () => {
    const { id, email } = await createUser();
    const browser = openBrowser();
    await send(email, { browser });
    await Promise.all([send(email, { browser }), send(email, { browser }), send(email, { browser })]);
    const usable = await db().oneTimeCode.count({ where: { userId: id, consumedAt: null } });
    expect(usable).toBe(1);
    expect(await db().outboxMail.count({ where: { to: email } })).toBe(4);
  });

  test("keeps no address in the tables that count", async () => {
    const { email } = await withCode();
    await check(email, "1");
    const traces = await findLeaks([email]);
    expect(traces.filter((trace) => !/^(users|outbox_mails):/.test(trace))).toEqual([]);
  });
});

describe("guessing", () => {
  /** So many wrong tries have been counted. */
  const count = (key: string, wrong: number) =>
    db().rateLimit.create({ data: { key, count: wrong, expiresAt: new Date(Date.now() + 60_000) } });

  test.each([
    ["a mailbox, after 100 wrong tries in a day", "code_failures_mailbox", 100],
    ["the whole campus, after 500 in an hour", "code_failures", 500],
  ] as const)("at %s leaves a code one try, which a right code needs", async (_, name, wrong) => {
    resetLimit(name);
    const first = await inBrowser();
    const second = await inBrowser();
    const subjects = [first, second].map(({ email }) => pseudonym("mailbox", email));
    const keys = name === "code_failures" ? [`${name}:campus`] : subjects.map((it) => `${name}:${it}`);
    for (const key of keys) await count(key, wrong);
    expect(await check(first.email, first.code, {}, { ip: "203.0.113.7" })).toMatchObject(WRONG);
    expect(await first.enter(first.code)).toMatchObject({ status: 200 });
    expect(await second.enter(otherThan(second.code))).toMatchObject(WRONG);
    expect(await second.enter(second.code)).toMatchObject(SPENT);

    // Who has signed in here before is spared.
    await send(first.email, { browser: first.browser });
    await first.enter("1");
    expect(await first.enter(await lastCode(first.email))).toMatchObject({ status: 200 });
  });

  test("all over campus is said once in the log", async () => {
    setLimit("code_failures", 3, 3600);
    const warn = jest.spyOn(log(), "warn");
    for (let i = 0; i < 6; i++) {
      const { code, enter } = await inBrowser();
      await enter(otherThan(code));
    }
    expect(warn.mock.calls.filter(([text]) => /guessing/.test(String(text)))).toHaveLength(1);
    warn.mockRestore();
  });

  test("can't hide behind a header that nobody trusts", async () => {
    resetLimit("code_failures_ip");
    await db().rateLimit.create({
      data: { key: "code_failures_ip:unknown", count: 200, expiresAt: new Date(Date.now() + 60_000) },
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

/** What happens after the answer has happened. */
async function untilMade(email: string): Promise<void> {
  const mailbox = pseudonym("mailbox", email);
  while ((await db().oneTimeCode.count({ where: { mailbox } })) === 0) await setTimeout(5);
  await setTimeout(50);
}
