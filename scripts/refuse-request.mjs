import { randomUUID } from "node:crypto";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/**
 * Requests that a bare Next.js answers with a 500, or with nothing, are refused before it sees them.
 *
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const READING = ["GET", "HEAD", "OPTIONS"];

/**
 * Answers a request that is none of ours.
 * @param {Request} request
 * @param {Response} response
 * @returns {boolean} whether it was refused, and so answered
 */
export function refuseBeforeNext(request, response) {
  const methods = isFile(request.url ?? "") ? READING : METHODS;
  if (!methods.includes(request.method ?? "")) {
    response.setHeader("Allow", methods.join(", "));
    refuse(request, response, 405, "method_not_allowed", "This method is not supported here.");
    return true;
  }
  const complaint = whatIsUnreadable(request);
  if (complaint) refuse(request, response, 400, "bad_request", complaint);
  return complaint !== undefined;
}

/**
 * Whether the address is that of a file, not of the API or a page.
 * @param {string} target
 */
const isFile = (target) => !/^\/api(?:\/|$)/.test(target) && /^[^?]*\.\w+(?:\?|$)/.test(target);

/**
 * @param {Request} request
 * @returns {string | undefined} a sentence; undefined for a request that Next.js can be given
 */
function whatIsUnreadable({ url = "", httpVersion, headers }) {
  if (!isReadableTarget(url)) return "This address is not readable.";
  if (httpVersion === "1.1" && !headers.host) return "The request names no host.";
  // The product has none; Next.js would look for it, and log what it was sent.
  if (headers["next-action"] !== undefined) return "There are no server actions here.";
  if (!isRouterState(headers["next-router-state-tree"])) return "The router state is not readable.";
  return undefined;
}

/**
 * Whether the request names a path whose percent escapes are valid UTF-8 without NUL, and that leads where it says: with
 * segments that go up (`%2e%2e`), an address of the API would be answered by a page.
 * @param {string} target
 */
function isReadableTarget(target) {
  if (!target.startsWith("/")) return false;
  const [path = ""] = target.split("?", 1);
  try {
    return !decodeURIComponent(path).includes("\0") && !/[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i.test(path);
  } catch {
    // What cannot be decoded is exactly what is being asked.
    return false;
  }
}

/**
 * What Next.js's own browser code sends along when it moves between screens, judged by Next.js's own check.
 * @param {string | string[] | undefined} header
 */
function isRouterState(header) {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
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
export function refuse(request, response, status, error, message) {
  const asPage = status === 400 && !request.url?.startsWith("/api");
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
