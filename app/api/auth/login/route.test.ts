import * as argon2 from "@node-rs/argon2";
import { sessionAnswer } from "@/lib/accounts/schema";
import { hashPassword } from "@/lib/accounts/server/password";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createUser } from "@/tests/factories";
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
  passwordHash = await hashPassword(PASSWORD);
});

type From = { browser?: Map<string, string>; ip?: string };
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

  test("may be typed in either form of its accents", async () => {
    const { email } = await createUser({ passwordHash: await hashPassword("caf\u00e9 by the lake") });
    expect(await logIn(email, "cafe\u0301 by the lake")).toMatchObject({ status: 200 });
  });
});

describe("anything else", () => {
  const others = {
    "a wrong password": () => createUser({ passwordHash }),
    "an account without a password": () => createUser(),
    "an address nobody has proven": () => createUser({ passwordHash, verifiedAt: null }),
    "a deactivated account": () => createUser({ passwordHash, isActive: false }),
    "an unknown address": async () => ({ email: "nobody@mitsgwl.ac.in" }),
  };

  test.each(Object.entries(others))("looks the same: %s", async (name, create) => {
    const { email } = await create();
    // The first comparison of a process also makes what it compares with.
    await logIn("warm.up@mitsgwl.ac.in");
    jest.clearAllMocks();
    const reply = await logIn(email, name === "a wrong password" ? "not this one" : PASSWORD);
    expect(reply).toMatchObject(WRONG);
    expect(reply.headers.getSetCookie()).toEqual([]);
    // The time is that of one slow comparison, whatever there is to compare with.
    expect(argon2.verify).toHaveBeenCalledTimes(1);
    expect(argon2.hash).not.toHaveBeenCalled();
    expect(await db().session.count({ where: { user: { email } } })).toBe(0);
  });

  test.each([
    ["no password", {}],
    ["an empty one", { password: "" }],
    ["one that is too long to be hashed", { password: "x".repeat(201) }],
    ["an operator", { password: { not: "" } }],
  ])("is refused before anything is compared: %s", async (_, more) => {
    const { email } = await createUser({ passwordHash });
    jest.clearAllMocks();
    expect(await api.post("/auth/login", { body: { email, ...more } })).toMatchObject({
      status: 400,
      error: "validation",
    });
    expect(argon2.verify).not.toHaveBeenCalled();
  });
});

describe("guessing", () => {
  beforeEach(() => {
    for (const name of ["password_browser", "password_strangers", "password_network_first"] as const) {
      resetLimit(name);
    }
  });

  test("by strangers ends, known address or not, and does not close the owner's way in", async () => {
    const { email } = await createUser({ passwordHash });
    const browser = await openKnownBrowser(email);
    for (const address of [email, "nobody.at.all@mitsgwl.ac.in"]) {
      const replies = [];
      for (let i = 0; i < 25; i++) {
        replies.push(await logIn(address, `guess ${i}`, { ip: "198.51.100.1" }));
      }
      expect(replies.slice(0, 20).every((reply) => reply.status === 401)).toBe(true);
      expect(replies.at(-1)).toMatchObject({ status: 429, error: "rate_limited" });
      expect(Number(replies.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    // The right one is not tried any more from there: that would make it an oracle.
    expect(await logIn(email, PASSWORD, { ip: "198.51.100.1" })).toMatchObject({ status: 429 });
    expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 200 });
    // A new device of the owner's still has a try, and codes remain for all of them.
    expect(await logIn(email, PASSWORD, { ip: "192.0.2.50" })).toMatchObject({ status: 200 });
    await api.post("/auth/send-otp", { body: { email }, ip: "198.51.100.1" });
    const body = { email, otp: await lastCode(email) };
    expect(await api.post("/auth/check-otp", { body, ip: "198.51.100.1" })).toMatchObject({ status: 200 });
  });

  test("from one network address ends, whatever the addresses; whoever signed in before is spared", async () => {
    const { email } = await createUser({ passwordHash });
    const browser = await openKnownBrowser(email);
    setLimit("password_ip", 5, 600);
    for (let i = 0; i < 5; i++) {
      expect(await logIn(`nobody.${i}@mitsgwl.ac.in`, "guess", { ip: "198.51.100.7" })).toMatchObject(WRONG);
    }
    const ip = "198.51.100.7";
    expect(await logIn(email, PASSWORD, { ip })).toMatchObject({ status: 429 });
    expect(await logIn(email, PASSWORD, { ip, browser })).toMatchObject({ status: 200 });
  });

  test("in a browser that has signed in before ends after five, and right ones are not counted", async () => {
    const { email } = await createUser({ passwordHash });
    const browser = await openKnownBrowser(email);
    for (let i = 0; i < 8; i++)
      expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 200 });
    for (let i = 0; i < 5; i++) expect(await logIn(email, "wrong", { browser })).toMatchObject(WRONG);
    expect(await logIn(email, PASSWORD, { browser })).toMatchObject({ status: 429 });
  });
});
