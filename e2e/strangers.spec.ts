import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "playwright/test";
import { openSilentConnection, type SilentConnection } from "../tests/silent-connection";
import { makePerson } from "./fixtures";
import { closedWithin, freePort, openSenders, unfinished } from "./slow-senders";

/**
 * Attacks by strangers, and a frozen database, seen from outside. The server runs in a process of
 * its own, so that its memory can be measured.
 */

test.describe("strangers @desktop", () => {
  test.describe.configure({ mode: "serial" });

  const MB = 1024 * 1024;
  /** The most that clients may cost who send 50 and 90 MB. */
  const MEMORY_MAX = 40 * MB;
  /**
   * The most that 300 slow requests to the API may cost. The server holds what has arrived, in
   * network buffers of 64 KB, and the connections: 28 MB where a request arrives in one piece, and
   * on a busy machine some arrive in several.
   */
  const SLOW_MAX = 80 * MB;
  /** What waits for a frozen database without a limit of ours would still be waiting. */
  const FOREVER_MS = 20_000;

  let server: ChildProcess;
  let database: SilentConnection;
  let port = 0;
  let home = "";
  /** The bytes that the server holds before anything attacks it. */
  let idleMemory = 0;
  const output: string[] = [];

  test.beforeAll(async () => {
    const databaseUrl = process.env.E2E_DATABASE_URL;
    if (!databaseUrl)
      throw new Error("E2E_DATABASE_URL is not set. Run the journeys with `npm test` (see README).");
    database = await openSilentConnection(databaseUrl);
    port = await freePort();
    home = mkdtempSync(path.join(tmpdir(), "campus-circle-strangers-"));
    // Sends what it holds in memory when it is asked. A buffer is freed by the collection after the
    // one that frees what held it, so it collects for as long as that helps.
    const program = `
    const { serve } = await import("./scripts/server/serve.mjs");
    const { setImmediate: turn } = await import("node:timers/promises");
    await serve({ port: ${port}, host: "127.0.0.1" });
    const held = async () => {
      gc();
      await turn();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    process.on("message", async () => {
      let bytes = await held();
      for (let next = await held(); next < bytes - ${MB / 4}; next = await held()) bytes = next;
      process.send(bytes);
    });
    console.log("ready");`;
    server = spawn(process.execPath, ["--expose-gc", "--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        EMBEDDED: "1",
        PORT: String(port),
        DATA_DIR: home,
        APP_URL: `http://localhost:${port}`,
        DATABASE_URL: database.url,
        DIRECT_DATABASE_URL: "",
        NEXTAUTH_SECRET: "a secret of strangers that has more than 32 characters",
        LOG_LEVEL: "info",
      },
    });
    server.stdout?.setEncoding("utf8").on("data", (text: string) => output.push(text));
    await expect.poll(() => output.join(""), { timeout: 30_000 }).toContain("ready");
    await warmUp();
    idleMemory = await memory();
  });

  test.afterAll(async () => {
    database?.close();
    if (server?.exitCode === null) {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    if (home) rmSync(home, { recursive: true, force: true });
  });

  const urlOf = (address: string) => `http://127.0.0.1:${port}${address}`;

  /** The memory that the server holds, in bytes, without the garbage of a moment. */
  async function memory(): Promise<number> {
    const answer = once(server, "message");
    server.send("memory");
    const [bytes] = await answer;
    return bytes;
  }

  /** The median time of an answer that needs no database, in milliseconds. */
  async function answerTime(origin = urlOf("")): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < 15; round++) {
      const startedAt = performance.now();
      expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
      times.push(performance.now() - startedAt);
    }
    return times.sort((a, b) => a - b)[7] ?? 0;
  }

  /** Loads what is loaded on first use, so that no measurement includes it. */
  async function warmUp(): Promise<void> {
    for (let round = 0; round < 40; round++) {
      await fetch(urlOf("/api/auth/send-otp"), { method: "POST", body: "{" });
      await fetch(urlOf("/login-page"));
      await fetch(urlOf("/mainfeed"), { method: "POST", body: "x" });
    }
  }

  test("300 slow API requests cost little memory and no database connection, and get 408 after ten seconds", async ({
    baseURL,
  }) => {
    const connections = database.connections();
    const senders = await openSenders(port, 300, unfinished("/api/auth/send-otp", 32_000, 31_000));
    for (let second = 0; second < 6; second++) {
      await delay(1_000);
      // Like the journeys' server, which no one attacks, with room for what other journeys ask of
      // it at the same time; an answer that waits takes ten seconds.
      const usual = await answerTime(baseURL);
      expect(await answerTime()).toBeLessThan(usual + 5_000);
    }
    expect((await memory()) - idleMemory).toBeLessThan(SLOW_MAX);
    // Work of the server's own may have opened some. Requests that held one each would have opened
    // all of the pool, which are ten.
    expect(database.connections() - connections).toBeLessThan(6);
    expect(await closedWithin(senders, 15_000)).toBe(true);
    expect(new Set(senders.map(({ status }) => status))).toEqual(new Set([408]));
    expect(senders[0]?.answer).toContain(
      '{"error":"timeout","message":"The request took too long to arrive.',
    );
  });

  test("300 requests with a body for a page cost little memory, get 405 at once, and are closed soon", async () => {
    const senders = await openSenders(port, 300, unfinished("/mainfeed", 10_000_000, 300_000));
    await expect.poll(() => senders.filter(({ status }) => status === 405).length).toBe(300);
    expect((await memory()) - idleMemory).toBeLessThan(MEMORY_MAX);
    expect(await closedWithin(senders, 15_000)).toBe(true);
  });

  test("a share without the service worker is never read, however large", async () => {
    const form = unfinished("/share", 100_000_000, 1_000_000, "multipart/form-data; boundary=x");
    const senders = await openSenders(port, 50, form);
    await expect.poll(() => senders.filter(({ status }) => status === 303).length).toBe(50);
    expect((await memory()) - idleMemory).toBeLessThan(MEMORY_MAX);
    expect(await closedWithin(senders, 15_000)).toBe(true);
  });

  test("a body that announces too many bytes is rejected before it is read", async () => {
    const [sender] = await openSenders(port, 1, unfinished("/api/auth/send-otp", 10_000_000, 1));
    await expect.poll(() => sender?.status).toBe(413);
    sender?.end();
  });

  test("Next.js's internal headers have no effect on the API, and malformed ones none on a page", async () => {
    const headers = { RSC: "1", "Next-Router-State-Tree": "%7B", "Next-Router-Prefetch": "1" };
    const api = await fetch(urlOf("/api/health/live"), { headers, redirect: "manual" });
    expect(api.status).toBe(200);
    expect(await api.json()).toEqual({ status: "ok" });
    const page = await fetch(urlOf("/login-page"), { headers: { "Next-Router-State-Tree": "%7B%5B" } });
    expect(page.status).toBe(200);
  });

  test("every response is logged, even for requests that were rejected unread", async () => {
    const answers = await Promise.all([
      fetch(urlOf("/mainfeed"), { method: "DELETE" }),
      fetch(urlOf("/api/posts/%ff")),
      fetch(urlOf("/api/posts")),
    ]);
    for (const { headers, status } of answers) {
      const id = headers.get("x-request-id");
      await expect
        .poll(() =>
          output
            .join("")
            .split("\n")
            .find((entry) => entry.includes(`"${id}"`)),
        )
        .toBeTruthy();
      const text =
        output
          .join("")
          .split("\n")
          .find((entry) => entry.includes(`"${id}"`)) ?? "";
      expect(JSON.parse(text)).toMatchObject({ msg: "request", status });
    }
  });

  test("while the database is frozen, calls and pages fail within five seconds, and the rest works", async ({
    playwright,
  }) => {
    const browser = await playwright.request.newContext({ baseURL: urlOf("") });
    const { accessToken } = await makePerson(browser, "Frozen Stiff");
    const timed = async (send: () => ReturnType<typeof browser.get>) => {
      const startedAt = performance.now();
      const response = await send();
      return { response, status: response.status(), ms: performance.now() - startedAt };
    };
    database.silence(true);
    try {
      const [page, ...calls] = await Promise.all([
        timed(() => browser.get("/mainfeed")),
        timed(() => browser.get("/api/posts", { headers: { Authorization: `Bearer ${accessToken}` } })),
        timed(() => browser.post("/api/auth/send-otp", { data: { email: "someone@mitsgwl.ac.in" } })),
        timed(() => browser.get("/api/health/ready")),
      ]);
      for (const { status, ms, response } of calls) {
        expect([status, response.headers()["retry-after"]]).toEqual([503, "3"]);
        expect(ms).toBeLessThan(FOREVER_MS);
      }
      expect(page.ms).toBeLessThan(FOREVER_MS);
      // These need no session, so no database.
      for (const address of ["/api/health/live", "/sw.js"]) {
        expect((await browser.get(address)).status()).toBe(200);
      }
    } finally {
      database.silence(false);
    }
    await expect
      .poll(async () => (await fetch(urlOf("/api/health/ready"))).status, { timeout: FOREVER_MS })
      .toBe(200);
    await browser.dispose();
  });
});
