import { setTimeout as delay } from "node:timers/promises";
import { publicRoute } from "@/lib/api/server/route";
import { db, transaction } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
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
/** What waits for a silent database without a limit of ours would still be waiting. */
const FOREVER_MS = 15_000;

async function connectTo(url: string | undefined): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = url;
  resetEnvForTests();
  checkDatabase.clear();
}

test("a healthy app is live and ready", async () => {
  expect(await api.get("/health/live")).toMatchObject({ status: 200 });
  expect(await api.get("/health/ready")).toMatchObject({ status: 200 });
});

test("readiness checks query the database at most once a second", async () => {
  checkDatabase.clear();
  const checkReadiness = () => api.get("/health/ready");
  const queries = await queriesOf(async () => {
    await Promise.all(Array.from({ length: 20 }, checkReadiness));
    await checkReadiness();
  });
  expect(queries).toHaveLength(1);
  await delay(1_000);
  expect(await queriesOf(checkReadiness)).toHaveLength(1);
});

describe("while the database is unreachable", () => {
  test("the app is live but not ready, answers 503 with Retry-After, and recovers with the database", async () => {
    const { token } = await createMember();
    await connectTo("postgresql://user:sesame@127.0.0.1:9/away");
    try {
      expect(await api.get("/health/live")).toMatchObject({ status: 200 });
      const ready = await api.get("/health/ready", { mayFail: true });
      expect(ready.status).toBe(503);
      const feed = await api.get("/posts", { token, mayFail: true });
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

describe("while the database is unresponsive", () => {
  test("requests get a 503 within 5 s, and the app recovers with the database", async () => {
    const { token } = await createMember();
    const line = await openSilentConnection(ADDRESS ?? "");
    await connectTo(line.url);
    try {
      expect(await api.get("/auth/me", { token })).toMatchObject({ status: 200 });
      line.silence(true);
      const began = performance.now();
      // The first request has the open connection, the second needs a new one.
      const replies = await Promise.all([
        api.get("/auth/me", { token, mayFail: true }),
        delay(300).then(() => api.get("/health/ready", { mayFail: true })),
      ]);
      expect(performance.now() - began).toBeLessThan(FOREVER_MS);
      for (const reply of replies) {
        expect(reply).toMatchObject({ status: 503, error: "unavailable" });
        expect(reply.headers.get("Retry-After")).toBe("3");
      }
      line.silence(false);
      // After a timeout the pool fails new queries for a moment, and the second request's
      // connection may time out only after its answer.
      const recovered = performance.now() + FOREVER_MS;
      let status: number;
      do {
        await delay(100);
        ({ status } = await api.get("/auth/me", { token, mayFail: true }));
      } while (status === 503 && performance.now() < recovered);
      expect(status).toBe(200);
    } finally {
      line.silence(false);
      await connectTo(ADDRESS);
      line.close();
    }
  });

  test("an open transaction fails just as quickly", async () => {
    const { token } = await createMember();
    const post = await createPost();
    const line = await openSilentConnection(ADDRESS ?? "");
    await connectTo(line.url);
    try {
      const began = performance.now();
      const halfway = transaction(async (tx) => {
        await tx.sql`SELECT 1`;
        line.silence(true);
        await tx.sql`SELECT 1`;
      });
      await expect(halfway).rejects.toThrow();
      expect(performance.now() - began).toBeLessThan(FOREVER_MS);
      // The next request does not wait as long again, which would be more than four seconds.
      const next = performance.now();
      const like = await api.post(`/posts/${post.id}/like`, { token, mayFail: true });
      expect(like).toMatchObject({ status: 503, error: "unavailable" });
      expect(performance.now() - next).toBeLessThan(4_000);
    } finally {
      line.silence(false);
      await connectTo(ADDRESS);
      line.close();
    }
    expect(await api.post(`/posts/${post.id}/like`, { token })).toMatchObject({ status: 200 });
  });

  test("routes without the database still answer", async () => {
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

  test("a slow query does not block others", async () => {
    await expect(db().sql`SELECT pg_sleep(60)`).rejects.toThrow();
    await expect(db().sql`SELECT 1 AS one`).resolves.toEqual([{ one: 1 }]);
  });
});

describe("the outbox", () => {
  const send = (to: string, subject: string, idempotencyKey: string) =>
    sendMail({ to, subject, text: "Hello", html: "<p>Hello</p>", idempotencyKey });

  test("lists the mails to one address, newest first, each once", async () => {
    await send("a@mitsgwl.ac.in", "First", "1");
    await send("a@mitsgwl.ac.in", "First", "1");
    await send("b@mitsgwl.ac.in", "To another address", "2");
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

  test("rejects a malformed address", async () => {
    expect(await api.get("/dev/outbox", { query: { to: "a\u0000b" } })).toMatchObject({ status: 400 });
    expect(await api.get("/dev/outbox", { query: { to: "a".repeat(301) } })).toMatchObject({ status: 400 });
  });
});
