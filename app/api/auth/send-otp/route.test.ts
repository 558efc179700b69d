import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { api } from "@/tests/api";
import { createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** Codes by a real mail service, or rather by one that behaves like it on a bad day. */

let server: Server;
/** `slow` takes the mail and says so too late; `once` fails the first time. */
let mood: "well" | "failing" | "hanging" | "slow" | "once" = "well";
const keys: unknown[] = [];
const sent: { to: string; subject: string; key: unknown }[] = [];

/**
 * Most milliseconds that the mail service is waited for: as many as the app wants to, unless a test
 * is in a hurry.
 */
let mockPatience = Number.POSITIVE_INFINITY;
jest.mock("@/lib/platform/with-timeout", () => {
  const actual = jest.requireActual<typeof import("@/lib/platform/with-timeout")>(
    "@/lib/platform/with-timeout",
  );
  const withTimeout: typeof actual.withTimeout = (ms, work) =>
    actual.withTimeout(Math.min(ms, mockPatience), work);
  return { ...actual, withTimeout };
});

/** What a mail comes to that nobody confirms, without the seconds it is waited for. */
async function inHurry<T>(act: () => Promise<T>): Promise<T> {
  mockPatience = 1_000;
  try {
    return await act();
  } finally {
    mockPatience = Number.POSITIVE_INFINITY;
  }
}

beforeAll(useTestDatabase);
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    keys.push(request.headers["idempotency-key"]);
    if (mood === "hanging") return;
    const isTaken = mood === "well" || mood === "slow";
    if (mood === "once") mood = "well";
    response.writeHead(isTaken ? 200 : 503, { "Content-Type": "application/json" });
    if (isTaken) {
      const { to, subject } = JSON.parse(text);
      sent.push({ to, subject, key: request.headers["idempotency-key"] });
      if (mood === "well") response.end(JSON.stringify({ id: "1" }));
    } else response.end(JSON.stringify({ name: "internal_server_error", message: "no", statusCode: 503 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    RESEND_API_KEY: "re_test",
    MAIL_FROM: "Campus Circle <hello@campus.example>",
    RESEND_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  resetEnvForTests();
});
afterAll(async () => {
  delete process.env.RESEND_API_KEY;
  delete process.env.RESEND_BASE_URL;
  delete process.env.MAIL_FROM;
  resetEnvForTests();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const send = (email: string, more: { browser?: Map<string, string>; mayFail?: boolean; ip?: string } = {}) =>
  api.post("/auth/send-otp", { body: { email }, ...more });
const check = (email: string, otp: string, browser?: Map<string, string>) =>
  api.post("/auth/check-otp", { body: { email, otp }, browser });
const lastCode = () => sent.at(-1)?.subject.slice(0, 6) ?? "";
const usable = (userId: string) => db().oneTimeCode.count({ where: { userId, consumedAt: null } });

test("a code goes out once, with its own key, and nothing of it stays here to be read", async () => {
  mood = "well";
  const { email } = await createUser();
  expect(await send(email)).toMatchObject({ status: 200 });
  expect(sent.at(-1)).toMatchObject({ to: email, key: expect.stringMatching(/^code-/) });
  expect(await db().outboxMail.count()).toBe(0);
  expect(await check(email, lastCode())).toMatchObject({ status: 200 });
});

test.each([
  ["failing", 1],
  ["hanging", 2],
] as const)(
  "while the mail service is %s a person is told within ten seconds, keeps the older code, and gets a new one at once afterwards",
  async (how, codes) => {
    const { id, email } = await createUser();
    const browser = new Map<string, string>();
    mood = "well";
    await send(email, { browser });
    const older = lastCode();
    const before = sent.length;

    mood = how;
    const began = Date.now();
    const refused = await send(email, { browser, mayFail: true });
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(refused).toMatchObject({
      status: 502,
      body: { error: "provider_failed", message: expect.stringContaining("Please try again") },
    });
    expect(sent).toHaveLength(before);
    // A mail that was refused brings no code; one that was only not confirmed may.
    expect(await usable(id)).toBe(codes);

    mood = "well";
    expect(await send(email, { browser })).toMatchObject({ status: 200 });
    expect(await usable(id)).toBe(1);
    const newer = lastCode();
    if (newer !== older) expect(await check(email, older, browser)).toMatchObject({ status: 400 });
    expect(await check(email, newer, browser)).toMatchObject({ status: 200 });
  },
);

test.each(["failing", "hanging", "slow"] as const)(
  "the older code still opens the door while the newer one can't be sent: %s",
  async (how) => {
    const { email } = await createUser();
    const browser = new Map<string, string>();
    mood = "well";
    await send(email, { browser });
    const code = lastCode();
    mood = how;
    expect((await inHurry(() => send(email, { browser, mayFail: true }))).status).toBe(502);
    expect(await check(email, code, browser)).toMatchObject({ status: 200 });
  },
);

test("a code whose mail arrives although nobody said so is good", async () => {
  const { email } = await createUser();
  mood = "slow";
  const browser = new Map<string, string>();
  expect((await inHurry(() => send(email, { browser, mayFail: true }))).status).toBe(502);
  expect(sent.at(-1)).toMatchObject({ to: email });
  expect(await check(email, lastCode(), browser)).toMatchObject({ status: 200 });
});

test("a try is repeated under the same key, and a mail that came through the second time is enough", async () => {
  const { email } = await createUser();
  mood = "once";
  keys.length = 0;
  expect(await send(email)).toMatchObject({ status: 200 });
  expect(keys).toEqual([expect.stringMatching(/^code-/), keys[0]]);
  expect(await check(email, lastCode())).toMatchObject({ status: 200 });
});

test("mails that were not sent use up nobody's limit", async () => {
  const { email } = await createUser();
  mood = "failing";
  const browser = new Map<string, string>();
  for (let i = 0; i < 7; i++) expect((await send(email, { browser, mayFail: true })).status).toBe(502);
  mood = "well";
  expect(await send(email, { browser })).toMatchObject({ status: 200 });
});

test("whoever guesses at addresses learns nothing from a mail service that fails or takes its time", async () => {
  mood = "hanging";
  const ip = "192.0.2.90";
  await db().rateLimit.create({
    data: { key: `unknown_address_ip:${ip}`, count: 30, expiresAt: new Date(Date.now() + 60_000) },
  });
  const { email } = await createUser();
  const timed = async (address: string) => {
    const began = performance.now();
    const { status, body } = await send(address, { ip });
    return { status, body, took: performance.now() - began };
  };
  for (const { status, body, took } of [await timed(email), await timed("nobody@mitsgwl.ac.in")]) {
    expect([status, body]).toEqual([200, { message: "OTP sent" }]);
    // As long for both: longer than finding out takes, shorter than the mail service does.
    expect(took).toBeGreaterThan(390);
    expect(took).toBeLessThan(3_000);
  }
});
