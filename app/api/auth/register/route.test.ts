import { completedRegistration, registerAnswer } from "@/lib/accounts/schema";
import type { College } from "@/lib/campus/campus";
import { db } from "@/lib/platform/db";
import { COLLEGES } from "@/lib/product";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createUser, signIn } from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { findMails } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const register = (body: unknown, token?: string) => api.post("/auth/register", { body, token });

describe("a newcomer", () => {
  test("registers a college address", async () => {
    const reply = await register({ email: " Ishita.Verma@MITSGWL.ac.in " });
    expect(reply.status).toBe(201);
    expect(reply.body).not.toHaveProperty("token");
    const { user } = reply.read(registerAnswer);
    expect(user).toMatchObject({
      email: "ishita.verma@mitsgwl.ac.in",
      name: "Anonymous User",
      collegeName: "--",
    });
    expect(reply.body).not.toHaveProperty("passwordOpensSignIn");
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^campus-circle\.browser=/)]);
    const row = await db().user.findUniqueOrThrow({ where: { email: user.email } });
    expect(row).toMatchObject({ verifiedAt: null, passwordHash: null, role: "student", provider: "email" });
  });

  test("registers college and address", async () => {
    const reply = await register({ email: "with.college@mitsgwl.ac.in", collegeName: "MITS" });
    expect(reply.read(registerAnswer).user.collegeName).toBe("MITS");
  });

  test("registers with an empty college as without one, also when it completes the profile", async () => {
    const reply = await register({ email: "no.college@mitsgwl.ac.in", collegeName: "" });
    expect(reply).toMatchObject({ status: 201, body: { user: { collegeName: "--" } } });
    const me = await createMember();
    const completed = await register({ email: me.user.email, collegeName: "" }, me.token);
    expect(completed).toMatchObject({ status: 200, body: { user: { collegeName: "MITS" } } });
  });

  test("registers with name and password, which is stored as a slow hash", async () => {
    const reply = await register({
      email: "whole@mitsgwl.ac.in",
      collegeName: "MITS",
      name: "Kabir  Rao",
      password: "secret password",
      avatar: "",
      bio: "Robots & tea",
    });
    expect(reply.read(registerAnswer).user).toMatchObject({ name: "Kabir Rao", collegeName: "MITS" });
    const row = await db().user.findUniqueOrThrow({ where: { email: "whole@mitsgwl.ac.in" } });
    expect(row.passwordHash).toMatch(/^\$argon2id\$/);
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|secret|hash/i);
  });

  test.each([
    ["two words", true],
    ["123456", false],
    ["kabirr", false],
    ["Guess.Able1", false],
  ])("registers with the password %s, which opens sign-in: %s", async (password, passwordOpensSignIn) => {
    const email = "guess.able@mitsgwl.ac.in";
    await db().user.deleteMany({ where: { email } });
    const reply = await register({ email, collegeName: "MITS", name: "Kabirr Rao", password });
    expect(reply).toMatchObject({ status: 201, body: { user: { email }, passwordOpensSignIn } });
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { email } });
    expect(passwordHash !== null).toBe(passwordOpensSignIn);
  });

  test.each([
    "ishita@gmail.com",
    "ishita@mitsgwl.ac.in.evil.example",
    "ishita@evilmitsgwl.ac.in",
    "ishita@sub.mitsgwl.ac.in",
  ])("cannot register %s", async (email) => {
    const reply = await register({ email });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: "email_domain", message: "Please use a valid college email!" },
    });
    expect(await db().user.count({ where: { email } })).toBe(0);
  });
});

describe("with a second college", () => {
  const second: College = {
    code: "IITX",
    fullName: "Second",
    emailDomains: ["second.example"],
    officialNames: ["iitx", "second"],
    helpLines: COLLEGES[0].helpLines,
    antiRagging: COLLEGES[0].antiRagging,
  };
  const colleges = COLLEGES as unknown as College[];
  beforeAll(() => colleges.push(second));
  afterAll(() => colleges.pop());

  test("people register with the college of their address only", async () => {
    const body = { email: "first@second.example", collegeName: "IITX" };
    expect((await register(body)).read(registerAnswer).user.collegeName).toBe("IITX");
    for (const [email, collegeName] of [
      ["second@second.example", "MITS"],
      ["second@mitsgwl.ac.in", "IITX"],
    ]) {
      expect(await register({ email, collegeName })).toMatchObject({
        status: 400,
        body: { error: "validation", message: "Please choose the college of your email address." },
      });
      expect(await db().user.count({ where: { email } })).toBe(0);
    }
  });

  test("people cannot move to another college later", async () => {
    const me = await createMember();
    const body = { collegeName: "IITX" };
    expect(await api.put(`/users/${me.id}`, { token: me.token, body })).toMatchObject({ status: 400 });
    expect(await register({ email: me.user.email, ...body }, me.token)).toMatchObject({ status: 400 });
    expect(await db().user.findUnique({ where: { id: me.id } })).toEqual(me.user);
  });
});

describe("a known address", () => {
  const DUPLICATE = {
    error: "duplicate_email",
    message: "This email is already registered. Please log in instead.",
  };

  test.each([
    ["proven", createUser],
    ["not proven yet", createNewcomer],
  ])("that is %s stays unchanged", async (_, create) => {
    const before = await create();
    const reply = await register({
      email: before.email.toUpperCase(),
      name: "Someone Else",
      password: "four words",
    });
    expect(reply).toMatchObject({ status: 409, body: DUPLICATE });
    expect(await db().user.findUnique({ where: { id: before.id } })).toEqual(before);
  });

  test("registered twenty times at once in different case is one account", async () => {
    const spellings = Array.from({ length: 20 }, (_, i) =>
      [..."aarav.sharma@mitsgwl.ac.in"]
        .map((letter, at) => ((i >> (at % 5)) & 1 ? letter.toUpperCase() : letter))
        .join(""),
    );
    expect(new Set(spellings).size).toBe(20);
    const replies = await Promise.all(spellings.map((email) => register({ email })));
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await db().user.count({ where: { email: "aarav.sharma@mitsgwl.ac.in" } })).toBe(1);
  });
});

describe("a signed-in person", () => {
  test("completes their profile by registering again", async () => {
    const user = await createNewcomer({ verifiedAt: new Date() });
    const { token } = await signIn(user);
    const reply = await register(
      { email: user.email, collegeName: "MITS", name: "Meera Joshi", bio: "Hi" },
      token,
    );
    expect(reply.status).toBe(200);
    const { user: shown, token: fresh } = reply.read(completedRegistration);
    expect(shown).toMatchObject({
      name: "Meera Joshi",
      username: "meera.joshi",
      collegeName: "MITS",
      bio: "Hi",
    });
    expect(reply.headers.get("Set-Cookie")).toContain("next-auth.session-token=");
    expect(await api.get("/auth/me", { token: fresh })).toMatchObject({
      status: 200,
      body: { user: { _id: user.id } },
    });
  });

  test("notifies the owner by mail of a password that this sets, once", async () => {
    const me = await createMember({ verifiedAt: new Date() });
    const body = { email: me.user.email, password: "four words and 1 number" };
    for (let i = 0; i < 2; i++) expect(await register(body, me.token)).toMatchObject({ status: 200 });
    expect((await findMails(me.user.email)).map(({ subject }) => subject)).toEqual([
      "Your password was set on Campus Circle",
    ]);
  });

  test("has at most ten passwords hashed an hour", async () => {
    resetLimit("password");
    const { user, token } = await createMember({ verifiedAt: new Date() });
    const { email } = user;
    for (let number = 1; number <= 10; number++) {
      expect(await register({ email, password: "open sesame" }, token)).toMatchObject({ status: 200 });
    }
    const before = await db().user.findUniqueOrThrow({ where: { email } });
    expect(await register({ email, password: "open sesame" }, token)).toMatchObject({
      status: 429,
      error: "rate_limited",
    });
    expect(await db().user.findUniqueOrThrow({ where: { email } })).toEqual(before);
  });

  test("cannot register another person's address", async () => {
    const me = await createMember();
    const other = await createUser();
    expect(await register({ email: other.email, name: "Mine Now" }, me.token)).toMatchObject({ status: 409 });
    expect(await db().user.findUnique({ where: { id: other.id } })).toEqual(other);
  });

  test("gets an error for an invalid token", async () => {
    const { email } = await createUser();
    expect(await register({ email }, "nonsense")).toMatchObject({ status: 401, error: "unauthenticated" });
  });
});

test("one network address registers at most 3,000 accounts an hour", async () => {
  resetLimit("register_ip");
  await db().rateLimit.create({
    data: { key: "register_ip:198.51.100.7", count: 3000, expiresAt: new Date(Date.now() + 60_000) },
  });
  const reply = await api.post("/auth/register", {
    body: { email: "late@mitsgwl.ac.in" },
    ip: "198.51.100.7",
  });
  expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
  expect(reply.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
});

test("one network address has as many passwords hashed as it may try", async () => {
  setLimit("password_ip", 1, 600);
  const from = (number: number, more: object = {}) =>
    api.post("/auth/register", {
      body: { email: `hashed.${number}@mitsgwl.ac.in`, ...more },
      ip: "198.51.100.8",
    });
  const password = "four words and 1 number";
  expect(await from(1, { password })).toMatchObject({ status: 201 });
  expect(await from(2, { password })).toMatchObject({ status: 429, error: "rate_limited" });
  expect(await from(3)).toMatchObject({ status: 201 });
});
