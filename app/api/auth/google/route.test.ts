import { createHmac } from "node:crypto";
import type { JWTPayload } from "jose";
import { passwordStateAnswer, sessionAnswer } from "@/lib/accounts/schema";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { createNewcomer, createUser } from "@/tests/factories";
import { CLIENT_ID, type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";
import { useTestDatabase } from "@/tests/test-db";

let google: GoogleIssuer;

beforeAll(useTestDatabase);
beforeAll(async () => {
  google = await startGoogleIssuer();
});
afterAll(() => google.close());

const send = (tokenId: string, more: object = {}, mayFail = false) =>
  api.post("/auth/google", {
    body: { tokenId, collegeId: "-", collegeName: "-", role: "student", ...more },
    mayFail,
  });
const signInWith = async (claims: JWTPayload, more: object = {}) => send(await google.sign(claims), more);

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;

// This test runs first, before any key is cached.
test("signing in fails while Google's keys are unreachable and works as soon as they are back", async () => {
  const credential = await google.sign({ sub: "g-0", email: "patient@mitsgwl.ac.in" });
  google.behave("failing");
  expect(await send(credential, {}, true)).toMatchObject({ status: 502, error: "provider_failed" });
  expect(await db().user.count({ where: { email: "patient@mitsgwl.ac.in" } })).toBe(0);
  google.behave("well");
  expect(await send(credential)).toMatchObject({ status: 200 });
});

describe("a person with a Google account", () => {
  test("from the college gets an account, marked as new", async () => {
    const reply = await signInWith({ sub: "g-1", email: "Ananya.Singh@mitsgwl.ac.in" });
    const session = reply.read(sessionAnswer);
    expect(session).toMatchObject({
      newUser: true,
      user: {
        email: "ananya.singh@mitsgwl.ac.in",
        name: "Ananya Singh",
        username: expect.stringMatching(/^ananya\.singh(\.\d+)?$/),
        provider: "google",
        verified: true,
        role: "student",
      },
    });
    expect(await api.get("/auth/me", { token: session.accessToken })).toMatchObject({ status: 200 });
    expect(reply.headers.get("Set-Cookie")).toContain("next-auth.session-token=");
  });

  test.each([
    ["just made", 0, true],
    ["made eleven minutes ago", -11, false],
  ])("has shown who they are as recently as the credential was %s", async (_, age, expected) => {
    const reply = await signInWith({ sub: "g-fresh", email: "fresh@mitsgwl.ac.in", iat: minutes(age) });
    const { accessToken } = reply.read(sessionAnswer);
    const state = await api.get("/auth/password", { token: accessToken });
    expect(state.read(passwordStateAnswer).recentlySignedIn).toBe(expected);
  });

  test("returns to the same account, even with a changed address", async () => {
    const first = (await signInWith({ sub: "g-2", email: "kabir@mitsgwl.ac.in" })).read(sessionAnswer);
    const second = (await signInWith({ sub: "g-2", email: "kabir.rao@mitsgwl.ac.in" })).read(sessionAnswer);
    expect(second.newUser).toBe(false);
    expect(second.user._id).toBe(first.user._id);
  });

  test("gets the account they registered by email, without a password set before the proof", async () => {
    const user = await createNewcomer({ passwordHash: "set by a stranger" });
    const { user: shown, newUser } = (await signInWith({ sub: "g-3", email: user.email })).read(
      sessionAnswer,
    );
    expect(shown._id).toBe(user.id);
    expect(newUser).toBe(false);
    const row = await db().user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row).toMatchObject({ googleSub: "g-3", passwordHash: null });
    expect(row.verifiedAt).not.toBeNull();
  });

  test("gets an account without anything a stranger entered, and a username", async () => {
    const email = "planted@mitsgwl.ac.in";
    await api.post("/auth/register", {
      body: { email, name: "Rude Name", collegeName: "MITS", bio: "Rude", password: "planted" },
    });
    const { user } = (await signInWith({ sub: "g-10", email, name: "Tara Iyer" })).read(sessionAnswer);
    expect(user).toMatchObject({ name: "Tara Iyer", username: "tara.iyer", collegeName: "--", bio: "" });
    expect(await db().user.findUniqueOrThrow({ where: { email } })).toMatchObject({
      passwordHash: null,
      searchName: "tara iyer",
    });
  });

  test("retains what the same browser registered", async () => {
    const email = "own.work@mitsgwl.ac.in";
    const browser = new Map<string, string>();
    await api.post("/auth/register", { body: { email, name: "Own Work", collegeName: "MITS" }, browser });
    const tokenId = await google.sign({ sub: "g-11", email, name: "Google Name" });
    const reply = await api.post("/auth/google", { body: { tokenId }, browser });
    expect(reply.read(sessionAnswer).user).toMatchObject({ name: "Own Work", username: "own.work" });
  });

  test("signs in from a network address over its limit of forged credentials", async () => {
    const ip = "192.0.2.70";
    await db().rateLimit.create({
      data: { key: `google_junk_ip:${ip}`, count: 300, expiresAt: new Date(Date.now() + 60_000) },
    });
    const sendFrom = (tokenId: string) => api.post("/auth/google", { body: { tokenId }, ip });
    expect(await sendFrom("nonsense")).toMatchObject({ status: 429 });
    const tokenId = await google.sign({ sub: "g-12", email: "neighbour@mitsgwl.ac.in" });
    expect(await sendFrom(tokenId)).toMatchObject({ status: 200 });
  });

  test.each([
    ["a look-alike letter", "\u212aabir@mitsgwl.ac.in", 400],
    ["a plus suffix", "kabir+1@mitsgwl.ac.in", 400],
    ["a plus suffix elsewhere", "kabir+1@gmail.com", 403],
  ])("whose address has %s gets no account", async (_, email, status) => {
    expect(await signInWith({ sub: "g-13", email })).toMatchObject({ status });
    expect(await db().user.count({ where: { googleSub: "g-13" } })).toBe(0);
  });

  test("can't take over an address that is linked to another Google account", async () => {
    const user = await createUser({ googleSub: "g-owner" });
    expect(await signInWith({ sub: "g-thief", email: user.email })).toMatchObject({
      status: 401,
      error: "invalid_credential",
    });
    expect(await db().user.findUnique({ where: { id: user.id } })).toEqual(user);
  });

  test("from outside the college gets no account and the reason", async () => {
    const reply = await signInWith({ sub: "g-4", email: "ananya@gmail.com" });
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({
      error: "email_domain",
      message: "Only students with @mitsgwl.ac.in email addresses can login. Please use your college email.",
      newUser: true,
      user: { email: "ananya@gmail.com" },
    });
    expect(await db().user.count({ where: { email: "ananya@gmail.com" } })).toBe(0);
  });

  test("is not found if their account was switched off", async () => {
    const user = await createUser({ isActive: false });
    expect(await signInWith({ sub: "g-5", email: user.email })).toMatchObject({
      status: 404,
      body: { message: "User not found" },
    });
  });

  test("remains a student whatever role is sent", async () => {
    const { user } = (await signInWith({ sub: "g-6", email: "staff@mitsgwl.ac.in" }, { role: "admin" })).read(
      sessionAnswer,
    );
    expect(user.role).toBe("student");
  });

  test("without a visible name at Google is anonymous for now", async () => {
    const { user } = (await signInWith({ sub: "g-7", email: "noname@mitsgwl.ac.in", name: "\u200b" })).read(
      sessionAnswer,
    );
    expect(user.name).toBe("Anonymous User");
  });

  test("has one account after ten simultaneous first sign-ins", async () => {
    const claims = { sub: "g-8", email: "ten@mitsgwl.ac.in" };
    const replies = await Promise.all(Array.from({ length: 10 }, () => signInWith(claims)));
    const sessions = replies.map((reply) => reply.read(sessionAnswer));
    expect(new Set(sessions.map(({ user }) => user._id)).size).toBe(1);
    expect(sessions.filter(({ newUser }) => newUser)).toHaveLength(1);
  });
});

describe("a credential", () => {
  const email = "victim@mitsgwl.ac.in";
  const claims = { sub: "g-victim", email };

  test.each<[string, () => Promise<string> | string]>([
    ["that is nonsense", () => "credential"],
    ["signed by someone else", () => google.sign(claims, { foreign: true })],
    ["with an unknown key", () => google.sign(claims, { kid: "two" })],
    ["for another app", () => google.sign({ ...claims, aud: "other.apps.googleusercontent.com" })],
    ["from another issuer", () => google.sign({ ...claims, iss: "https://evil.example" })],
    ["that has expired", () => google.sign({ ...claims, exp: minutes(-6) })],
    ["without an expiry", () => google.sign({ ...claims, exp: undefined })],
    ["with an unverified address", () => google.sign({ ...claims, email_verified: false })],
    ["with a verified flag that is a string", () => google.sign({ ...claims, email_verified: "true" })],
    ["without an address", () => google.sign({ ...claims, email: undefined })],
    ["without an identity", () => google.sign({ ...claims, sub: undefined })],
    ["without a signature", () => forge({ alg: "none" }, () => "")],
    ["signed with the public client id", () => forge({ alg: "HS256", kid: "one" }, hmac(CLIENT_ID))],
  ])("%s is rejected", async (_, make) => {
    expect(await send(await make())).toMatchObject({ status: 401, error: "invalid_credential" });
    expect(await db().user.count({ where: { email } })).toBe(0);
  });

  test("tolerates a clock skew of five minutes", async () => {
    expect(await signInWith({ sub: "g-9", email: "clock@mitsgwl.ac.in", exp: minutes(-4) })).toMatchObject({
      status: 200,
    });
  });

  function forge(header: object, sign: (text: string) => string): string {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const body = {
      ...claims,
      iss: "https://accounts.google.com",
      aud: CLIENT_ID,
      exp: minutes(5),
      email_verified: true,
    };
    const text = `${encode(header)}.${encode(body)}`;
    return `${text}.${sign(text)}`;
  }
  const hmac = (key: string) => (text: string) => createHmac("sha256", key).update(text).digest("base64url");
});
