import { randomUUID } from "node:crypto";
import { logRequest } from "./server-log.mjs";

/**
 * Requests that a bare Next.js answers with a 500, or with nothing, are refused before it sees
 * them.
 *
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const READING = ["GET", "HEAD", "OPTIONS"];
/** Where other apps share to (app/share): its body is never read. */
const SHARING = ["GET", "HEAD", "POST", "OPTIONS"];

/**
 * What an address is. Only the API and the media host take bodies; a page is only read, and what
 * has a name with an ending is a file.
 * @param {string} target
 * @returns {"api" | "media" | "share" | "file" | "page"}
 */
export function kindOf(target) {
  const [path = ""] = target.split("?", 1);
  if (/^\/api(?:\/|$)/.test(path)) return "api";
  if (/^\/media\//.test(path)) return "media";
  if (/^\/share\/?$/.test(path)) return "share";
  return /\.\w+$/.test(path) ? "file" : "page";
}

/** @param {string} target */
function methodsOf(target) {
  const kind = kindOf(target);
  if (kind === "api" || kind === "media") return METHODS;
  return kind === "share" ? SHARING : READING;
}

/**
 * Answers a request that is none of ours, and the question what is possible where only pages are.
 * @param {Request} request
 * @param {Response} response
 * @returns {boolean} whether it was answered
 */
export function rejectBeforeNext(request, response) {
  const { method = "", url = "" } = request;
  const methods = methodsOf(url);
  if (!methods.includes(method)) {
    response.setHeader("Allow", methods.join(", "));
    sendError(request, response, 405, "method_not_allowed", "This method is not supported here.");
    return true;
  }
  const complaint = validationError(request);
  if (complaint) {
    sendError(request, response, 400, "bad_request", complaint);
    return true;
  }
  if (method === "OPTIONS" && methods !== METHODS) {
    answer(request, response, 204, { Allow: methods.join(", ") });
    return true;
  }
  return false;
}

/**
 * @param {Request} request
 * @returns {string | undefined} a sentence; undefined for a request that Next.js can be given
 */
function validationError({ url = "", httpVersion, headers }) {
  if (!isReadableTarget(url)) return "This address is not readable.";
  if (httpVersion === "1.1" && !headers.host) return "The request names no host.";
  // The product has none; Next.js would look for it, and log what it was sent.
  if (headers["next-action"] !== undefined) return "There are no server actions here.";
  return undefined;
}

/**
 * Whether the request names a path whose percent escapes are valid UTF-8 without NUL, and that
 * leads where it says: with segments that go up (`%2e%2e`), an address of the API would be answered
 * by a page.
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
 * JSON for programs, plain text for people.
 * @param {Request} request
 * @param {Response} response
 * @param {number} status
 * @param {string} error
 * @param {string} message
 */
export function sendError(request, response, status, error, message) {
  const asText = status === 400 && kindOf(request.url ?? "") !== "api";
  const type = asText ? "text/plain; charset=utf-8" : "application/json";
  answer(
    request,
    response,
    status,
    { "Content-Type": type },
    asText ? message : JSON.stringify({ error, message }),
  );
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {number} status
 * @param {Record<string, string>} headers
 * @param {string} [body]
 */
function answer(request, response, status, headers, body) {
  const requestId = randomUUID();
  response.writeHead(status, {
    ...headers,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  });
  response.end(body);
  logRequest({ requestId, status, method: request.method, url: request.url });
  // Whatever body still comes is not read.
  request.resume();
}
