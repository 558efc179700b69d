import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { useTestDatabase } from "@/tests/test-db";

/**
 * Traces as a collector receives them. e2e/observability.spec.ts has the traces of a whole request.
 */

type Span = {
  name: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
};

/** A collector of OTLP over HTTP, which is also the provider that is called. */
const received: { url: string; body: string }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push({ url: request.url ?? "", body: Buffer.concat(chunks).toString() });
  response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
});

/** Runs in a process of its own: the library is an ES module, which Jest cannot load. */
const PROGRAM = `
  import { trace } from "@opentelemetry/api";
  import { db } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
  import { startTracing } from "@/lib/platform/tracing";

  startTracing();
  const provider = process.env.OTEL_EXPORTER_OTLP_ENDPOINT + "/push/secret-endpoint?token=hidden";
  await trace.getTracer("test").startActiveSpan("GET " + provider, async (span) => {
    await db().user.findFirst({ where: { email: "asha.rao@mitsgwl.ac.in" }, select: { id: true } });
    await fetch(provider, { method: "POST" });
    span.setAttribute("http.target", "/search-users?q=asha");
    span.recordException(new Error("no user asha.rao@mitsgwl.ac.in"));
    span.end();
  });
  await trace.getTracerProvider().getDelegate().forceFlush();
  await disconnect();
`;

let folder: string;
let address: string;
beforeAll(async () => {
  await useTestDatabase();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Inside the project, where tsx finds its paths.
  folder = mkdtempSync(join(process.cwd(), ".data-test-tracing-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  server.close();
  server.closeAllConnections();
});

test("queries and calls of providers are traced, without what they hold", async () => {
  const file = join(folder, "program.mts");
  writeFileSync(file, PROGRAM);
  await promisify(execFile)(process.execPath, ["--conditions=react-server", "--import", "tsx", file], {
    env: {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: address,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    },
  });
  const exports = received.filter(({ url }) => url === "/v1/traces");
  const spans = exports.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  const root = spans.find(({ parentSpanId }) => !parentSpanId);
  expect(root?.name).toBe(`GET ${new URL(address).host}`);
  expect(spans.map(({ name }) => name)).toContain("prisma:client:operation");
  const query = spans.find(({ name }) => name === "postgresql query");
  const statement = query?.attributes.find(({ key }) => key === "db.query.text")?.value.stringValue;
  expect(statement).toMatch(/^SELECT .+ FROM "public"\."users" WHERE .+\$1/);
  const call = spans.find(({ name }) => name.startsWith("fetch POST"));
  expect(call?.parentSpanId).toBe(root?.spanId);
  const sent = exports.map(({ body }) => body).join();
  expect(sent).toContain("no user [email]");
  expect(sent).not.toMatch(/asha|secret-endpoint|hidden|search-users/);
});
