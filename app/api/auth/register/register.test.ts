import { completedRegistration, registerAnswer, sessionAnswer } from "@/lib/accounts/schema";
import type { College } from "@/lib/campus/campus";
import { importAnswer } from "@/lib/college/schema";
import { finishWork } from "@/lib/platform/after-response";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { COLLEGES } from "@/lib/product";
import { meAnswer } from "@/lib/profiles/schema";
import { pseudonym } from "@/lib/sessions/server/browser";
import { api } from "@/tests/api";
import {
  createMember,
  createNewcomer,
  createStaff,
  createUser,
  type Member,
  signIn,
} from "@/tests/factories";
import { type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { findMails, lastCode } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

/** Signing up, also with an invitation. */

describe("people of the college's list", () => {
  beforeAll(async () => {
    await useTestDatabase();
    admin = await createStaff("admin");
  });
  let admin: Member;

  beforeEach(async () => {
    liftLimits();
    await db().rateLimit.deleteMany();
    clearExceededLimits();
  });

  const UNKNOWN = { status: 404, body: { error: "user_not_found", message: "User not found" } };

  const openBrowser = () => new Map<string, string>();
  type From = { browser?: Map<string, string>; ip?: string };
  const ask = async (email: string, from: From = {}) => {
    const reply = await api.post("/auth/send-otp", { body: { email }, ip: "192.0.2.9", ...from });
    await finishWork();
    return reply;
  };
  const enter = (email: string, otp: string, from: From = {}) =>
    api.post("/auth/check-otp", { body: { email, otp }, ip: "192.0.2.9", ...from });
  const list = async (...lines: string[]) => {
    const body = ["email,name,role,department,batch", ...lines].join("\n");
    const headers = { "Content-Type": "text/csv" };
    const reply = await api.post("/college/people/import", { token: admin.token, body, headers });
    await finishWork();
    return reply.read(importAnswer);
  };

  test("a listed teacher is one from the first code on, whatever they send", async () => {
    const email = "asha.nair@mitsgwl.ac.in";
    await list(`${email},Asha Nair,faculty,CSE,`);
    const browser = openBrowser();
    const body = { email, collegeName: "MITS", role: "alumni", department: "ECE", batch: 1999 };
    (await api.post("/auth/register", { body, browser })).read(registerAnswer);
    await ask(email, { browser });
    const { user, newUser } = (await enter(email, await lastCode(email), { browser })).read(sessionAnswer);
    expect(newUser).toBe(true);
    expect(user).toMatchObject({
      name: "Asha Nair",
      username: expect.stringMatching(/^asha\.nair/),
      collegeName: "MITS",
      affiliation: { role: "faculty", department: "CSE", batch: null, label: "Faculty · CSE" },
    });
  });

  test("their own name stays, and so does what an admin decides later", async () => {
    const email = "kabir.rao@mitsgwl.ac.in";
    await list(`${email},K. Rao,staff,,`);
    const browser = openBrowser();
    await api.post("/auth/register", { body: { email, name: "Kabir Rao", collegeName: "MITS" }, browser });
    await ask(email, { browser });
    const first = (await enter(email, await lastCode(email), { browser })).read(sessionAnswer);
    expect(first.user).toMatchObject({ name: "Kabir Rao", role: "staff" });
    await db().user.update({ where: { email }, data: { role: "student" } });
    await ask(email, { browser });
    const again = (await enter(email, await lastCode(email), { browser })).read(sessionAnswer);
    expect(again.user.role).toBe("student");
    expect(again.newUser).toBeUndefined();
  });

  test("an invited graduate signs in by code, edits, exports, returns and leaves", async () => {
    const email = "meera.iyer+campus@example.com";
    expect(await list(`${email},Meera Iyer,alumni,CSE,2019`)).toMatchObject({ added: 1, invited: 1 });
    const registered = await api.post("/auth/register", { body: { email, collegeName: "MITS" } });
    expect(registered).toMatchObject({ status: 400, error: "email_domain" });

    const browser = openBrowser();
    expect(await ask(email, { browser })).toMatchObject({ status: 200, body: { message: "OTP sent" } });
    const opened = (await enter(email, await lastCode(email), { browser })).read(sessionAnswer);
    expect(opened).toMatchObject({
      newUser: true,
      user: {
        email,
        name: "Meera Iyer",
        collegeName: "MITS",
        verified: true,
        isAdult: null,
        affiliation: { role: "alumni", department: "CSE", batch: 2019, label: "Alumni ’19" },
      },
    });
    const { accessToken: token, user } = opened;
    const edit = await api.put(`/users/${user._id}`, {
      token,
      body: { bio: "Hello again", collegeName: "MITS" },
    });
    expect(edit.read(meAnswer).user).toMatchObject({ bio: "Hello again", role: "alumni" });
    const completed = { email, name: "Meera Iyer", collegeName: "MITS", bio: "Back" };
    expect(await api.post("/auth/register", { token, body: completed })).toMatchObject({ status: 200 });

    const elsewhere = openBrowser();
    expect(await ask(email, { browser: elsewhere })).toMatchObject({ status: 200 });
    const back = (await enter(email, await lastCode(email), { browser: elsewhere })).read(sessionAnswer);
    expect(back.user._id).toBe(user._id);
    expect(await list(`${email},,alumni,CSE,2019`)).toMatchObject({ added: 0, invited: 0 });

    expect(await api.delete(`/auth/users/${user._id}`, { token: back.accessToken })).toMatchObject({
      status: 200,
    });
    expect(await db().user.count({ where: { email } })).toBe(0);
    expect(await db().rosterEntry.findUniqueOrThrow({ where: { email } })).toMatchObject({ name: "" });
    await ask(email, { browser });
    const again = (await enter(email, await lastCode(email), { browser })).read(sessionAnswer);
    expect(again.user).toMatchObject({
      name: "Anonymous User",
      affiliation: { role: "alumni", batch: 2019 },
    });
  });

  test("only graduates are invited: another role opens no private address", async () => {
    const email = "someone@example.com";
    await list("one.graduate@example.com,,alumni,,");
    await db().rosterEntry.create({ data: { email, collegeName: "MITS", role: "faculty" } });
    expect(await ask(email)).toMatchObject(UNKNOWN);
    expect(await db().user.count({ where: { email } })).toBe(0);
    expect(await db().outboxMail.count({ where: { to: email } })).toBe(0);
  });

  test("a switched-off graduate gets no code, and the answer of an unknown address", async () => {
    const email = "switched.off@example.com";
    await list(`${email},,alumni,,`);
    await ask(email);
    const before = await db().outboxMail.count({ where: { to: email } });
    await db().user.update({ where: { email }, data: { isActive: false, switchedOffAt: new Date() } });
    expect(await ask(email)).toMatchObject(UNKNOWN);
    expect(await db().outboxMail.count({ where: { to: email } })).toBe(before);
  });

  test("a private address that is not listed is unknown, 30 of them to a site: then no one finds out which are", async () => {
    resetLimit("unknown_address_ip");

    const [listed, member, unlisted] = [
      "a.listed@example.com",
      "a.member@example.com",
      "a.stranger@example.com",
    ];
    await list(`${listed},,alumni,,`, `${member},,alumni,,`);
    await ask(member);
    await enter(member, await lastCode(member));
    resetLimit("code_failures_mailbox");
    for (let i = 0; i < 30; i++) {
      const from = { ip: `2001:db8:7:${i}::1`, browser: openBrowser() };
      expect(await ask(`unlisted.${i}@example.com`, from)).toMatchObject(UNKNOWN);
    }
    const outcomes = [];
    for (const email of [listed, member, unlisted]) {
      const browser = openBrowser();
      const from = { browser, ip: "2001:db8:7:99::1" };
      const started = performance.now();
      const answers = [await api.post("/auth/send-otp", { body: { email }, ...from })];
      expect(performance.now() - started).toBeGreaterThanOrEqual(395);
      await finishWork();
      answers.push(await ask(email, from));
      for (let i = 0; i < 6; i++) answers.push(await enter(email, "000001", from));
      const mailbox = pseudonym("mailbox", email);
      await db().oneTimeCode.updateMany({ where: { mailbox }, data: { expiresAt: ago(1, "seconds") } });
      answers.push(await enter(email, "000001", from));
      const password = await api.post("/auth/login", { body: { email, password: "four words" }, ...from });
      const register = await api.post("/auth/register", { body: { email }, ...from });
      outcomes.push([...answers, password, register].map(({ status, body }) => ({ status, body })));
    }
    expect(outcomes[0]).toEqual(outcomes[2]);
    expect(outcomes[1]).toEqual(outcomes[2]);
    expect(await db().outboxMail.count({ where: { to: unlisted } })).toBe(0);
    expect(await db().user.count({ where: { email: unlisted } })).toBe(0);
  });

  describe("Google", () => {
    let google: GoogleIssuer;
    beforeAll(async () => {
      google = await startGoogleIssuer();
    });
    afterAll(() => google.close());
    const signIn = async (email: string) =>
      api.post("/auth/google", {
        body: { tokenId: await google.sign({ sub: `g-${email}`, email }), collegeId: "-", collegeName: "-" },
      });

    test("lets a listed graduate in with their private account, and no one else", async () => {
      const email = "ravi.graduate@gmail.com";
      await list(`${email},Ravi Menon,alumni,ME,2011`);
      expect((await signIn(email)).read(sessionAnswer)).toMatchObject({
        newUser: true,
        user: { name: "Ravi Menon", collegeName: "MITS", affiliation: { label: "Alumni ’11" } },
      });
      expect(await signIn("ravi.stranger@gmail.com")).toMatchObject({ status: 403, error: "email_domain" });
    });
  });
});

describe("registering", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

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
      expect(await register({ email: other.email, name: "Mine Now" }, me.token)).toMatchObject({
        status: 409,
      });
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
});
