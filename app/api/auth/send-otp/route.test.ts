import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { api } from "@/tests/api";
import { createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

/** Codes sent through Resend, played by a server that can misbehave. */

let server: Server;
/** `slow` accepts the mail and answers too late; `once` fails the first time. */
let behaviour: "well" | "failing" | "hanging" | "slow" | "once" = "well";
const keys: unknown[] = [];
const sent: { to: string; subject: string; key: unknown }[] = [];

/**
 * Upper limit for timeouts and pauses, in milliseconds, so that a test need not wait as long as the
 * app; without one where the times themselves are tested.
 */
const SHORT_MS = 300;
let mockWaitMax = SHORT_MS;
jest.mock("@/lib/platform/clock", () => {
  const actual = jest.requireActual<typeof import("@/lib/platform/clock")>("@/lib/platform/clock");
  const withTimeout: typeof actual.withTimeout = (ms, work) =>
    actual.withTimeout(Math.min(ms, mockWaitMax), work);
  return { ...actual, withTimeout };
});
jest.mock("node:timers/promises", () => {
  const actual = jest.requireActual<typeof import("node:timers/promises")>("node:timers/promises");
  const setTimeout: typeof actual.setTimeout = (ms, ...rest) =>
    actual.setTimeout(Math.min(ms ?? 0, mockWaitMax), ...rest);
  return { ...actual, setTimeout };
});
const waitLikeTheApp = () => {
  mockWaitMax = Number.POSITIVE_INFINITY;
};
beforeEach(() => {
  mockWaitMax = SHORT_MS;
});

beforeAll(useTestDatabase);
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    keys.push(request.headers["idempotency-key"]);
    if (behaviour === "hanging") return;
    const isAccepted = behaviour === "well" || behaviour === "slow";
    if (behaviour === "once") behaviour = "well";
    response.writeHead(isAccepted ? 200 : 503, { "Content-Type": "application/json" });
    if (isAccepted) {
      const { to, subject } = JSON.parse(text);
      sent.push({ to, subject, key: request.headers["idempotency-key"] });
      if (behaviour === "well") response.end(JSON.stringify({ id: "1" }));
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

test("a code is sent once with its own idempotency key, and not stored in the outbox", async () => {
  behaviour = "well";
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
  "while the mail service is %s sending fails within ten seconds, the previous code stays valid, and a new one can be sent right after",
  async (failure, codes) => {
    const { id, email } = await createUser();
    const browser = new Map<string, string>();
    behaviour = "well";
    await send(email, { browser });
    const older = lastCode();
    const before = sent.length;

    waitLikeTheApp();
    behaviour = failure;
    const began = Date.now();
    const reply = await send(email, { browser, mayFail: true });
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(reply).toMatchObject({
      status: 502,
      body: { error: "provider_failed", message: expect.stringContaining("Please try again") },
    });
    expect(sent).toHaveLength(before);
    // A rejected mail leaves no code; an unconfirmed one may.
    expect(await usable(id)).toBe(codes);

    behaviour = "well";
    expect(await send(email, { browser })).toMatchObject({ status: 200 });
    expect(await usable(id)).toBe(1);
    const newer = lastCode();
    if (newer !== older) expect(await check(email, older, browser)).toMatchObject({ status: 400 });
    expect(await check(email, newer, browser)).toMatchObject({ status: 200 });
  },
);

test.each(["failing", "hanging", "slow"] as const)(
  "the previous code still works while a new one can't be sent: %s",
  async (failure) => {
    const { email } = await createUser();
    const browser = new Map<string, string>();
    behaviour = "well";
    await send(email, { browser });
    const code = lastCode();
    behaviour = failure;
    expect((await send(email, { browser, mayFail: true })).status).toBe(502);
    expect(await check(email, code, browser)).toMatchObject({ status: 200 });
  },
);

test("a code works if its mail arrives unconfirmed", async () => {
  const { email } = await createUser();
  behaviour = "slow";
  const browser = new Map<string, string>();
  expect((await send(email, { browser, mayFail: true })).status).toBe(502);
  expect(sent.at(-1)).toMatchObject({ to: email });
  expect(await check(email, lastCode(), browser)).toMatchObject({ status: 200 });
});

test("a retry uses the same idempotency key, and one success is enough", async () => {
  const { email } = await createUser();
  behaviour = "once";
  keys.length = 0;
  expect(await send(email)).toMatchObject({ status: 200 });
  expect(keys).toEqual([expect.stringMatching(/^code-/), keys[0]]);
  expect(await check(email, lastCode())).toMatchObject({ status: 200 });
});

test("mails that were not sent do not count", async () => {
  const { email } = await createUser();
  behaviour = "failing";
  const browser = new Map<string, string>();
  for (let i = 0; i < 7; i++) expect((await send(email, { browser, mayFail: true })).status).toBe(502);
  behaviour = "well";
  expect(await send(email, { browser })).toMatchObject({ status: 200 });
});

test("a failing or slow mail service reveals nothing about addresses", async () => {
  waitLikeTheApp();
  behaviour = "hanging";
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
  for (const { status, body, took } of [await timed(email), await timed("unknown@mitsgwl.ac.in")]) {
    expect([status, body]).toEqual([200, { message: "OTP sent" }]);
    // The same for both: longer than the look-up takes, shorter than the mail service.
    expect(took).toBeGreaterThan(390);
    expect(took).toBeLessThan(3_000);
  }
});
