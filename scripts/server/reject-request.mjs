import { randomUUID } from "node:crypto";
import { logRequest } from "./server-log.mjs";

/**
 * Rejects requests that Next.js alone would answer with a 500, or not at all.
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const READ_METHODS = ["GET", "HEAD", "OPTIONS"];
/** For the address that other apps share to (app/share); its body is never read. */
const SHARE_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];

/**
 * The kind of an address. Only the API and the media host take bodies; pages are read-only, and a
 * path with an extension is a file.
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
function allowedMethods(target) {
  const kind = kindOf(target);
  if (kind === "api" || kind === "media") return METHODS;
  return kind === "share" ? SHARE_METHODS : READ_METHODS;
}

/**
 * Answers an invalid request, and OPTIONS for pages and files.
 * @param {Request} request
 * @param {Response} response
 * @returns {boolean} whether it was answered
 */
export function rejectBeforeNext(request, response) {
  const { method = "", url = "" } = request;
  const methods = allowedMethods(url);
  if (!methods.includes(method)) {
    response.setHeader("Allow", methods.join(", "));
    sendError(request, response, 405, "method_not_allowed", "This method is not supported here.");
    return true;
  }
  const message = validationError(request);
  if (message) {
    sendError(request, response, 400, "bad_request", message);
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
 * @returns {string | undefined} the error message; undefined for a request that Next.js can handle
 */
function validationError({ url = "", httpVersion, headers }) {
  if (!isReadableTarget(url)) return "This address is not readable.";
  if (httpVersion === "1.1" && !headers.host) return "The request names no host.";
  // The product has no server actions. Next.js would look the action up, and log what it was sent.
  if (headers["next-action"] !== undefined) return "There are no server actions here.";
  return undefined;
}

/**
 * Whether the path's percent escapes are valid UTF-8 without NUL, and it has no segments that go
 * up. With `%2e%2e`, a page would answer for an address of the API.
 * @param {string} target
 */
function isReadableTarget(target) {
  if (!target.startsWith("/")) return false;
  const [path = ""] = target.split("?", 1);
  try {
    return !decodeURIComponent(path).includes("\0") && !/[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i.test(path);
  } catch {
    // Undecodable means invalid.
    return false;
  }
}

/**
 * Sends JSON to programs and a page to people.
 * @param {Request} request
 * @param {Response} response
 * @param {number} status
 * @param {string} error
 * @param {string} message
 */
export function sendError(request, response, status, error, message) {
  const asPage = status === 400 && kindOf(request.url ?? "") !== "api";
  const type = asPage ? "text/html; charset=utf-8" : "application/json";
  answer(
    request,
    response,
    status,
    { "Content-Type": type },
    asPage ? pageOf(message) : JSON.stringify({ error, message }),
  );
}

/**
 * A page without Next.js, which cannot answer such a request. Messages are constants, so there is
 * nothing to escape.
 * @param {string} message
 */
const pageOf = (message) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Page not found</title>
</head>
<body>
<main>
<h1>Page not found</h1>
<p>${message}</p>
<p><a href="/">Take me home</a></p>
</main>
</body>
</html>
`;

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
  // Discard the rest of the body.
  request.resume();
}
