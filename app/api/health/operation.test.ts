import { randomUUID } from "node:crypto";
import { startMetrics } from "@/lib/metrics/server/metrics";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { sendSignal } from "@/lib/platform/signals";
import { api, loadRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { createCase, createMember, createUser } from "@/tests/factories";
import { resetLimit, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** What operators ask: health, metrics, mails in development, page views. */

describe("metrics", () => {
  const TOKEN = "a token of this test, long enough";

  const setToken = (token: string) => {
    process.env.METRICS_TOKEN = token;
    resetEnvForTests();
  };

  beforeAll(async () => {
    await useTestDatabase();
    setToken(TOKEN);
    await startMetrics();
  });
  afterAll(() => setToken(""));

  async function scrape(token: string | undefined): Promise<Response> {
    const { GET } = await loadRoute(["metrics"]);
    return GET(makeRequest({ path: "/api/metrics", token }), { params: Promise.resolve({}) });
  }

  /** The metrics as `name{labels}` → value. */
  async function read(): Promise<Map<string, number>> {
    const response = await scrape(TOKEN);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
    const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
    );
  }

  /** By how much a metric has grown: counts last as long as the process, or the database. */
  const grown = (before: Map<string, number>, after: Map<string, number>, name: string) =>
    (after.get(name) ?? 0) - (before.get(name) ?? 0);

  test("needs the token, and does not exist without one", async () => {
    expect((await scrape(TOKEN)).status).toBe(200);
    expect((await scrape(undefined)).status).toBe(404);
    expect((await scrape(`${TOKEN}r`)).status).toBe(404);
    setToken("");
    try {
      expect((await scrape("")).status).toBe(404);
      expect((await scrape(undefined)).status).toBe(404);
    } finally {
      setToken(TOKEN);
    }
  });

  test("counts calls by the pattern of their route, whatever their address", async () => {
    const before = await read();
    const { token } = await createMember();
    for (let call = 0; call < 3; call++) await api.get(`/posts/${randomUUID()}`, { token });
    await api.get(`/posts/${"made-up".repeat(3)}`, { token });
    await api.get(`/no/such/${randomUUID()}`);
    const metrics = await read();
    const name = "campus_circle_request_duration_seconds_count";
    expect(grown(before, metrics, `${name}{route="/api/posts/[postId]",method="GET",status="404"}`)).toBe(4);
    expect(grown(before, metrics, `${name}{route="/api/[...path]",method="GET",status="404"}`)).toBe(1);
    expect([...metrics.keys()].join("\n")).not.toMatch(/made-up|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  test("counts rejections by limit", async () => {
    const before = await read();
    const { token } = await createMember();
    setLimit("search", 1, 60);
    setLimit("read", 3, 60);
    try {
      for (let call = 0; call < 2; call++) await api.get("/search/users", { token, query: { q: "asha" } });
      for (let call = 0; call < 3; call++) await api.get("/auth/me", { token });
    } finally {
      resetLimit("search");
      resetLimit("read");
    }
    const metrics = await read();
    expect(grown(before, metrics, 'campus_circle_rate_limit_rejections_total{limit="search"}')).toBe(1);
    expect(grown(before, metrics, 'campus_circle_rate_limit_rejections_total{limit="read"}')).toBe(2);
  });

  test("counts pages, mails, pushes and sweeps by what became of them", async () => {
    const before = await read();
    sendSignal("page", { route: "/mainfeed", kind: "html", status: 200, seconds: 0.03 });
    sendSignal("mail", { host: "resend", outcome: "sent", count: 3 });
    sendSignal("push", { service: "mozilla", outcome: "gone" });
    sendSignal("sweep", { part: "posts", outcome: "done" });
    sendSignal("sweep", { part: "media", outcome: "failed" });
    const metrics = await read();
    const page = '{le="0.05",route="/mainfeed",kind="html",status="200"}';
    expect(grown(before, metrics, `campus_circle_page_duration_seconds_bucket${page}`)).toBe(1);
    expect(grown(before, metrics, 'campus_circle_mails_total{host="resend",outcome="sent"}')).toBe(3);
    expect(grown(before, metrics, 'campus_circle_pushes_total{service="mozilla",outcome="gone"}')).toBe(1);
    expect(grown(before, metrics, 'campus_circle_sweeps_total{part="media",outcome="failed"}')).toBe(1);
    const secondsAgo = (part: string) =>
      Date.now() / 1000 -
      (metrics.get(`campus_circle_sweep_last_success_timestamp_seconds{part="${part}"}`) ?? 0);
    expect(secondsAgo("posts")).toBeLessThan(60);
    // It never succeeded, so it counts from the beginning of the process, within five seconds.
    expect(secondsAgo("media")).toBeCloseTo(performance.now() / 1000, -1);
  });

  test("counts what is open and what waits", async () => {
    const before = await read();
    await db().mediaDeletion.create({
      data: { id: randomUUID(), publicId: randomUUID(), mediaType: "image" },
    });
    const person = await createUser();
    for (const openedAt of [new Date(), ago(4, "days")]) {
      await createCase({ subject: "person", subjectId: randomUUID(), person, openedAt });
    }
    const metrics = await read();
    expect(grown(before, metrics, 'campus_circle_moderation_waiting{queue="cases"}')).toBe(2);
    expect(grown(before, metrics, 'campus_circle_moderation_waiting{queue="overdue"}')).toBe(1);
    expect(grown(before, metrics, 'campus_circle_queued{queue="media_deletion"}')).toBe(1);
    expect(metrics.get('campus_circle_queued{queue="push"}')).toBe(0);
    expect(metrics.get('campus_circle_queued{queue="mail"}')).toBe(0);
    expect(metrics.get("campus_circle_mails_sent_today")).toBe(0);
    expect(metrics.get("campus_circle_mail_failing_seconds")).toBe(0);
    expect(metrics.get("campus_circle_open_streams")).toBe(0);
    expect(metrics.get('campus_circle_database_connections{pool="request",state="open"}')).toBeGreaterThan(0);
    expect(metrics.get('campus_circle_database_connections{pool="request",state="waiting"}')).toBe(0);
    expect(metrics.get('campus_circle_failures_total{where="page"}')).toBe(0);
    expect(metrics.get("process_resident_memory_bytes")).toBeGreaterThan(0);
  });

  test("answers without the queues while they cannot be counted", async () => {
    await db().sql`ALTER TABLE push_messages RENAME TO away`;
    const metrics = await read().finally(() => db().sql`ALTER TABLE away RENAME TO push_messages`);
    expect([...metrics.keys()].some((key) => key.startsWith("campus_circle_queued"))).toBe(false);
    expect(metrics.get("campus_circle_open_streams")).toBe(0);
  });
});

describe("the outbox", () => {
  beforeAll(useTestDatabase);
  const own = { ...process.env };
  afterEach(() => {
    process.env = { ...own };
    resetEnvForTests();
  });

  async function statusOf(headers: Record<string, string>): Promise<number> {
    return (await api.get("/dev/outbox", { headers })).status;
  }
  const basic = (password: string) => ({
    Authorization: `Basic ${Buffer.from(`any:${password}`).toString("base64")}`,
  });

  describe("the outbox, which gives access to every account", () => {
    test.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST"])(
      "opens at %s",
      async (host) => {
        expect(await statusOf({ host })).toBe(200);
      },
    );

    test.each([
      "evil.example:3000",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "192.168.1.20:3000",
      "",
      "not a host",
    ])("rejects the host %j, which a DNS rebinding page could use", async (host) => {
      expect(await statusOf({ host })).toBe(403);
    });

    test.each<Record<string, string>>([
      { "X-Forwarded-For": "203.0.113.7" },
      { "X-Forwarded-For": "127.0.0.1, 203.0.113.7" },
      { "X-Real-IP": "203.0.113.7" },
      { Forwarded: "for=203.0.113.7" },
      { Via: "1.1 proxy" },
    ])("rejects what a proxy passed on without a password: %j", async (headers) => {
      expect(await statusOf({ host: "127.0.0.1:3000", ...headers })).toBe(403);
      process.env.OUTBOX_PASSWORD = "sesame";
      resetEnvForTests();
      expect(await statusOf({ host: "127.0.0.1:3000", ...headers, ...basic("sesame") })).toBe(200);
    });

    test("opens when Next.js itself names this machine", async () => {
      for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
        expect(await statusOf({ host: "localhost:3000", "X-Forwarded-For": address })).toBe(200);
      }
    });

    test("opens at the app's own address", async () => {
      process.env.APP_URL = "https://demo.example";
      resetEnvForTests();
      expect(await statusOf({ host: "demo.example" })).toBe(200);
    });

    test("with a password opens from any address, and only with that password", async () => {
      process.env.OUTBOX_PASSWORD = "sesame";
      resetEnvForTests();
      const wrong: Record<string, string>[] = [
        {},
        basic("other"),
        basic(""),
        { "X-Outbox-Password": "sesam" },
      ];
      for (const headers of wrong) {
        expect(await statusOf({ host: "localhost:3000", ...headers })).toBe(403);
      }
      expect(await statusOf({ host: "192.168.1.20:3000", ...basic("sesame") })).toBe(200);
      expect(await statusOf({ host: "192.168.1.20:3000", "X-Outbox-Password": "sesame" })).toBe(200);
    });
  });

  describe("the outbox on Vercel", () => {
    const password = "open sesame please";

    function deploy(environment: "preview" | "production"): void {
      Object.assign(process.env, {
        EMBEDDED: "",
        VERCEL: "1",
        VERCEL_ENV: environment,
        VERCEL_URL: "campus.example",
        VERCEL_PROJECT_PRODUCTION_URL: "campus.example",
        CLOUDINARY_URL: "cloudinary://k:s@cloud",
        CRON_SECRET: "c".repeat(32),
        // Set for every environment, by mistake.
        RESEND_API_KEY: "re_1",
        MAIL_FROM: "hello@campus.example",
        OUTBOX_PASSWORD: password,
      });
      if (environment === "preview") process.env.PREVIEW = "1";
      resetEnvForTests();
    }

    test("on a preview opens with its password, and gets the mails that would go to people", async () => {
      deploy("preview");
      expect(await statusOf({ host: "campus.example" })).toBe(403);
      await api.post("/auth/register", { body: { email: "new.person@mitsgwl.ac.in", collegeName: "MITS" } });
      const sent = await api.post("/auth/send-otp", { body: { email: "new.person@mitsgwl.ac.in" } });
      expect(sent.status).toBe(200);
      const reply = await api.get("/dev/outbox", { headers: { host: "campus.example", ...basic(password) } });
      expect(reply.body).toMatchObject({ mails: [{ to: "new.person@mitsgwl.ac.in" }] });
    });

    test("in production does not exist, whatever is sent", async () => {
      deploy("production");
      expect(await statusOf({ host: "campus.example", ...basic(password) })).toBe(404);
    });
  });
});

describe("POST /api/analytics/page-view", () => {
  beforeAll(useTestDatabase);

  const views = () =>
    db().pageView.findMany({ orderBy: { path: "asc" }, select: { path: true, count: true } });
  const view = (path: unknown, ip = "10.0.0.1") => api.post("/analytics/page-view", { body: { path }, ip });

  afterEach(async () => {
    await db().pageView.deleteMany();
    delete process.env.LIMIT_PAGE_VIEW;
  });

  test("counts a view without identifying the visitor", async () => {
    const first = await view("/mainfeed");
    expect(first.status).toBe(204);
    expect(first.headers.has("Set-Cookie")).toBe(false);
    await view("/mainfeed");
    expect(await views()).toEqual([{ path: "/mainfeed", count: 2 }]);
  });

  test("counts each of many simultaneous views", async () => {
    await Promise.all(Array.from({ length: 30 }, () => view("/notify")));
    expect(await views()).toEqual([{ path: "/notify", count: 30 }]);
  });

  test("stores which screen it was, without ids", async () => {
    await view("/profile/0190a1b2-aaaa-7bbb-8ccc-1234567890ab?tab=ishita@mitsgwl.ac.in");
    await view("/ishita@mitsgwl.ac.in");
    expect(await views()).toEqual([
      { path: "/other", count: 1 },
      { path: "/profile/{userId}", count: 1 },
    ]);
  });

  test("silently stops counting above the limit", async () => {
    process.env.LIMIT_PAGE_VIEW = "2/60";
    for (let i = 0; i < 4; i++) expect((await view("/up", "10.0.0.9")).status).toBe(204);
    expect(await views()).toEqual([{ path: "/up", count: 2 }]);
  });

  test.each([undefined, 7, "mainfeed", "", `/${"x".repeat(2_000)}`])("rejects %j as a path", async (path) => {
    expect((await view(path)).status).toBe(400);
    expect(await views()).toEqual([]);
  });
});
