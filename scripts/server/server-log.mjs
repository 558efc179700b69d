import pino from "pino";

/**
 * The log of requests that the server answers before Next.js sees them. Its lines match
 * lib/platform/log.ts, which these scripts cannot load because nothing compiles them.
 */

/** @type {pino.Logger | undefined} */
let logger;

function log() {
  logger ??= pino({
    level: process.env.LOG_LEVEL || "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
  return logger;
}

/** The longest path in a log line. */
const MAX_PATH = 300;

/**
 * Logs a request that was answered here. One that could not be parsed has neither method nor path.
 * @param {{ requestId: string, status: number, method?: string | undefined, url?: string |
 *   undefined }} request
 */
export function logRequest({ requestId, status, method, url }) {
  log().info({ requestId, method, path: url?.split("?", 1)[0]?.slice(0, MAX_PATH), status }, "request");
}

/**
 * Logs the kind and place of a failure of Next.js. Its message may quote user input.
 * @param {unknown} error
 */
export function logFailure(error) {
  const { name, stack = "" } = error instanceof Error ? error : { name: typeof error };
  const frames = stack.split("\n").filter((line) => line.trimStart().startsWith("at "));
  log().error({ err: { name, stack: frames.slice(0, 12).join("\n") } }, "unexpected error");
}

/** @type {Set<string>} */
const warnings = new Set();

/** @param {string} message */
export function warnOnce(message) {
  if (!warnings.has(message)) log().warn(message);
  warnings.add(message);
}
