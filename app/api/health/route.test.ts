import { disconnect } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";
import { api } from "@/tests/api";
import { createMember } from "@/tests/factories";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);

test("who asks whether the app lives and is ready is told so", async () => {
  expect(await api.get("/health/live")).toMatchObject({ status: 200 });
  expect(await api.get("/health/ready")).toMatchObject({ status: 200 });
});

describe("while the database is away", () => {
  const address = process.env.DATABASE_URL;

  async function connectTo(url: string | undefined): Promise<void> {
    await disconnect();
    process.env.DATABASE_URL = url;
    resetEnvForTests();
  }

  test("the app lives, is not ready, asks people to come back soon, and is there when it returns", async () => {
    const { token } = await createMember();
    await connectTo("postgresql://nobody:sesame@127.0.0.1:9/away");
    try {
      expect(await api.get("/health/live")).toMatchObject({ status: 200 });
      const ready = await api.get("/health/ready", { mayFail: true });
      expect(ready.status).toBe(503);
      const began = performance.now();
      const feed = await api.get("/posts", { token, mayFail: true });
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(feed).toMatchObject({ status: 503, error: "unavailable" });
      for (const reply of [ready, feed]) {
        expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
        expect(Number(reply.headers.get("Retry-After"))).toBeLessThanOrEqual(5);
        expect(JSON.stringify(reply.body)).not.toMatch(/sesame|127\.0\.0\.1|ECONN/);
      }
    } finally {
      await connectTo(address);
    }
    expect(await api.get("/posts", { token })).toMatchObject({ status: 200 });
  });
});

describe("the letterbox", () => {
  const send = (to: string, subject: string, idempotencyKey: string) =>
    sendMail({ to, subject, text: "Hello", html: "<p>Hello</p>", idempotencyKey });

  test("shows the mails to one address, the newest first, and each once", async () => {
    await send("a@mitsgwl.ac.in", "First", "1");
    await send("a@mitsgwl.ac.in", "First", "1");
    await send("b@mitsgwl.ac.in", "To somebody else", "2");
    await send("a@mitsgwl.ac.in", "Second", "3");
    const reply = await api.get("/dev/outbox", { query: { to: " A@MITSGWL.ac.in " } });
    expect(reply.body).toEqual({
      mails: ["Second", "First"].map((subject) => ({
        to: "a@mitsgwl.ac.in",
        subject,
        text: "Hello",
        createdAt: expect.any(String),
      })),
    });
  });

  test("refuses what no address could be", async () => {
    expect(await api.get("/dev/outbox", { query: { to: "a\u0000b" } })).toMatchObject({ status: 400 });
    expect(await api.get("/dev/outbox", { query: { to: "a".repeat(301) } })).toMatchObject({ status: 400 });
  });
});
