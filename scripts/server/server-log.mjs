import pino from "pino";

/**
 * The log of what the server answers before Next.js sees it: the same lines as lib/platform/log.ts,
 * which it cannot load because nothing compiles these scripts.
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

/** Longest path in a line. */
const PATH_MAX = 300;

/**
 * One line for a request that was answered here. What could not be read has neither method nor
 * path.
 * @param {{ requestId: string, status: number, method?: string | undefined, url?: string |
 *   undefined }} request
 */
export function logRequest({ requestId, status, method, url }) {
  log().info({ requestId, method, path: url?.split("?", 1)[0]?.slice(0, PATH_MAX), status }, "request");
}

/**
 * A failure of Next.js: its kind and place. Its message may quote what somebody sent.
 * @param {string} requestId
 * @param {unknown} error
 */
export function logFailure(requestId, error) {
  const { name, stack = "" } = error instanceof Error ? error : { name: typeof error };
  const frames = stack.split("\n").filter((line) => line.trimStart().startsWith("at "));
  log().error({ requestId, err: { name, stack: frames.slice(0, 12).join("\n") } }, "unforeseen failure");
}

/** @param {string} message */
export function logWarning(message) {
  log().warn(message);
}
