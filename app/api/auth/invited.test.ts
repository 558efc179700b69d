import { registerAnswer, sessionAnswer } from "@/lib/accounts/schema";
import { importAnswer } from "@/lib/college/schema";
import { finishWork } from "@/lib/platform/after-response";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { meAnswer } from "@/lib/profiles/schema";
import { pseudonym } from "@/lib/sessions/server/browser";
import { api } from "@/tests/api";
import { createStaff, type Member } from "@/tests/factories";
import { type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";
import { liftLimits, resetLimit } from "@/tests/limits";
import { lastCode } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
let admin: Member;
beforeAll(async () => {
  admin = await createStaff("admin");
});
beforeEach(liftLimits);
beforeEach(async () => {
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
  expect(again.user).toMatchObject({ name: "Anonymous User", affiliation: { role: "alumni", batch: 2019 } });
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
