import { setTimeout as delay } from "node:timers/promises";
import { publicRoute } from "@/lib/api/server/route";
import { db, disconnect, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { checkDatabase } from "@/lib/platform/health";
import { sendMail } from "@/lib/platform/mail";
import { api } from "@/tests/api";
import { call } from "@/tests/call";
import { createMember, createPost } from "@/tests/factories";
import { queriesOf } from "@/tests/queries";
import { openSilentConnection } from "@/tests/silent-connection";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const ADDRESS = process.env.DATABASE_URL;

async function connectTo(url: string | undefined): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = url;
  resetEnvForTests();
  checkDatabase.clear();
}

test("who asks whether the app lives and is ready is told so", async () => {
  expect(await api.get("/health/live")).toMatchObject({ status: 200 });
  expect(await api.get("/health/ready")).toMatchObject({ status: 200 });
});

test("whoever asks whether the app is ready, the database is asked once a second", async () => {
  checkDatabase.clear();
  const ask = () => api.get("/health/ready");
  const asked = await queriesOf(async () => {
    await Promise.all(Array.from({ length: 20 }, ask));
    await ask();
  });
  expect(asked).toHaveLength(1);
  await delay(1_000);
  expect(await queriesOf(ask)).toHaveLength(1);
});

describe("while the database is away", () => {
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
      await connectTo(ADDRESS);
    }
    expect(await api.get("/posts", { token })).toMatchObject({ status: 200 });
  });
});

describe("while the database is silent", () => {
  test("people are asked to come back within 5 s, and it goes on when it speaks again", async () => {
    const { token } = await createMember();
    const line = await openSilentConnection(ADDRESS ?? "");
    await connectTo(line.url);
    try {
      expect(await api.get("/auth/me", { token })).toMatchObject({ status: 200 });
      line.silence(true);
      const began = performance.now();
      // The first one has the connection that was open, the second has to make one.
      const replies = await Promise.all([
        api.get("/auth/me", { token, mayFail: true }),
        delay(300).then(() => api.get("/health/ready", { mayFail: true })),
      ]);
      expect(performance.now() - began).toBeLessThan(5_000);
      for (const reply of replies) {
        expect(reply).toMatchObject({ status: 503, error: "unavailable" });
        expect(reply.headers.get("Retry-After")).toBe("3");
      }
      line.silence(false);
      // Nobody asks it for a moment, so that what hangs together fails together.
      await delay(500);
      expect(await api.get("/auth/me", { token })).toMatchObject({ status: 200 });
    } finally {
      line.silence(false);
      await connectTo(ADDRESS);
      line.close();
    }
  });

  test("a write that is halfway gives up as soon", async () => {
    const { token } = await createMember();
    const post = await createPost();
    const line = await openSilentConnection(ADDRESS ?? "");
    await connectTo(line.url);
    try {
      const began = performance.now();
      const halfway = transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        line.silence(true);
        await tx.$queryRaw`SELECT 1`;
      });
      await expect(halfway).rejects.toThrow();
      expect(performance.now() - began).toBeLessThan(5_000);
      // Another one at once does not wait as long again.
      const like = await api.post(`/posts/${post.id}/like`, { token, mayFail: true });
      expect(like).toMatchObject({ status: 503, error: "unavailable" });
      expect(performance.now() - began).toBeLessThan(5_000);
    } finally {
      line.silence(false);
      await connectTo(ADDRESS);
      line.close();
    }
    expect(await api.post(`/posts/${post.id}/like`, { token })).toMatchObject({ status: 200 });
  });

  test("what needs no database is answered", async () => {
    const line = await openSilentConnection(ADDRESS ?? "");
    await connectTo(line.url);
    line.silence(true);
    try {
      const own = publicRoute({}, async () => Response.json({ done: true }));
      expect(await call(own)).toMatchObject({ status: 200 });
    } finally {
      line.silence(false);
      await connectTo(ADDRESS);
      line.close();
    }
  });

  test("a query that only takes its time holds nobody else up", async () => {
    const slow = db().$queryRaw`SELECT pg_sleep(10)`;
    const began = performance.now();
    await expect(slow).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(5_000);
    await expect(db().$queryRaw`SELECT 1 AS one`).resolves.toEqual([{ one: 1 }]);
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
