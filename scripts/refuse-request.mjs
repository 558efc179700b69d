import { randomUUID } from "node:crypto";

/**
 * Requests that a bare Next.js answers with a 500 are refused before it sees them.
 *
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Answers a request that is none of ours.
 * @param {Request} request
 * @param {Response} response
 * @returns {boolean} whether it was refused, and so answered
 */
export function refuseBeforeNext(request, response) {
  if (!METHODS.includes(request.method ?? "")) {
    response.setHeader("Allow", METHODS.join(", "));
    refuse(request, response, 405, "method_not_allowed", "This method is not supported here.");
    return true;
  }
  if (!isReadableTarget(request.url ?? "")) {
    refuse(request, response, 400, "bad_request", "This address is not readable.");
    return true;
  }
  return false;
}

/**
 * Whether the request names a path whose percent escapes are valid UTF-8 without NUL.
 * @param {string} target
 */
function isReadableTarget(target) {
  if (!target.startsWith("/")) return false;
  const [path = ""] = target.split("?", 1);
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    // What cannot be decoded is exactly what is being asked.
    return false;
  }
}

/**
 * JSON for programs, plain text for people.
 * @param {Request} request
 * @param {Response} response
 * @param {number} status
 * @param {string} error
 * @param {string} message
 */
function refuse(request, response, status, error, message) {
  const asPage = status !== 405 && !request.url?.startsWith("/api");
  response.writeHead(status, {
    "Content-Type": asPage ? "text/plain; charset=utf-8" : "application/json",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": randomUUID(),
  });
  response.end(asPage ? message : JSON.stringify({ error, message }));
  // Whatever body still comes is not read.
  request.resume();
}
