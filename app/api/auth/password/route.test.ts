import { passwordStateAnswer } from "@/lib/accounts/schema";
import { messageAnswer } from "@/lib/api/fields";
import { db } from "@/lib/platform/db";
import { overloaded } from "@/lib/platform/errors";
import * as mail from "@/lib/platform/mail";
import { api } from "@/tests/api";
import {
  createMember,
  createNewcomer,
  createUser,
  type Member,
  passwordHashOf,
  signIn,
} from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { liftLimits, resetLimit } from "@/tests/limits";
import { lastCode, wrongCodeFor } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

jest.mock("@/lib/platform/mail", () => {
  const actual = jest.requireActual("@/lib/platform/mail");
  return { ...actual, sendMail: jest.fn(actual.sendMail) };
});

beforeAll(useTestDatabase);
beforeEach(liftLimits);

const OLD = "four words and 1 number";
const NEW = "quite another sentence";
let oldHash: string;
beforeAll(async () => {
  oldHash = await passwordHashOf(OLD);
});

const put = (me: Member, body: object) => api.put("/auth/password", { token: me.token, body });
const remove = (me: Member, body?: object) => api.delete("/auth/password", { token: me.token, body });
const logIn = (me: Member, password: string) =>
  api.post("/auth/login", { body: { email: me.user.email, password } });
const stateOf = async (me: Member) =>
  (await api.get("/auth/password", { token: me.token })).read(passwordStateAnswer);
const hashOf = async (me: Member) =>
  (await db().user.findUniqueOrThrow({ where: { id: me.id } })).passwordHash;

/** Makes the session an hour old. */
async function makeSessionOld(me: Member): Promise<Member> {
  await db().sql`
    UPDATE sessions SET created_at = now() - interval '1 hour' WHERE id = ${me.viewer.sessionId}::uuid`;
  return me;
}

async function askForCode({ user: { email } }: Member): Promise<string> {
  await api.post("/auth/send-otp", { body: { email } });
  return lastCode(email);
}

/** Subjects of the mails about a password. */
async function subjectsTo(me: Member): Promise<string[]> {
  const where = { to: me.user.email, subject: { contains: "password" } };
  return (await db().outboxMail.findMany({ where })).map(({ subject }) => subject);
}

const CONFIRM = { status: 403, error: "reauthenticate" };

describe("a first password", () => {
  test("can be set right after signing in, and then signs in", async () => {
    const me = await createMember();
    expect(await stateOf(me)).toEqual({ hasPassword: false, recentlySignedIn: true });
    const reply = await put(me, { password: NEW });
    expect(reply.read(messageAnswer)).toEqual({ message: "Your password is set." });
    expect(await hashOf(me)).toMatch(/^\$argon2id\$/);
    expect(await stateOf(me)).toMatchObject({ hasPassword: true });
    expect(await logIn(me, NEW)).toMatchObject({ status: 200 });
    expect(await subjectsTo(me)).toEqual(["Your password was set on Campus Circle"]);
  });

  test.each([
    ["a common one", "PassWord"],
    ["a common one with a year", "dragon-2026"],
    ["the member's name", "Ishita Verma"],
    ["a part of the name with digits", "ishita123"],
    ["the address before the @", "ishita.verma7"],
    ["the college", "MITSgwl@1234"],
  ])("cannot be %s", async (_, password) => {
    const email = `ishita.verma7@mitsgwl.ac.in`;
    await db().user.deleteMany({ where: { email } });
    const me = await createMember({ email, name: "Ishita Verma" });
    expect(await put(me, { password })).toMatchObject({ status: 400, error: "common_password" });
    expect(await hashOf(me)).toBeNull();
  });

  test("that was set before it was rejected goes on signing in", async () => {
    const me = await createMember({ passwordHash: await passwordHashOf("password") });
    expect(await logIn(me, "password")).toMatchObject({ status: 200 });
  });

  test("requires the owner's code once the sign-in is older", async () => {
    const me = await makeSessionOld(await createMember());
    expect(await stateOf(me)).toEqual({ hasPassword: false, recentlySignedIn: false });
    expect(await put(me, { password: NEW })).toMatchObject(CONFIRM);
    expect(await put(me, { password: NEW, currentPassword: "made up" })).toMatchObject(CONFIRM);
    const theirs = await askForCode(await createMember());
    const mine = await askForCode(me);
    if (theirs !== mine) {
      expect(await put(me, { password: NEW, otp: theirs })).toMatchObject({
        status: 400,
        error: "invalid_otp",
      });
    }
    expect(await put(me, { password: NEW, otp: wrongCodeFor(mine) })).toMatchObject({ error: "invalid_otp" });
    expect(await hashOf(me)).toBeNull();
    expect(await put(me, { password: NEW, otp: mine })).toMatchObject({ status: 200 });
    expect(await remove(me, { otp: mine })).toMatchObject({ status: 400 });
    expect(await logIn(me, NEW)).toMatchObject({ status: 200 });
  });

  test.each([
    ["too short", "12345", "Password must be at least 6 characters."],
    ["too long", "x".repeat(201), "Please keep your password to 200 characters."],
  ])("that is %s is rejected", async (_, password, message) => {
    const me = await createMember();
    expect(await put(me, { password })).toMatchObject({
      status: 400,
      body: { error: "validation", message },
    });
    expect(await hashOf(me)).toBeNull();
  });
});

describe("an existing password", () => {
  test("is not changed or removed by a session alone, even a new one", async () => {
    const me = await createMember({ passwordHash: oldHash });
    expect(await put(me, { password: NEW })).toMatchObject(CONFIRM);
    expect(await remove(me, {})).toMatchObject(CONFIRM);
    const wrong = { status: 400, error: "wrong_password" };
    expect(await put(me, { password: NEW, currentPassword: "not this one" })).toMatchObject(wrong);
    expect(await remove(me, { currentPassword: "not this one" })).toMatchObject(wrong);
    expect(await hashOf(me)).toBe(oldHash);
    const mails = await db().outboxMail.count({ where: { to: me.user.email } });
    expect(mails).toBe(0);
  });

  test.each([
    ["the current one", async () => ({ currentPassword: OLD })],
    ["a code", async (me: Member) => ({ otp: await askForCode(me) })],
  ])(
    "is changed with %s, which ends all other sessions and notifies the owner by mail",
    async (_, proofOf) => {
      const me = await makeSessionOld(await createMember({ passwordHash: oldHash }));
      const elsewhere = await signIn(me.user);
      expect(await put(me, { password: NEW, ...(await proofOf(me)) })).toMatchObject({
        status: 200,
        body: { message: "Your password is changed. Your other devices are logged out." },
      });
      expect(await api.get("/auth/me", { token: me.token })).toMatchObject({ status: 200 });
      expect(await api.get("/auth/me", { token: elsewhere.token })).toMatchObject({ status: 401 });
      expect(
        await api.post("/auth/refresh", { body: { refreshToken: elsewhere.refreshToken } }),
      ).toMatchObject({ status: 401 });
      expect(await logIn(me, OLD)).toMatchObject({ status: 401 });
      expect(await logIn(me, NEW)).toMatchObject({ status: 200 });
      expect(await subjectsTo(me)).toEqual(["Your password was changed on Campus Circle"]);
    },
  );

  test("is removed the same way, and only once", async () => {
    const me = await makeSessionOld(await createMember({ passwordHash: oldHash }));
    const elsewhere = await signIn(me.user);
    expect(await remove(me, { currentPassword: OLD })).toMatchObject({ status: 200 });
    expect(await hashOf(me)).toBeNull();
    expect(await api.get("/auth/me", { token: elsewhere.token })).toMatchObject({ status: 401 });
    expect(await logIn(me, OLD)).toMatchObject({ status: 401 });
    expect(await subjectsTo(me)).toEqual(["Your password was removed on Campus Circle"]);
    expect(await remove(me, { currentPassword: OLD })).toMatchObject({ status: 404 });
  });

  test("changed twice at once accepts one of the two", async () => {
    const me = await createMember({ passwordHash: oldHash });
    const replies = await Promise.all(
      [NEW, "a third one"].map((password) => put(me, { password, currentPassword: OLD })),
    );
    // The other one compared with the old password at the same time (409), or afterwards (400).
    const [accepted, rejected] = replies.map(({ status }) => status).sort();
    expect(accepted).toBe(200);
    expect([400, 409]).toContain(rejected);
  });

  test("is not changed without the mail about it", async () => {
    jest.mocked(mail.sendMail).mockRejectedValueOnce(overloaded());
    const me = await createMember({ passwordHash: oldHash });
    const body = { password: NEW, currentPassword: OLD };
    expect(await api.put("/auth/password", { token: me.token, body, mayFail: true })).toMatchObject({
      status: 503,
    });
    expect(await logIn(me, OLD)).toMatchObject({ status: 200 });
  });

  test("allows ten guesses an hour with a session", async () => {
    resetLimit("password");
    const me = await createMember({ passwordHash: oldHash });
    for (let i = 0; i < 10; i++) {
      expect(await remove(me, { currentPassword: `guess ${i}` })).toMatchObject({ error: "wrong_password" });
    }
    expect(await put(me, { password: NEW, currentPassword: OLD })).toMatchObject({ status: 429 });
    expect(await hashOf(me)).toBe(oldHash);
  });

  test("appears in no answer and is deleted with the account", async () => {
    const me = await createMember({ passwordHash: oldHash });
    const other = await createMember();
    const answers = await Promise.all([
      api.get("/auth/me", { token: me.token }),
      api.get("/auth/password", { token: me.token }),
      api.get(`/users/${me.id}`, { token: me.token }),
      api.get(`/users/${me.id}`, { token: other.token }),
      logIn(me, OLD),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash/);
    }
    await put(me, { password: NEW, currentPassword: OLD });
    const hash = await hashOf(me);
    await api.delete(`/auth/users/${me.id}`, { token: me.token });
    expect(await findLeaks([hash ?? "", me.user.email])).toEqual([]);
    expect(await logIn(me, NEW)).toMatchObject({ status: 401 });
  });
});

describe("the last step of signing up", () => {
  const register = (me: Member, password: string) =>
    api.post("/auth/register", {
      token: me.token,
      body: { email: me.user.email, name: "Meera Joshi", collegeName: "MITS", password },
    });
  const prove = async (me: Member) =>
    api.post("/auth/reauthenticate", { token: me.token, body: { otp: await askForCode(me) } });
  const newcomer = async (): Promise<Member> => {
    const user = await createNewcomer({ verifiedAt: new Date() });
    return { id: user.id, user, ...(await signIn(user)) };
  };

  test("sets the password of a new account, and can be repeated", async () => {
    const me = await newcomer();
    const stored = { status: 200, body: { passwordOpensSignIn: true } };
    expect(await register(me, NEW)).toMatchObject(stored);
    await makeSessionOld(me);
    expect(await register(me, NEW)).toMatchObject(stored);
    expect(await logIn(me, NEW)).toMatchObject({ status: 200 });
  });

  test("wants a code of people who took their time, so that a session alone proves nothing", async () => {
    const me = await makeSessionOld(await newcomer());
    expect(await register(me, NEW)).toMatchObject(CONFIRM);
    expect(await hashOf(me)).toBeNull();
    expect(
      await api.post("/auth/reauthenticate", { token: me.token, body: { currentPassword: NEW } }),
    ).toMatchObject(CONFIRM);
    expect(await api.delete(`/auth/users/${me.id}`, { token: me.token })).toMatchObject(CONFIRM);
    expect(await prove(me)).toMatchObject({ status: 200 });
    expect(await register(me, NEW)).toMatchObject({ status: 200 });
    expect(await logIn(me, NEW)).toMatchObject({ status: 200 });
  });

  test.each(["secret", "qwerty1", "meera123"])(
    "accepts %s, which does not open password sign-in",
    async (password) => {
      const me = await makeSessionOld(await newcomer());
      expect(await register(me, password)).toMatchObject({
        status: 200,
        body: { user: { name: "Meera Joshi" }, token: expect.any(String), passwordOpensSignIn: false },
      });
      expect(await logIn(me, password)).toMatchObject({ status: 401, error: "invalid_credential" });
      expect(await stateOf(me)).toMatchObject({ hasPassword: false });
      expect(await subjectsTo(me)).toEqual([]);
    },
  );

  test("replaces no password", async () => {
    const me = await createMember({ passwordHash: oldHash });
    expect(await register(me, NEW)).toMatchObject({ status: 409, error: "conflict" });
    expect(await hashOf(me)).toBe(oldHash);
  });
});

test("another person's password is unaffected", async () => {
  const other = await createUser({ passwordHash: oldHash });
  const me = await createMember();
  await put(me, { password: NEW });
  expect((await db().user.findUniqueOrThrow({ where: { id: other.id } })).passwordHash).toBe(oldHash);
});
