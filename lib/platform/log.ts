import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type Logger } from "pino";
import { env } from "@/lib/platform/env";

/**
 * JSON lines on stdout: one a request (lib/api/server/route.ts), plus errors. Never log a code,
 * token, password, mail body or database address; log ids instead. pino escapes line breaks, so a
 * value cannot forge a line.
 */

let logger: Logger | undefined;

export function log(): Logger {
  logger ??= pino({
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: safeError },
  });
  return logger;
}

/** Name, code and stack of an error, without the values that database errors quote. */
export function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: "not an Error" };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  const message = scrub(error.message);
  const stack = frames.slice(0, 12).join("\n");
  return { name: error.name, code: codeOf(error), message, cause: causeOf(error), stack };
}

/**
 * What is behind an error such as "fetch failed": the name and the code. Its message may quote what
 * was sent.
 */
function causeOf({ cause }: Error): { name: string; code: string | undefined } | undefined {
  if (!(cause instanceof Error)) return undefined;
  return { name: cause.name, code: codeOf(cause) };
}

const codeOf = (error: Error): string | undefined =>
  "code" in error && typeof error.code === "string" ? error.code : undefined;

/** Redacts URLs, email addresses, tokens and six-digit codes. */
export function scrub(text: string): string {
  return text
    .slice(0, 2000)
    .replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "[address]")
    .replace(/[^\s@"'<>]+@[^\s@"'<>]+/g, "[email]")
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]")
    .replace(/\b\d{6}\b/g, "[number]");
}

/** SQL without its literals. Values are placeholders anyway. */
export const withoutLiterals = (sql: string): string => sql.replace(/'[^']*'/g, "'…'");

/**
 * Which call of the API the current work is for, so that the log can name it far from the route.
 */
type RequestContext = { requestId: string; route: string };

const globalForContext = globalThis as typeof globalThis & {
  campusCircleRequest?: AsyncLocalStorage<RequestContext>;
};
// One for the process: the database driver may have been set up by another bundle of Next.js.
globalForContext.campusCircleRequest ??= new AsyncLocalStorage();
const storage = globalForContext.campusCircleRequest;

export const withRequestContext = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

/** Undefined outside of the API: in pages and upkeep. */
export const requestContext = (): RequestContext | undefined => storage.getStore();
