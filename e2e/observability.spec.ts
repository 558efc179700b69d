import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { expect, test } from "playwright/test";

/**
 * What operators see of the product: metrics, traces and the log of a production server, which
 * this file starts for itself, on an empty database.
 */

const METRICS_TOKEN = "a token of this journey";
const DATABASE = "e2e_observability";

type Span = { name: string; traceId: string };

let product: ChildProcess;
let collector: Server;
let address: string;
const spans: Span[] = [];
let output = "";

const lines = () =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  const otlp = await listen(collector);
  const databaseUrl = await createEmptyDatabase();
  const port = await freePort();
  address = `http://localhost:${port}`;
  const start = `import("./scripts/server/serve.mjs").then(({ serve }) => serve({ port: ${port}, host: "127.0.0.1" }))`;
  product = spawn(process.execPath, ["--input-type=module", "--eval", start], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      EMBEDDED: "1",
      NEXTAUTH_SECRET: "a secret that only this journey knows",
      APP_URL: address,
      DATABASE_URL: databaseUrl,
      DIRECT_DATABASE_URL: "",
      LOG_LEVEL: "info",
      METRICS_TOKEN,
      SLOW_QUERY_MS: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: otlp,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [product.stdout, product.stderr]) {
    stream?.on("data", (data) => {
      output += data;
    });
  }
  await expect(async () => {
    expect((await fetch(`${address}/api/health/live`)).status).toBe(200);
  }).toPass({ timeout: 30_000 });
});

test.afterAll(() => {
  product.kill();
  collector.close();
  collector.closeAllConnections();
});

const scrape = (token: string) =>
  fetch(`${address}/api/metrics`, { headers: { Authorization: `Bearer ${token}` } });

test("metrics count calls by route with the token", async () => {
  await fetch(`${address}/api/posts/${randomUUID()}`);
  await fetch(`${address}/api/posts/${randomUUID()}`);
  await fetch(`${address}/api/no/such/${randomUUID()}`);
  expect((await scrape("a guess")).status).toBe(404);
  const metrics = await (await scrape(METRICS_TOKEN)).text();
  const count = "campus_circle_request_duration_seconds_count";
  expect(metrics).toContain(`${count}{route="/api/posts/[postId]",method="GET",status="401"} 2`);
  expect(metrics).toContain(`${count}{route="/api/[...path]",method="GET",status="404"} 1`);
  expect(metrics).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("metrics measure pages by route", async () => {
  for (const path of ["/login-page", `/post/${randomUUID()}`, `/no/such/${randomUUID()}`])
    await (await fetch(address + path, { redirect: "manual" })).text();
  const metrics = await (await scrape(METRICS_TOKEN)).text();
  const count = "campus_circle_page_duration_seconds_count";
  expect(metrics).toContain(`${count}{route="/login-page",kind="html",status="200"} 1`);
  expect(metrics).toContain(`${count}{route="/post/[postId]",kind="html",status="307"} 1`);
  expect(metrics).toContain(`${count}{route="other",kind="html",status="404"} 1`);
  expect(metrics).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("the trace of a request has its route and its queries", async () => {
  await expect(async () => {
    await fetch(`${address}/api/health/ready`);
    const requests = spans.filter(({ name }) => name === "GET /api/health/ready");
    const traces = requests.map(({ traceId }) => traceId);
    const query = spans.find(({ name, traceId }) => name === "postgresql query" && traces.includes(traceId));
    expect(query).toBeDefined();
  }).toPass({ timeout: 30_000 });
});

test("a slow query is logged with its route", () => {
  const slow = lines().find(({ msg, route }) => msg === "slow query" && route === "/api/health/ready");
  expect(slow).toMatchObject({ statement: "SELECT 1", ms: expect.any(Number) });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}

async function createEmptyDatabase(): Promise<string> {
  const url = new URL(process.env.E2E_DATABASE_URL ?? "");
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
  url.pathname = `/${DATABASE}`;
  return url.href;
}
