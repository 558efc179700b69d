import { setTimeout } from "node:timers/promises";
import * as argon2 from "@node-rs/argon2";
import { type RegisterBody, registerAnswer, sessionAnswer } from "@/lib/accounts/schema";
import { messageAnswer } from "@/lib/api/fields";
import { finishWork } from "@/lib/platform/after-response";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { overloaded } from "@/lib/platform/errors";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { pseudonym } from "@/lib/sessions/server/browser";
import { api } from "@/tests/api";
import { createNewcomer, createUser, passwordHashOf } from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { captureLog } from "@/tests/log-lines";
import { lastCode, wrongCodeFor } from "@/tests/mailbox";
import { claimsOf } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

const logged = captureLog();

jest.mock("@node-rs/argon2", () => {
  const actual = jest.requireActual("@node-rs/argon2");
  return { ...actual, hash: jest.fn(actual.hash), verify: jest.fn(actual.verify) };
});

/**
 * How long an answer may be held back here, in milliseconds; more only where a test measures it.
 */
let mockHoldMax = 1;
jest.mock("node:timers/promises", () => {
  const actual = jest.requireActual<typeof import("node:timers/promises")>("node:timers/promises");
  return { ...actual, setTimeout: (ms: number) => actual.setTimeout(Math.min(ms, mockHoldMax)) };
});

beforeAll(useTestDatabase);
beforeEach(liftLimits);
beforeEach(() => {
  mockHoldMax = 1;
});
beforeEach(async () => {
  await db().rateLimit.deleteMany();
  clearExceededLimits();
});

/** A browser, as its cookie jar. */
const openBrowser = () => new Map<string, string>();
type From = { browser?: Map<string, string>; ip?: string; mayFail?: boolean };

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

/** A browser that has asked for a code, as on the sign-in screens. */
async function inBrowser(create = createUser) {
  const browser = openBrowser();
  const issued = await withCode(create, { browser });
  return { ...issued, browser, ...moreOf(issued.email, { browser }) };
}

/** A program that stores no cookies, on its network address. */
async function withoutCookies() {
  const issued = await withCode();
  return { ...issued, ...moreOf(issued.email, {}) };
}

const moreOf = (email: string, from: From) => ({
  enter: (otp: string) => check(email, otp, {}, from),
  ask: async () => {
    await send(email, from);
    return lastCode(email);
  },
});

/** Wrong attempts by strangers: without a cookie, from another network. */
async function guess(email: string, code: string, times: number) {
  const replies = [];
  for (let i = 0; i < times; i++) {
    replies.push(await check(email, wrongCodeFor(code), {}, { ip: "198.51.100.1" }));
  }
  return replies;
}

describe("a code", () => {
  test("arrives by mail and is stored only as a slow hash", async () => {
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

  test("expires after ten minutes by the clock of the database", async () => {
    const { user, email, code } = await withCode();
    await db()
      .sql`UPDATE one_time_codes SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}::uuid`;
    expect(await check(email, code)).toMatchObject(EXPIRED);
    expect(await check(email, wrongCodeFor(code))).toMatchObject(WRONG);
  });

  test.each([
    ["browser", inBrowser],
    ["client without cookies", withoutCookies],
  ])("works like the one before it in the same %s, which only a third one voids", async (_, open) => {
    const { code, ask, enter } = await open();
    const second = await ask();
    const third = await ask();
    if (![second, third].includes(code)) expect(await enter(code)).toMatchObject(WRONG);
    expect(await enter(second)).toMatchObject({ status: 200 });
    expect(await enter(third)).toMatchObject(WRONG);
    const again = await open();
    expect((await again.ask()).length).toBe(6);
    expect(await again.enter(again.code)).toMatchObject({ status: 200 });
  });

  test("voids the other one of its browser when it is used, and none of another browser", async () => {
    const { email, code, ask, enter } = await inBrowser();
    const elsewhere = openBrowser();
    await send(email, { browser: elsewhere });
    const theirs = await lastCode(email);
    const newer = await ask();
    expect(await enter(newer)).toMatchObject({ status: 200 });
    if (theirs !== code) expect(await enter(code)).toMatchObject(WRONG);
    expect(await check(email, theirs, {}, { browser: elsewhere })).toMatchObject({ status: 200 });
  });

  test("shares five tries with the one before it, even when entered at once", async () => {
    const { user, code, ask, enter } = await inBrowser();
    const newer = await ask();
    const wrong = ["000000", "111111", "222222"].find((it) => it !== code && it !== newer) ?? "";
    const replies = await Promise.all(Array.from({ length: 40 }, () => enter(wrong)));
    expect(replies.filter((reply) => reply.error === "invalid_otp")).toHaveLength(5);
    const rows = await db().oneTimeCode.findMany({ where: { userId: user.id } });
    expect(rows).toMatchObject([{ attempts: 5 }, { attempts: 5 }]);
    for (const right of [code, newer]) expect(await enter(right)).toMatchObject(SPENT);
    // The next code has five tries of its own.
    expect(await enter(await ask())).toMatchObject({ status: 200 });
  });

  test("and the one before it, entered 100 times each at once, open one session", async () => {
    const { user, code, ask, enter } = await inBrowser();
    const codes = [code, await ask()];
    const replies = await Promise.all(Array.from({ length: 200 }, (_, i) => enter(codes[i % 2] ?? "")));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(199);
    expect(await db().session.count({ where: { userId: user.id } })).toBe(1);
  });

  test("of someone else is invalid", async () => {
    const mine = await withCode();
    const other = await withCode();
    if (mine.code !== other.code) expect(await check(mine.email, other.code)).toMatchObject(WRONG);
  });

  test("for an unknown address is invalid, with the same message", async () => {
    expect(await check("unknown@mitsgwl.ac.in", "123456")).toMatchObject(WRONG);
  });

  test("survives four wrong attempts but not a fifth", async () => {
    const { email, code } = await withCode();
    const wrong = wrongCodeFor(code);
    for (let i = 0; i < 4; i++) expect(await check(email, wrong)).toMatchObject(WRONG);
    expect(await check(email, code)).toMatchObject({ status: 200 });
    const second = await withCode();
    for (let i = 0; i < 5; i++) await check(second.email, wrongCodeFor(second.code));
    expect(await check(second.email, second.code)).toMatchObject(SPENT);
    expect(await check(second.email, wrongCodeFor(second.code))).toMatchObject(WRONG);
  });

  test("allows exactly five of 200 simultaneous guesses", async () => {
    const { user, email, code, enter } = await inBrowser();
    const replies = await Promise.all(Array.from({ length: 200 }, () => enter(wrongCodeFor(code))));
    expect(replies.filter((reply) => reply.error === "invalid_otp")).toHaveLength(5);
    expect(replies.filter((reply) => reply.error === "otp_spent")).toHaveLength(195);
    const row = await db().oneTimeCode.findFirstOrThrow({ where: { userId: user.id } });
    expect(row).toMatchObject({ attempts: 5, networkAttempts: 0, consumedAt: null });
    expect(await enter(code)).toMatchObject(SPENT);
    expect(await check(email, code, {}, { ip: "198.51.100.9" })).toMatchObject(SPENT);
  });

  test("entered 200 times at once opens one session", async () => {
    const { user, code, enter } = await inBrowser();
    const replies = await Promise.all(Array.from({ length: 200 }, () => enter(code)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(199);
    expect(await db().session.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe("the browser that asked", () => {
  test("is identified by a cookie limited to /api/auth", async () => {
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

  test("gets the reason why its code fails", async () => {
    const expired = await inBrowser();
    await db()
      .sql`UPDATE one_time_codes SET expires_at = now() - interval '1 second' WHERE user_id = ${expired.user.id}::uuid`;
    expect(await expired.enter(wrongCodeFor(expired.code))).toMatchObject(EXPIRED);
    const spent = await inBrowser();
    for (let i = 0; i < 5; i++) expect(await spent.enter(wrongCodeFor(spent.code))).toMatchObject(WRONG);
    expect(await spent.enter(spent.code)).toMatchObject(SPENT);
    const used = await inBrowser();
    await used.enter(used.code);
    expect(await used.enter(used.code)).toMatchObject(WRONG);
  });

  test("signs in despite any number of wrong guesses by strangers, who learn nothing", async () => {
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

  test("signs in from a network address over its limit of failures", async () => {
    resetLimit("code_failures_ip");
    const { code, email, enter } = await inBrowser();
    const ip = "192.0.2.1";
    await db().rateLimit.create({
      data: { key: `code_failures_ip:${ip}`, count: 200, expiresAt: new Date(Date.now() + 60_000) },
    });
    expect(await check("unknown@mitsgwl.ac.in", "123456")).toMatchObject({ status: 429 });
    expect(await check(email, wrongCodeFor(code), {}, { browser: openBrowser() })).toMatchObject({
      status: 429,
    });
    expect(await enter(wrongCodeFor(code))).toMatchObject(WRONG);
    expect(await enter(code)).toMatchObject({ status: 200 });
    const other = await withCode();
    expect(await check(other.email, other.code)).toMatchObject({ status: 200 });
  });

  test("still has a valid code when strangers ask for others, and may enter those too", async () => {
    const { email, code, enter } = await inBrowser();
    await send(email, { ip: "198.51.100.1" });
    await send(email, { ip: "192.0.2.1" });
    expect(await enter(code)).toMatchObject({ status: 200 });
    const second = await inBrowser();
    await send(second.email, { ip: "198.51.100.1" });
    const theirs = await lastCode(second.email);
    if (theirs !== second.code) expect(await second.enter(theirs)).toMatchObject({ status: 200 });
  });

  test("shares its code with other browsers, which strangers can block without affecting it", async () => {
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

  test("allows strangers exactly 20 guesses an hour, even simultaneous ones", async () => {
    resetLimit("code_strangers");
    const { email, code } = await inBrowser();
    await Promise.all(Array.from({ length: 60 }, () => guess(email, code, 1)));
    const [row] = await db().rateLimit.findMany({ where: { key: { startsWith: "code_failures_mailbox:" } } });
    expect(row?.count).toBe(20);
  });

  test("loses no budget to guesses while there is no code", async () => {
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
  test("signs in from the network where it asked, whatever strangers elsewhere do", async () => {
    resetLimit("code_strangers");
    const { email, code } = await withCode();
    await guess(email, code, 30);
    await send(email, { ip: "198.51.100.1" });
    expect(await check(email, code)).toMatchObject({ status: 200 });
  });

  test("does not use up the attempts of a browser on the same network", async () => {
    const { email, code, enter } = await inBrowser();
    for (let i = 0; i < 10; i++) expect(await check(email, wrongCodeFor(code))).toMatchObject(WRONG);
    expect(await check(email, code)).toMatchObject(SPENT);
    expect(await enter(code)).toMatchObject({ status: 200 });
  });
});

describe("a full queue of hashes", () => {
  const BUSY = { status: 503, error: "unavailable" };

  test("costs no attempt at a code: in the browser that asked, on its network, or elsewhere", async () => {
    setLimit("code_strangers", 5, 3600);
    const { email, code, browser } = await inBrowser();
    const onNetwork = await withCode();
    const places: [string, string, From][] = [
      [email, code, { ip: "198.51.100.1" }],
      [email, code, { browser }],
      [onNetwork.email, onNetwork.code, {}],
    ];
    for (const [address, right, from] of places) {
      for (let i = 0; i < 6; i++) {
        jest.mocked(argon2.verify).mockRejectedValueOnce(overloaded());
        expect(await check(address, right, {}, { ...from, mayFail: true })).toMatchObject(BUSY);
      }
      // Consuming the code is left to the place that comes next.
      if (from.ip) expect(await check(address, wrongCodeFor(right), {}, from)).toMatchObject(WRONG);
      else expect(await check(address, right, {}, from)).toMatchObject({ status: 200 });
    }
    expect(
      await db().rateLimit.findFirst({ where: { key: { startsWith: "code_strangers:" } } }),
    ).toMatchObject({ count: 1 });
  });

  test("costs nothing of what a browser may ask for", async () => {
    setLimit("code_browser", 1, 900);
    setLimit("code_network_day", 20, 86_400);
    const { email } = await createUser();
    const browser = openBrowser();
    jest.mocked(argon2.hash).mockRejectedValueOnce(overloaded());
    expect(await send(email, { browser, mayFail: true })).toMatchObject(BUSY);
    const counts = await db().rateLimit.findMany({ select: { count: true } });
    expect(counts.every(({ count }) => count === 0)).toBe(true);
    expect(await send(email, { browser })).toMatchObject({ status: 200 });
  });

  test("reveals no known address where known and unknown ones must look alike", async () => {
    resetLimit("unknown_address_ip");
    await db().rateLimit.create({
      data: { key: "unknown_address_ip:192.0.2.1", count: 30, expiresAt: new Date(Date.now() + 60_000) },
    });
    setLimit("code_browser", 1, 900);
    const { email } = await createUser();
    const browser = openBrowser();
    jest.mocked(argon2.hash).mockRejectedValueOnce(overloaded());
    expect(await send(email, { browser })).toMatchObject({ status: 200 });
    await finishWork();
    expect(await send(email, { browser })).toMatchObject({ status: 429 });
  });
});

describe("the first code", () => {
  test("proves the address and removes a password set before", async () => {
    const { user, email, code } = await withCode(async () =>
      createNewcomer({ passwordHash: await passwordHashOf("set by a stranger") }),
    );
    const { user: shown } = (await check(email, code)).read(sessionAnswer);
    expect(shown).toMatchObject({ verified: true, name: "Anonymous User", collegeName: "--" });
    const row = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.passwordHash).toBeNull();
    expect(row.verifiedAt).not.toBeNull();
  });

  test("leaves the time of an earlier proof and a later password unchanged", async () => {
    const verifiedAt = new Date("2026-01-01T00:00:00Z");
    const { user, email, code } = await withCode(() => createUser({ verifiedAt, passwordHash: "hash" }));
    await check(email, code);
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      verifiedAt,
      passwordHash: "hash",
    });
  });

  test.each([
    ["their own", "MITS", "MITS"],
    ["an unknown", "IIT", "--"],
    ["no", undefined, "--"],
    ["an empty", "", "--"],
  ])("of a newcomer who chose %s college sets it only if it is theirs", async (_, chosen, expected) => {
    const { email, code } = await withCode(createNewcomer);
    const { user } = (await check(email, code, chosen === undefined ? {} : { collegeName: chosen })).read(
      sessionAnswer,
    );
    expect(user.collegeName).toBe(expected);
  });

  test("sets a cookie that marks a newcomer's profile as incomplete", async () => {
    const { email, code } = await withCode(createNewcomer);
    const cookie = (await check(email, code)).headers.get("Set-Cookie") ?? "";
    expect(await claimsOf(cookie)).toMatchObject({ profileComplete: false });
  });

  const planted: Required<Omit<RegisterBody, "email">> = {
    name: "Early Bird",
    collegeName: "MITS",
    bio: "Hatched",
    avatar: "",
    password: "a nest of twigs",
  };

  test("assigns a username and retains what this browser registered", async () => {
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
  ])("discards what a stranger entered when the owner proves the address %s", async (how, browser) => {
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
  test("for an unknown address answers 404", async () => {
    expect(await send("unknown@mitsgwl.ac.in")).toMatchObject({
      status: 404,
      body: { error: "user_not_found", message: "User not found" },
    });
  });

  test("for a switched-off account answers the same", async () => {
    const user = await createUser({ isActive: false });
    expect(await send(user.email)).toMatchObject({ status: 404, error: "user_not_found" });
  });

  test("for too many unknown addresses stops revealing which exist, as does entering codes", async () => {
    resetLimit("unknown_address_ip");
    const ip = "192.0.2.30";
    const replies = [];
    for (let i = 0; i < 30; i++) replies.push(await send(`unknown${i}@mitsgwl.ac.in`, { ip }));
    expect(replies.every((reply) => reply.status === 404)).toBe(true);

    const member = await createUser();
    const outcomes = await Promise.all(
      [member.email, "unknown@mitsgwl.ac.in"].map(async (email) => {
        const browser = openBrowser();
        const reply = await send(email, { ip, browser });
        await untilCodeExists(email);
        const answers = [];
        for (let i = 0; i < 6; i++) answers.push((await check(email, "999999", {}, { ip, browser })).body);
        await db().oneTimeCode.updateMany({
          where: { mailbox: pseudonym("mailbox", email) },
          data: { expiresAt: new Date(Date.now() - 1_000) },
        });
        answers.push((await check(email, "999999", {}, { ip, browser })).body);
        return [reply.status, reply.body, answers];
      }),
    );
    expect(outcomes[0]).toEqual([200, { message: "OTP sent" }, expect.any(Array)]);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(await db().outboxMail.count({ where: { to: "unknown@mitsgwl.ac.in" } })).toBe(0);
    expect(await db().outboxMail.count({ where: { to: member.email } })).toBe(1);
  });

  test("reveals a known address only to the browser that registered it, as does registering", async () => {
    resetLimit("unknown_address_ip");
    const ip = "192.0.2.31";
    const member = await createUser();
    const register = (email: string, browser = openBrowser()) =>
      api.post("/auth/register", { body: { email }, ip, browser });
    for (let i = 0; i < 30; i++) expect(await register(member.email)).toMatchObject({ status: 409 });

    expect(await send("unknown@mitsgwl.ac.in", { ip })).toMatchObject({ status: 200 });
    const duplicate = await register(member.email);
    const fresh = await register("brand.new@mitsgwl.ac.in");
    const shape = (reply: typeof duplicate) => [
      reply.status,
      Object.keys(registerAnswer.parse(reply.body).user).sort(),
      registerAnswer.parse(reply.body).message,
    ];
    expect(shape(duplicate)).toEqual(shape(fresh));
    expect(await db().user.findUnique({ where: { id: member.id } })).toEqual(member);

    const own = openBrowser();
    expect(await register("mine@mitsgwl.ac.in", own)).toMatchObject({ status: 201 });
    expect(await register("mine@mitsgwl.ac.in", own)).toMatchObject({ status: 409 });
  });

  test("is limited to five in 15 minutes for each browser, independent of others", async () => {
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
    // "You're doing that too often" would make people who wait for a mail feel locked out.
    expect(reply.body).toMatchObject({ message: "You can ask for another code in 15 minutes." });
    expect(await send(email, { ip: "192.0.2.99" })).toMatchObject({ status: 200 });
  });

  test("is rejected without a cost to the browser's day", async () => {
    setLimit("code_browser", 1, 900);
    setLimit("code_browser_day", 3, 86_400);
    const { email } = await createUser();
    const browser = openBrowser();
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await send(email, { browser, ip: `192.0.2.${i}` })).status);
    expect(statuses).toEqual([200, 429, 429, 429, 429]);
    setLimit("code_browser", 10, 900);
    clearExceededLimits();
    expect(await send(email, { browser, ip: "192.0.2.60" })).toMatchObject({ status: 200 });
    resetLimit("code_browser_day");
  });

  test("is limited to five in 15 minutes without a cookie, for each mailbox and network address", async () => {
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

  test("is limited to 30 a day for each mailbox, beyond which new networks get one and the owner's browser its own", async () => {
    resetLimit("code_mailbox_day");
    const { email } = await createUser();
    const browser = openBrowser();
    await send(email, { browser, ip: "192.0.2.50" });
    for (let i = 0; i < 29; i++) await send(email, { ip: `198.51.100.${i % 6}` });
    expect(await send(email, { ip: "198.51.100.1" })).toMatchObject({ status: 429 });
    expect(await send(email, { ip: "203.0.113.1" })).toMatchObject({ status: 200 });
    expect(await send(email, { ip: "203.0.113.1" })).toMatchObject({ status: 429 });
    expect(await send(email, { browser, ip: "198.51.100.1" })).toMatchObject({ status: 200 });
  });

  test("leaves shared budgets alone when it is rejected", async () => {
    resetLimit("code_mailbox_day");
    setLimit("code_network", 2, 900);
    const { email } = await createUser();
    for (let i = 0; i < 40; i++) await send(email, { ip: "198.51.100.1" });
    for (let i = 0; i < 3; i++) {
      expect(await send(email, { ip: `203.0.113.${i % 2}` })).toMatchObject({ status: 200 });
    }
  });

  test("still brings a neighbour's first code on a network address that has asked for hundreds", async () => {
    resetLimit("code_ip");
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

  test("is limited to 200 a day for each mailbox, however many networks ask, except for the owner's browser", async () => {
    resetLimit("code_mailbox_day");
    resetLimit("code_mailbox_strangers");
    const { user, email, code } = await withCode();
    const home = openBrowser();
    expect(await check(email, code, {}, { browser: home })).toMatchObject({ status: 200 });
    const asked = openBrowser();
    await send(email, { browser: asked, ip: "192.0.2.70" });
    const statuses = [];
    // One /48 that is 500 networks counts as one; 250 that are nobody's neighbours as 250.
    for (let i = 0; i < 500; i++) statuses.push((await send(email, { ip: `2001:db8:99:${i}::1` })).status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
    for (let i = 0; i < 250; i++) statuses.push((await send(email, { ip: `2001:db8:${i}::1` })).status);
    expect(await db().oneTimeCode.count({ where: { userId: user.id } })).toBeLessThanOrEqual(201);
    expect(statuses.at(-1)).toBe(429);
    expect(await send(email, { browser: asked, ip: "192.0.2.71" })).toMatchObject({ status: 429 });
    // The browser that has signed in before still gets in.
    expect(await send(email, { browser: home, ip: "192.0.2.72" })).toMatchObject({ status: 200 });
    const body = { email, otp: await lastCode(email) };
    expect(await api.post("/auth/check-otp", { body, browser: home })).toMatchObject({ status: 200 });
  });

  test("from one network cannot use up what all strangers share", async () => {
    resetLimit("code_network_day");
    resetLimit("code_mailbox_strangers");
    const { email } = await createUser();
    for (let i = 0; i < 30; i++) {
      const browser = openBrowser();
      for (let j = 0; j < 10; j++) await send(email, { browser, ip: `2001:db8:98:${i}::1` });
    }
    expect(await send(email, { browser: openBrowser(), ip: "192.0.2.73" })).toMatchObject({ status: 200 });
  });

  test("several times at once in one browser leaves two valid codes", async () => {
    const { id, email } = await createUser();
    const browser = openBrowser();
    await send(email, { browser });
    await Promise.all([send(email, { browser }), send(email, { browser }), send(email, { browser })]);
    const usable = await db().oneTimeCode.count({ where: { userId: id, consumedAt: null } });
    expect(usable).toBe(2);
    expect(await db().outboxMail.count({ where: { to: email } })).toBe(4);
  });

  test("stores no address in the tables of limits", async () => {
    const { email } = await withCode();
    await check(email, "1");
    const leaks = await findLeaks([email]);
    expect(leaks.filter((leak) => !/^(users|outbox_mails):/.test(leak))).toEqual([]);
  });
});

describe("guessing", () => {
  test("takes as long without a code as with one, and costs a comparison only with one", async () => {
    mockHoldMax = Number.POSITIVE_INFINITY;
    const live = await inBrowser();
    const used = await inBrowser();
    await used.enter(used.code);
    const compared = [];
    for (const email of [live.email, used.email, "never.asked@mitsgwl.ac.in"]) {
      const { verify } = jest.mocked(argon2);
      verify.mockClear();
      const began = performance.now();
      expect(await check(email, wrongCodeFor(live.code), {}, { ip: "198.51.100.1" })).toMatchObject(WRONG);
      expect(performance.now() - began).toBeGreaterThanOrEqual(198);
      compared.push(verify.mock.calls.length);
    }
    expect(compared).toEqual([1, 0, 0]);
  });

  test("is counted for a site, not for each of its networks", async () => {
    setLimit("code_failures_ip", 3, 600);
    const statuses = [];
    for (let i = 0; i < 5; i++) {
      statuses.push((await check("a@b.c", "123456", {}, { ip: `2001:db8:77:${i}::1` })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429, 429]);
    expect(await check("a@b.c", "123456", {}, { ip: "2001:db8:78::1" })).toMatchObject({ status: 400 });
  });

  /** Presets the count of wrong attempts. */
  const count = (key: string, wrong: number) =>
    db().rateLimit.create({ data: { key, count: wrong, expiresAt: new Date(Date.now() + 60_000) } });

  test.each([
    ["a mailbox, after 100 wrong attempts in a day", "code_failures_mailbox", 100],
    ["the whole campus, after 500 in an hour", "code_failures", 500],
  ] as const)("at %s leaves each code one attempt, and a right code works", async (_, name, wrong) => {
    resetLimit(name);
    const first = await inBrowser();
    const second = await inBrowser();
    const subjects = [first, second].map(({ email }) => pseudonym("mailbox", email));
    const keys = name === "code_failures" ? [`${name}:campus`] : subjects.map((it) => `${name}:${it}`);
    for (const key of keys) await count(key, wrong);
    expect(await check(first.email, first.code, {}, { ip: "203.0.113.7" })).toMatchObject(WRONG);
    expect(await first.enter(first.code)).toMatchObject({ status: 200 });
    expect(await second.enter(wrongCodeFor(second.code))).toMatchObject(WRONG);
    expect(await second.enter(second.code)).toMatchObject(SPENT);

    // A browser that has signed in before is exempt.
    await send(first.email, { browser: first.browser });
    await first.enter("1");
    expect(await first.enter(await lastCode(first.email))).toMatchObject({ status: 200 });
  });

  test("across campus is logged once", async () => {
    setLimit("code_failures", 3, 3600);
    for (let i = 0; i < 6; i++) {
      const { code, enter } = await inBrowser();
      await enter(wrongCodeFor(code));
    }
    expect(logged().filter(({ msg }) => /guessing/.test(msg))).toHaveLength(1);
  });

  test("cannot hide behind an untrusted header", async () => {
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

/** The code is created after the response. */
async function untilCodeExists(email: string): Promise<void> {
  const mailbox = pseudonym("mailbox", email);
  while ((await db().oneTimeCode.count({ where: { mailbox } })) === 0) await setTimeout(5);
  await setTimeout(50);
}
