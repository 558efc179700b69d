import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { disconnect } from "@/lib/platform/db";
import { unlessDatabaseHangs } from "@/lib/platform/db-watch";
import { resetEnvForTests } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";
import { api } from "@/tests/api";
import { createMember } from "@/tests/factories";
import { useTestDatabase } from "@/tests/world";

beforeAll(useTestDatabase);

const ADDRESS = process.env.DATABASE_URL;

async function connectTo(url: string | undefined): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = url;
  resetEnvForTests();
}

test("who asks whether the app lives and is ready is told so", async () => {
  expect(await api.get("/health/live")).toMatchObject({ status: 200 });
  expect(await api.get("/health/ready")).toMatchObject({ status: 200 });
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
  /** The database through a line that can be made to swallow everything. */
  async function openLine() {
    const to = new URL(ADDRESS ?? "");
    const here = new URL(to);
    const ends = new Set<Socket>();
    let silent = false;
    const line = createServer((near) => {
      const far = connect(Number(to.port), to.hostname);
      for (const [from, into] of [[near, far] as const, [far, near] as const]) {
        ends.add(from);
        from.pipe(into);
        from.on("error", () => into.destroy());
        from.on("close", () => ends.delete(from));
        if (silent) from.pause();
      }
    });
    await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
    here.port = String((line.address() as AddressInfo).port);
    return {
      url: here.href,
      silence: (wanted: boolean) => {
        silent = wanted;
        for (const end of ends) wanted ? end.pause() : end.resume();
      },
      close: () => line.close(),
    };
  }

  test("people are asked to come back within 5 s, and it goes on when it speaks again", async () => {
    const { token } = await createMember();
    const line = await openLine();
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
      expect(await api.get("/auth/me", { token })).toMatchObject({ status: 200 });
    } finally {
      line.silence(false);
      await connectTo(ADDRESS);
      line.close();
    }
  });

  test("what only takes its time is waited for", async () => {
    await expect(unlessDatabaseHangs(delay(4_500, "done"))).resolves.toBe("done");
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
