import "server-only";
import { env } from "@/lib/platform/env";
import { log, requestContext, scrub, withoutLiterals } from "@/lib/platform/log";
import { sendSignal } from "@/lib/platform/signals";

/**
 * What is seen of each query from outside: a line in the log when it is slow, a span in a trace.
 */

type EndQuery = (error?: unknown) => void;
/** Starts the span of a query. lib/platform/tracing.ts sets it where traces are switched on. */
type TraceQuery = (statement: string) => EndQuery;

const globalForQueries = globalThis as typeof globalThis & { campusCircleTraceQuery?: TraceQuery };

export function traceQueries(trace: TraceQuery): void {
  globalForQueries.campusCircleTraceQuery = trace;
}

/** The part of a statement that is shown. */
const STATEMENT_MAX = 300;

/** A statement without its values: those are placeholders anyway. */
const shorten = (text: string) => scrub(withoutLiterals(text).replace(/\s+/g, " ")).slice(0, STATEMENT_MAX);

/**
 * Starts to watch a query of the driver. The returned function ends it, and names the query in the
 * log if it took SLOW_QUERY_MS.
 */
export function watchQuery(query: unknown): EndQuery {
  const started = performance.now();
  const context = requestContext();
  const { text = "", name } = (typeof query === "string" ? { text: query } : query) as {
    text?: string;
    name?: string;
  };
  const endSpan = globalForQueries.campusCircleTraceQuery?.(shorten(text));
  return (error) => {
    endSpan?.(error);
    const ms = Math.round(performance.now() - started);
    if (ms < env().SLOW_QUERY_MS) return;
    sendSignal("slowQuery", { seconds: ms / 1_000 });
    log().warn({ ms, ...context, name, statement: shorten(text) }, "slow query");
  };
}
