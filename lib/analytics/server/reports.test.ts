import { CLIENT_ERROR_LIMITS } from "@/lib/analytics/policy";
import { VIEW_DAYS } from "@/lib/analytics/schema";
import { countPageView, recentViews, viewsOfRecentDays } from "@/lib/analytics/server/page-views";
import { db } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
import { resetEnvForTests } from "@/lib/platform/env";
import { api } from "@/tests/api";
import { cpuTime } from "@/tests/cpu-time";
import { resetLimit, setLimit } from "@/tests/limits";
import { captureLog } from "@/tests/log-lines";
import { useTestDatabase } from "@/tests/test-db";

/** Reports of browsers, and page views. */

const logged = captureLog();

describe("client errors", () => {
  /** Errors in browsers, as lib/analytics/client/report-error.ts sends them. */

  const ERROR = {
    reference: "0d9c8a52-8f63-4a0e-9a43-6a5d5c7f6f10",
    name: "TypeError",
    message: "asha.rao@mitsgwl.ac.in is undefined",
    stack: [
      "TypeError: asha.rao@mitsgwl.ac.in is undefined",
      "    at toPost (https://campus.example/_next/static/chunks/abc.js:1:234)",
      "    at https://campus.example/_next/static/chunks/def.js:2:99",
      "    at secret (https://evil.example/steal.js?token=eyJhbGciOi.eyJzdWIi.x:1:1)",
      "render@https://campus.example/_next/static/chunks/safari.js:3:4",
      "    what a person wrote",
    ].join("\n"),
    path: "/profile/0190aaaa-0000-7000-8000-000000000000",
  };
  afterEach(() => resetLimit("client_error"));

  const send = (body: unknown, ip = "203.0.113.1") => api.post("/client-errors", { body, ip });

  test("is logged under its reference, with the screen and our own frames, and without what it quotes", async () => {
    expect((await send(ERROR)).status).toBe(204);
    expect(logged()).toEqual([
      {
        level: "error",
        msg: "error in a browser",
        reference: ERROR.reference,
        page: "/profile/{userId}",
        thrown: {
          name: "TypeError",
          message: "[email] is undefined",
          stack: [
            "at toPost (/_next/static/chunks/abc.js:1:234)",
            "at anonymous (/_next/static/chunks/def.js:2:99)",
            "at render (/_next/static/chunks/safari.js:3:4)",
          ].join("\n"),
        },
      },
    ]);
  });

  test.each([
    ["no reference", { ...ERROR, reference: "mine" }],
    ["a message that is too long", { ...ERROR, message: "a".repeat(CLIENT_ERROR_LIMITS.message + 1) }],
    ["a stack that is too long", { ...ERROR, stack: "a".repeat(CLIENT_ERROR_LIMITS.stack + 1) }],
    ["no path", { ...ERROR, path: "https://elsewhere.example" }],
    ["more than was asked for", { ...ERROR, user: "me" }],
  ])("with %s is rejected", async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, error: "validation" });
    expect(logged()).toEqual([]);
  });

  test("a stack made to be slow is read quickly", async () => {
    const spent = await cpuTime(async () => {
      await send({ ...ERROR, stack: `${"@ (".repeat(160)}\n`.repeat(8).slice(0, CLIENT_ERROR_LIMITS.stack) });
      await send({ ...ERROR, stack: " \n".repeat(CLIENT_ERROR_LIMITS.stack / 2) });
    });
    expect(spent).toBeLessThan(2_000);
  });

  test("a network address may report a few, and no one can fill the log", async () => {
    setLimit("client_error", 5, 600);
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(ERROR, "203.0.113.2")));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 204, 429]);
    for (let network = 0; network < 120; network++) await send(ERROR, `198.51.100.${network}`);
    expect(logged().length).toBeLessThanOrEqual(100);
  });
});

describe("csp reports", () => {
  /** Content security policy reports, sent as browsers do. */

  const legacyReport = (document: string) => ({
    "csp-report": {
      "document-uri": document,
      "effective-directive": "script-src-elem",
      "blocked-uri": "https://evil.example/steal.js?token=secret",
      "source-file": "https://campus.example/_next/static/x.js",
      "original-policy": "…",
    },
  });
  const send = (body: unknown, type: string, ip = "203.0.113.1") =>
    api.post("/csp-reports", { body: JSON.stringify(body), headers: { "Content-Type": type }, ip });

  test("reports are logged with what was blocked on which screen, and without ids", async () => {
    const page = "https://campus.example/profile/0190aaaa-0000-7000-8000-000000000000?q=private";
    expect((await send(legacyReport(page), "application/csp-report")).status).toBe(204);
    const report = [
      {
        type: "csp-violation",
        body: { documentURL: page, effectiveDirective: "img-src", blockedURL: "inline" },
      },
      { type: "deprecation", body: {} },
    ];
    expect((await send(report, "application/reports+json")).status).toBe(204);
    expect(logged()).toMatchObject([
      {
        violation: {
          directive: "script-src-elem",
          blocked: "https://evil.example",
          page: "/profile/{userId}",
          source: "https://campus.example",
        },
      },
      { violation: { directive: "img-src", blocked: "inline", page: "/profile/{userId}", source: "" } },
    ]);
  });

  test("anything else is ignored or rejected, and never fails", async () => {
    for (const body of [{}, [], null, 7, "text", [{ type: "csp-violation" }], { "csp-report": 1 }]) {
      expect((await send(body, "application/csp-report")).status).toBe(204);
    }
    const post = (body: string) => api.post("/csp-reports", { body });
    expect((await post("{")).status).toBe(400);
    expect((await post(`"${"a".repeat(70_000)}"`)).status).toBe(413);
    expect(logged()).toEqual([]);
  });

  test("a flood from one network is rejected, and hides no one else's reports from the log", async () => {
    const report = legacyReport("https://campus.example/");
    const statuses = new Set<number>();
    for (let sent = 0; sent < 60; sent++) {
      statuses.add((await send(report, "application/csp-report", "198.51.100.7")).status);
    }
    // One customer's thousands of networks count as one.
    for (let sent = 0; sent < 200; sent++) {
      await send(report, "application/csp-report", `2001:db8:99:${sent}::1`);
    }
    expect([...statuses]).toEqual([204, 429]);
    expect(logged().length).toBe(20);
    await send(report, "application/csp-report", "203.0.113.9");
    expect(logged().length).toBe(21);
  });
});

describe("the views of the last 14 days", () => {
  beforeAll(useTestDatabase);
  afterEach(async () => {
    recentViews.clear();
    await db().pageView.deleteMany();
  });

  const DAY = 24 * 60 * 60_000;
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
  const createViews = (path: string, day: string, count: number) =>
    db().pageView.create({ data: { path, day: new Date(day), count } });

  test("come oldest first, today last, with a zero for each day without views", async () => {
    const days = await viewsOfRecentDays();
    expect(days).toEqual(
      Array.from({ length: VIEW_DAYS }, (_, i) => ({ day: daysAgo(VIEW_DAYS - 1 - i), views: 0 })),
    );
  });

  test("add up the views of all screens on a day, and leave out older days", async () => {
    await createViews("/mainfeed", daysAgo(13), 5);
    await createViews("/notify", daysAgo(13), 2);
    await createViews("/mainfeed", daysAgo(14), 100);
    await createViews("/mainfeed", daysAgo(1), 2_000_000_000);
    await createViews("/notify", daysAgo(1), 2_000_000_000);
    await countPageView("/mainfeed", "10.0.0.1");
    const days = await viewsOfRecentDays();
    expect(days?.filter(({ views }) => views > 0)).toEqual([
      { day: daysAgo(13), views: 7 },
      { day: daysAgo(1), views: 4_000_000_000 },
      { day: daysAgo(0), views: 1 },
    ]);
  });

  test("are cached for a minute, so that many visitors of the status page cost one query", async () => {
    await viewsOfRecentDays();
    await countPageView("/mainfeed", "10.0.0.1");
    expect((await viewsOfRecentDays())?.at(-1)).toEqual({ day: daysAgo(0), views: 0 });

    jest.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    expect((await viewsOfRecentDays())?.at(-1)?.views).toBe(1);
  });

  test("are undefined, not an error, while the database is down, and read again as soon as it is back", async () => {
    const url = process.env.DATABASE_URL;
    await disconnect();
    process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/away";
    resetEnvForTests();
    expect(await viewsOfRecentDays()).toBeUndefined();

    await disconnect();
    process.env.DATABASE_URL = url;
    resetEnvForTests();
    expect(await viewsOfRecentDays()).toHaveLength(VIEW_DAYS);
  });
});
