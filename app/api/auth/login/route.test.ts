import * as argon2 from "@node-rs/argon2";
import { sessionAnswer } from "@/lib/accounts/schema";
import { db } from "@/lib/platform/db";
import { overloaded } from "@/lib/platform/errors";
import { api } from "@/tests/api";
import { createUser, passwordHashOf } from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { lastCode } from "@/tests/mailbox";
import { claimsOf } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";

jest.mock("@node-rs/argon2", () => {
  const actual = jest.requireActual("@node-rs/argon2");
  return { ...actual, hash: jest.fn(actual.hash), verify: jest.fn(actual.verify) };
});

beforeAll(useTestDatabase);
beforeEach(liftLimits);

const PASSWORD = "four words and 1 number";
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await passwordHashOf(PASSWORD);
});

type From = { browser?: Map<string, string>; ip?: string; mayFail?: boolean };
const logIn = (email: string, password = PASSWORD, from: From = {}) =>
  api.post("/auth/login", { body: { email, password }, ip: "192.0.2.1", ...from });

/** A browser that has signed in to the account before. */
async function openKnownBrowser(email: string): Promise<Map<string, string>> {
  const browser = new Map<string, string>();
  expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 200 });
  return browser;
}

const WRONG = {
  status: 401,
  body: {
    error: "invalid_credential",
    message: "Wrong email or password. Try again, or use a code instead.",
  },
};

describe("the right password", () => {
  test("signs in, as a code does", async () => {
    const user = await createUser({ passwordHash });
    const reply = await logIn(` ${user.email.toUpperCase()} `);
    expect(reply.status).toBe(200);
    const session = reply.read(sessionAnswer);
    expect(session).toMatchObject({ user: { _id: user.id, email: user.email }, message: "Logged in" });
    expect(await api.get("/auth/me", { token: session.accessToken })).toMatchObject({ status: 200 });
    expect(await api.post("/auth/refresh", { body: { refreshToken: session.refreshToken } })).toMatchObject({
      status: 200,
    });
    const cookie = reply.headers.getSetCookie().find((value) => value.includes("session-token")) ?? "";
    expect(cookie).toContain("HttpOnly");
    expect(await claimsOf(cookie)).toMatchObject({ sub: user.id, profileComplete: true });
    expect(JSON.stringify(reply.body)).not.toContain("argon2");
  });

  test("matches in either Unicode form of its accents", async () => {
    const { email } = await createUser({ passwordHash: await passwordHashOf("caf\u00e9 by the lake") });
    expect(await logIn(email, "cafe\u0301 by the lake")).toMatchObject({ status: 200 });
  });
});

describe("any failure", () => {
  const failures = {
    "a wrong password": () => createUser({ passwordHash }),
    "an account without a password": () => createUser(),
    "an unproven address": () => createUser({ passwordHash, verifiedAt: null }),
    "a switched-off account": () => createUser({ passwordHash, isActive: false }),
    "an unknown address": async () => ({ email: "unknown@mitsgwl.ac.in" }),
  };

  test.each(Object.entries(failures))("looks the same for %s", async (name, create) => {
    const { email } = await create();
    // The first comparison of the process also creates the hash for missing passwords.
    await logIn("warm.up@mitsgwl.ac.in");
    jest.clearAllMocks();
    const reply = await logIn(email, name === "a wrong password" ? "not this one" : PASSWORD);
    expect(reply).toMatchObject(WRONG);
    expect(reply.headers.getSetCookie()).toEqual([]);
    // Always one slow comparison, so the time reveals nothing.
    expect(argon2.verify).toHaveBeenCalledTimes(1);
    expect(argon2.hash).not.toHaveBeenCalled();
    expect(await db().session.count({ where: { user: { email } } })).toBe(0);
  });

  test.each([
    ["no password", {}],
    ["an empty one", { password: "" }],
    ["one that is too long to be hashed", { password: "x".repeat(201) }],
    ["an operator", { password: { not: "" } }],
  ])("is rejected before any comparison: %s", async (_, more) => {
    const { email } = await createUser({ passwordHash });
    jest.clearAllMocks();
    expect(await api.post("/auth/login", { body: { email, ...more } })).toMatchObject({
      status: 400,
      error: "validation",
    });
    expect(argon2.verify).not.toHaveBeenCalled();
  });
});

describe("what happens while a password is compared", () => {
  /**
   * Logs in with the right password, and runs `act` after the row is read and before it matches.
   */
  async function logInWhile(email: string, act: () => Promise<unknown>) {
    jest.mocked(argon2.verify).mockImplementationOnce(async () => {
      await act();
      return true;
    });
    return logIn(email);
  }

  test("counts: a password that was changed opens no session", async () => {
    const { id, email } = await createUser({ passwordHash });
    const newHash = await passwordHashOf("quite another sentence");
    const change = () => db().user.update({ where: { id }, data: { passwordHash: newHash } });
    expect(await logInWhile(email, change)).toMatchObject(WRONG);
    expect(await db().session.count({ where: { userId: id } })).toBe(0);
  });

  test("counts: an account that was switched off opens no session", async () => {
    const { id, email } = await createUser({ passwordHash });
    const switchOff = () => db().user.update({ where: { id }, data: { isActive: false } });
    expect(await logInWhile(email, switchOff)).toMatchObject(WRONG);
    expect(await db().session.count({ where: { userId: id } })).toBe(0);
  });

  test("counts: an account that was deactivated comes back, and one that was banned stays hidden", async () => {
    const deactivated = { isActive: false, deactivatedAt: new Date() };
    const { id, email } = await createUser({ passwordHash });
    const isActive = async () => (await db().user.findUniqueOrThrow({ where: { id } })).isActive;
    const deactivate = () => db().user.update({ where: { id }, data: deactivated });
    expect(await logInWhile(email, deactivate)).toMatchObject({ status: 200 });
    expect(await isActive()).toBe(true);
    await deactivate();
    const ban = () => db().user.update({ where: { id }, data: { suspendedAt: new Date() } });
    expect(await logInWhile(email, ban)).toMatchObject({ status: 200 });
    expect(await isActive()).toBe(false);
  });
});

describe("guessing", () => {
  beforeEach(() => {
    for (const name of ["password_browser", "password_strangers"] as const) resetLimit(name);
  });

  test("by strangers is limited for known and unknown addresses and does not lock out the owner", async () => {
    const { email } = await createUser({ passwordHash });
    const browser = await openKnownBrowser(email);
    for (const address of [email, "unknown.mailbox@mitsgwl.ac.in"]) {
      const replies = [];
      for (let i = 0; i < 25; i++) {
        replies.push(await logIn(address, `guess ${i}`, { ip: "198.51.100.1" }));
      }
      expect(replies.slice(0, 20).every((reply) => reply.status === 401)).toBe(true);
      expect(replies.at(-1)).toMatchObject({ status: 429, error: "rate_limited" });
      expect(Number(replies.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    // Even the right password is rejected there now: otherwise the limit would reveal it.
    expect(await logIn(email, PASSWORD, { ip: "198.51.100.1" })).toMatchObject({ status: 429 });
    expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 200 });
    // Other networks make no difference: a stranger may have thousands. Codes work everywhere.
    for (let i = 0; i < 500; i++) {
      const reply = await logIn(email, PASSWORD, { ip: `2001:db8:99:${i.toString(16)}::1` });
      expect(reply).toMatchObject({ status: 429 });
    }
    await api.post("/auth/send-otp", { body: { email }, ip: "198.51.100.1" });
    const body = { email, otp: await lastCode(email) };
    expect(await api.post("/auth/check-otp", { body, ip: "198.51.100.1" })).toMatchObject({ status: 200 });
  });

  test("from one network address is limited across all addresses, except for known browsers", async () => {
    const { email } = await createUser({ passwordHash });
    const browser = await openKnownBrowser(email);
    setLimit("password_ip", 5, 600);
    for (let i = 0; i < 5; i++) {
      expect(await logIn(`unknown.${i}@mitsgwl.ac.in`, "guess", { ip: "198.51.100.7" })).toMatchObject(WRONG);
    }
    const ip = "198.51.100.7";
    expect(await logIn(email, PASSWORD, { ip })).toMatchObject({ status: 429 });
    expect(await logIn(email, PASSWORD, { ip, browser })).toMatchObject({ status: 200 });
  });

  test("in a known browser is limited to five, not counting right passwords", async () => {
    const { email } = await createUser({ passwordHash });
    const browser = await openKnownBrowser(email);
    for (let i = 0; i < 8; i++)
      expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 200 });
    for (let i = 0; i < 5; i++) expect(await logIn(email, "wrong", { browser })).toMatchObject(WRONG);
    expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 429 });
  });

  test("is not what a full queue makes of a login", async () => {
    const { email } = await createUser({ passwordHash });
    const browser = await openKnownBrowser(email);
    for (let i = 0; i < 6; i++) {
      jest.mocked(argon2.verify).mockRejectedValueOnce(overloaded());
      expect(await logIn(email, PASSWORD, { browser, mayFail: true })).toMatchObject({ status: 503 });
    }
    expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 200 });
  });
});
