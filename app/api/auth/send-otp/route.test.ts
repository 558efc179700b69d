import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { api } from "@/tests/api";
import { createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/world";

/** Codes by a real mail service, or rather by one that behaves like it on a bad day. */

let server: Server;
let mood: "well" | "failing" | "hanging" = "well";
const sent: { to: string; subject: string; key: unknown }[] = [];

beforeAll(useTestDatabase);
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (mood === "hanging") return;
    response.writeHead(mood === "well" ? 200 : 503, { "Content-Type": "application/json" });
    if (mood === "well") {
      const { to, subject } = JSON.parse(text);
      sent.push({ to, subject, key: request.headers["idempotency-key"] });
      response.end(JSON.stringify({ id: "1" }));
    } else response.end(JSON.stringify({ name: "internal_server_error", message: "no", statusCode: 503 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    RESEND_API_KEY: "re_test",
    RESEND_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
  resetEnvForTests();
});
afterAll(async () => {
  delete process.env.RESEND_API_KEY;
  delete process.env.RESEND_BASE_URL;
  resetEnvForTests();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const send = (email: string, mayFail = false) => api.post("/auth/send-otp", { body: { email }, mayFail });
const check = (email: string, otp: string) => api.post("/auth/check-otp", { body: { email, otp } });
const lastCode = () => sent.at(-1)?.subject.slice(0, 6) ?? "";

test("a code goes out once, with its own key, and nothing of it stays here to be read", async () => {
  mood = "well";
  const { email } = await createUser();
  expect(await send(email)).toMatchObject({ status: 200 });
  expect(sent.at(-1)).toMatchObject({ to: email, key: expect.stringMatching(/^code-/) });
  expect(await db().outboxMail.count()).toBe(0);
  expect(await check(email, lastCode())).toMatchObject({ status: 200 });
});

test.each(["failing", "hanging"] as const)(
  "while the mail service is %s a person is told within ten seconds, keeps the older code, and gets a new one at once afterwards",
  async (how) => {
    const { id, email } = await createUser();
    mood = "well";
    await send(email);
    const older = lastCode();
    const before = sent.length;

    mood = how;
    const began = Date.now();
    const refused = await send(email, true);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(refused).toMatchObject({
      status: 502,
      body: { error: "provider_failed", message: expect.stringContaining("Please try again") },
    });
    expect(sent).toHaveLength(before);
    expect(await db().oneTimeCode.count({ where: { userId: id, consumedAt: null } })).toBe(1);

    mood = "well";
    expect(await send(email)).toMatchObject({ status: 200 });
    const newer = lastCode();
    if (newer !== older) expect(await check(email, older)).toMatchObject({ status: 400 });
    expect(await check(email, newer)).toMatchObject({ status: 200 });
  },
);

test("the older code still opens the door while the newer one can't be sent", async () => {
  const { email } = await createUser();
  mood = "well";
  await send(email);
  const code = lastCode();
  mood = "failing";
  expect((await send(email, true)).status).toBe(502);
  expect(await check(email, code)).toMatchObject({ status: 200 });
});
