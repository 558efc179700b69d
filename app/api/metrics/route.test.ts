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
  expect(secondsAgo("posts")).toBeLessThan(5);
  // It never succeeded, so it counts from the beginning of the process.
  expect(secondsAgo("media")).toBeCloseTo(performance.now() / 1000, 0);
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
