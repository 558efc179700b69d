import "server-only";
import { type Attributes, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import { PrismaInstrumentation } from "@prisma/instrumentation";
import { registerOTel } from "@vercel/otel";
import { scrub, withoutLiterals } from "@/lib/platform/log";
import { traceQueries } from "@/lib/platform/query-watch";

/**
 * OpenTelemetry traces (docs/observability.md): Next.js traces requests, Prisma its operations, the
 * driver's pool queries, and `fetch` the calls of providers. instrumentation.ts loads this file
 * only when OTEL_EXPORTER_OTLP_ENDPOINT is set; the library reads that variable and its like.
 */
export function startTracing(): void {
  registerOTel({
    serviceName: "campus-circle",
    instrumentations: ["fetch", new PrismaInstrumentation({ ignoreSpanTypes: [PRISMA_QUERY] })],
    spanProcessors: [new SpanScrubber(), "auto"],
  });
  traceQueries(startQuerySpan);
}

/** Not every query goes through Prisma, so the driver's are traced instead. */
const PRISMA_QUERY = "prisma:client:db_query";

function startQuerySpan(statement: string): (error?: unknown) => void {
  const span = trace.getTracer("campus-circle").startSpan("postgresql query", {
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql", "db.query.text": statement },
  });
  return (error) => {
    if (error) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
}

/**
 * What a span may say besides its name. Addresses are left out: they hold ids, what was searched
 * for, signatures of uploads, and the endpoints of people's browsers for push.
 */
const SPAN_ATTRIBUTES = new Set([
  "db.system",
  "db.system.name",
  "db.query.text",
  "db.operation.name",
  "error.type",
  "http.host",
  "http.method",
  "http.request.method",
  "http.route",
  "http.status_code",
  "http.response.status_code",
  "method",
  "model",
  "name",
  "net.peer.name",
  "next.page",
  "next.route",
  "next.rsc",
  "next.segment",
  "next.span_name",
  "next.span_type",
  "server.address",
]);

/** Takes out of a span, before it is exported, what the log would not say either. */
class SpanScrubber implements SpanProcessor {
  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    const { attributes, events, status } = span as { -readonly [K in keyof ReadableSpan]: ReadableSpan[K] };
    Object.assign(span, { name: scrubText(span.name) });
    if (status.message) Object.assign(span, { status: { ...status, message: scrubText(status.message) } });
    keepOnly(attributes, SPAN_ATTRIBUTES);
    for (const event of events) if (event.attributes) keepOnly(event.attributes, EXCEPTION);
  }

  async forceFlush(): Promise<void> {}
  async shutdown(): Promise<void> {}
}

/** The attributes of an exception: its stack repeats the message. */
const EXCEPTION = new Set(["exception.type", "exception.message"]);

function keepOnly(attributes: Attributes, names: Set<string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (!names.has(name)) delete attributes[name];
    else if (typeof value === "string") attributes[name] = scrubText(value);
  }
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Without the paths of addresses, queries, ids and whatever else the log leaves out. */
const scrubText = (text: string): string =>
  scrub(withoutLiterals(text).replace(/\b[a-z]+:\/\/([^/\s?#]+)\S*/gi, "$1"))
    .replace(/\?\S*/g, "")
    .replace(UUID, "[id]");
