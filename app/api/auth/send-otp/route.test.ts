import { setTimeout } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { hashPassword } from "@/lib/accounts/server/password";
import { finishWork } from "@/lib/platform/after-response";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { sendMails } from "@/lib/platform/mail";
import { api } from "@/tests/api";
import { createUser } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { type MailService, startMailService } from "@/tests/mail-service";
import { useTestDatabase } from "@/tests/test-db";

/** Codes sent through a mail service that can misbehave. */

/** False where a test would wait as long as the app for a service that hangs. */
let mockIsPatient = true;
jest.mock("@/lib/platform/clock", () => {
  const actual = jest.requireActual<typeof import("@/lib/platform/clock")>("@/lib/platform/clock");
  const withTimeout: typeof actual.withTimeout = (ms, work) =>
    actual.withTimeout(mockIsPatient ? ms : 300, work);
  return { ...actual, withTimeout };
});
/** Hashing is what takes longest of a campus that asks for its codes. */
jest.mock("@/lib/accounts/server/password", () => {
  const actual = jest.requireActual("@/lib/accounts/server/password");
  const hashPassword = jest.fn(actual.hashPassword);
  return { ...actual, hashPassword };
});

let service: MailService;
beforeAll(useTestDatabase);
beforeEach(async () => {
  mockIsPatient = true;
  liftLimits();
  await db().outboxMail.deleteMany();
  await db().mailPace.deleteMany();
  service = await startMailService();
});
afterEach(async () => {
  service.behaviour = "well";
  await finishWork();
  await service.close();
});

/** An answer that waited for the mail service would take its eight seconds. */
const WAITED_MS = 7_500;

type From = { browser?: Map<string, string>; mayFail?: boolean; ip?: string };
const send = (email: string, from: From = {}) => api.post("/auth/send-otp", { body: { email }, ...from });
const check = (email: string, otp: string, browser?: Map<string, string>) =>
  api.post("/auth/check-otp", { body: { email, otp }, browser });
const lastCode = () => service.arrived.at(-1)?.subject.slice(0, 6) ?? "";
const usable = (userId: string) => db().oneTimeCode.count({ where: { userId, consumedAt: null } });

/** Sends what waits for a retry as if its time had come. */
async function retryNow(): Promise<void> {
  await finishWork();
  await db().sql`UPDATE outbox_mails SET next_attempt_at = now()`;
  await sendMails();
}

test("a code is sent once with its own idempotency key, and not stored", async () => {
  const { email } = await createUser();
  expect((await send(email)).body).toEqual({ message: "OTP sent" });
  await finishWork();
  expect(service.arrived).toMatchObject([{ to: email, key: expect.stringMatching(/^code-/) }]);
  expect(await db().outboxMail.count()).toBe(0);
  expect(await check(email, lastCode())).toMatchObject({ status: 200 });
});

test.each(["failing", "hanging", "slow"] as const)(
  "while the mail service is %s a code waits, the last two work, and it arrives once the service is back",
  async (failure) => {
    const { id, email } = await createUser();
    const browser = new Map<string, string>();
    await send(email, { browser });
    await finishWork();
    const older = lastCode();
    await send(email, { browser });
    await finishWork();

    service.behaviour = failure;
    mockIsPatient = failure === "failing";
    const began = Date.now();
    expect(await send(email, { browser })).toMatchObject({ status: 200 });
    expect(Date.now() - began).toBeLessThan(WAITED_MS);
    await finishWork();
    expect(await usable(id)).toBe(3);

    service.behaviour = "well";
    mockIsPatient = true;
    await retryNow();
    expect(service.arrived).toHaveLength(3);
    expect(await usable(id)).toBe(2);
    const newer = lastCode();
    if (newer !== older) expect(await check(email, older, browser)).toMatchObject({ status: 400 });
    expect(await check(email, newer, browser)).toMatchObject({ status: 200 });
  },
);

test("the previous code signs in while a new one waits, whose mail is then not sent any more", async () => {
  const { email } = await createUser();
  const browser = new Map<string, string>();
  await send(email, { browser });
  await finishWork();
  const code = lastCode();
  service.behaviour = "failing";
  await send(email, { browser });
  await finishWork();
  expect(await check(email, code, browser)).toMatchObject({ status: 200 });
  service.behaviour = "well";
  await retryNow();
  expect(service.arrived).toHaveLength(1);
  expect(await db().outboxMail.count()).toBe(0);
});

test("a code works if its mail arrives unconfirmed", async () => {
  const { email } = await createUser();
  service.behaviour = "slow";
  mockIsPatient = false;
  const browser = new Map<string, string>();
  await send(email, { browser });
  await finishWork();
  expect(service.arrived).toMatchObject([{ to: email }]);
  expect(await check(email, lastCode(), browser)).toMatchObject({ status: 200 });
});

test("asking again while the mail waits costs nothing, and makes no second code", async () => {
  const { id, email } = await createUser();
  process.env.LIMIT_CODE_BROWSER = "2/900";
  service.behaviour = "failing";
  const browser = new Map<string, string>();
  for (let i = 0; i < 7; i++) expect(await send(email, { browser })).toMatchObject({ status: 200 });
  expect(await usable(id)).toBe(1);
  service.behaviour = "well";
  await retryNow();
  expect(service.arrived).toHaveLength(1);
  expect(await send(email, { browser })).toMatchObject({ status: 200 });
});

test("while mails have failed for so long that a code would be old, people learn of it", async () => {
  const { email } = await createUser();
  service.behaviour = "failing";
  await send(email);
  await finishWork();
  await db().sql`UPDATE mail_pace SET failing_since = now() - interval '6 minutes'`;
  for (const address of [email, "unknown@mitsgwl.ac.in"]) {
    const reply = await send(address, { mayFail: true });
    expect(reply).toMatchObject({
      status: 503,
      body: { error: "unavailable", message: expect.stringContaining("try again in a few minutes") },
    });
    expect(reply.headers.get("Retry-After")).toBe("60");
  }
  service.behaviour = "well";
  await retryNow();
  expect(await send(email)).toMatchObject({ status: 200 });
});

test("a failing or slow mail service reveals nothing about addresses", async () => {
  service.behaviour = "hanging";
  mockIsPatient = false;
  const ip = "192.0.2.90";
  process.env.LIMIT_UNKNOWN_ADDRESS_IP = "30/600";
  await db().rateLimit.create({
    data: { key: `unknown_address_ip:${ip}`, count: 30, expiresAt: new Date(Date.now() + 60_000) },
  });
  const { email } = await createUser();
  const timed = async (address: string) => {
    const began = performance.now();
    const { status, body } = await send(address, { ip });
    return { status, body, took: performance.now() - began };
  };
  for (const { status, body, took } of [await timed(email), await timed("unknown@mitsgwl.ac.in")]) {
    expect([status, body]).toEqual([200, { message: "OTP sent" }]);
    expect(took).toBeGreaterThan(390);
    expect(took).toBeLessThan(WAITED_MS);
  }
});

test("a crowd that asks at once all get their code, in order and at the service's rate; a stranger holds up no one", async () => {
  const PEOPLE = 160;
  const owner = await createUser();
  const home = new Map<string, string>();
  await send(owner.email, { browser: home });
  await finishWork();
  await check(owner.email, lastCode(), home);
  service.arrived.length = 0;

  await db().user.createMany({
    data: Array.from({ length: PEOPLE + 80 }, (_, i) => {
      const verifiedAt = new Date("2026-01-01");
      return { id: uuid(), email: `crowd.${i}@mitsgwl.ac.in`, name: "One of many", verifiedAt };
    }),
  });
  jest.mocked(hashPassword).mockResolvedValue("$argon2id$none");
  process.env.MAIL_RATE = "4";
  resetEnvForTests();
  // Closed until everyone has asked, so that all of them wait at the same time.
  service.rate = 0;
  const asks: Promise<unknown>[] = [];
  for (let i = 0; i < PEOPLE; i++) {
    // Every other one sits behind the address of the campus.
    const ip = i % 2 === 0 ? "192.0.2.1" : `10.${i >> 8}.${i & 255}.1`;
    asks.push(send(`crowd.${i}@mitsgwl.ac.in`, { ip }));
    if (i % 2 === 0) asks.push(send(`crowd.${PEOPLE + i / 2}@mitsgwl.ac.in`, { ip: "203.0.113.66" }));
    if (asks.length >= 12) await Promise.all(asks.splice(0));
  }
  await Promise.all(asks);
  await send(owner.email, { browser: home });
  const waiting = await db().outboxMail.findMany({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
  expect(waiting).toHaveLength(PEOPLE + 81);
  service.requests.length = 0;
  service.rate = 5;
  await finishWork();
  while ((await db().outboxMail.count()) > 0) {
    await sendMails();
    await setTimeout(50);
  }

  // The pause that was asked for before has its last 429 at most.
  expect(service.requests.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(1);
  expect(service.requests.filter(({ status }) => status === 200)).toHaveLength(
    Math.ceil((PEOPLE + 81) / 100),
  );
  const times = new Map(service.arrived.map(({ to, at }) => [to, at]));
  expect(times.size).toBe(PEOPLE + 81);
  const first = service.arrived[0]?.at;
  expect(times.get(owner.email)).toBe(first);
  const timesOf = (isOne: (i: number) => boolean) =>
    waiting
      .filter(({ to }) => isOne(Number(/crowd\.(\d+)/.exec(to)?.[1])))
      .map(({ to }) => times.get(to) ?? Number.NaN);
  const campus = timesOf((i) => i < PEOPLE && i % 2 === 0);
  const elsewhere = timesOf((i) => i < PEOPLE && i % 2 === 1);
  const stranger = timesOf((i) => i >= PEOPLE);
  for (const line of [campus, elsewhere, stranger]) expect(line).toEqual(line.toSorted((a, b) => a - b));
  // Someone with an address of their own waits for one mail of the stranger's, not for all of them.
  expect(new Set(elsewhere)).toEqual(new Set([first]));
  jest.mocked(hashPassword).mockReset();
}, 30_000);
