import { randomUUID } from "node:crypto";
import http from "node:http";
import * as z from "zod";
import { logRequest, warnOnce } from "./server-log.mjs";

const READS = ["GET", "HEAD"];
const METHODS = [...READS, "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const FORGOTTEN_PROXY =
  "Requests arrive with X-Forwarded-For and TRUST_PROXY is 0: limits count everybody behind the proxy as one. " +
  "Set TRUST_PROXY to the number of proxies in front of the app.";

/**
 * The Node server in front of Next.js, which answers what Next.js would answer with 500 or not at
 * all. `bodyMs` is longer than the API waits for a body (lib/api/server/body.ts).
 * @param {{ proxies: number, bodyMs?: number, idleMs?: number }} options proxies: TRUST_PROXY
 * @param {(request: http.IncomingMessage, response: http.ServerResponse, isPage: boolean) => void} handle
 */
export function createServer({ proxies, bodyMs = 12_000, idleMs = 60_000 }, handle) {
  const timeouts = {
    // A proxy in front closes idle connections after a minute, and has to be the one that does.
    keepAliveTimeout: 65_000,
    headersTimeout: 10_000,
    // An upload of 100 MB at 2 Mbit/s.
    requestTimeout: 420_000,
    connectionsCheckingInterval: 2_000,
  };
  const server = http.createServer({ ...timeouts, requireHostHeader: false }, (request, response) => {
    const { method = "", url = "", headers, socket } = request;
    const [path = ""] = url.split("?", 1);
    const isService = /^\/(?:api(?:\/|$)|media\/)/.test(path);
    const isShare = /^\/share\/?$/.test(path);
    const isPage = !isService && !isShare && !/\.\w+$/.test(path);

    const isUpload = isService && /^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "");
    const timer = setTimeout(() => request.complete || isUpload || socket.destroy(), bodyMs).unref();
    request.once("close", () => clearTimeout(timer));
    // What is left of a body after the answer would hold up the connection's next request: Node
    // discards it only where Next.js has not begun to read.
    response.once("finish", () => {
      if (!request.complete) request.removeAllListeners("data").removeAllListeners("readable").resume();
    });

    const allowed = isService ? METHODS : isShare ? [...READS, "POST"] : READS;
    if (!allowed.includes(method)) {
      response.setHeader("Allow", allowed.join(", "));
      return sendError(request, response, 405, "method_not_allowed", "This method is not supported here.");
    }
    if (request.httpVersion === "1.1" && !headers.host)
      return sendError(request, response, 400, "bad_request", "The request names no host.");
    if (!isReadable(path) && isService)
      return sendError(request, response, 400, "bad_request", "This address is not readable.");
    if (!isReadable(path)) request.url = "/not-found";

    // Without the state of its router a browser is sent the whole page.
    for (const [name, value] of Object.entries(headers)) {
      const isFine = isPage && (name !== "next-router-state-tree" || isRouterState(String(value)));
      if (/^(?:rsc$|next-)/.test(name) && !isFine) delete headers[name];
    }
    // Anyone can send X-Forwarded-For: only its last entries, those of our own proxies, count.
    const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
    const client = proxies > 0 ? forwarded.at(-proxies)?.trim() : undefined;
    if (proxies === 0 && headers["x-forwarded-for"]) warnOnce(FORGOTTEN_PROXY);
    headers["x-client-address"] = client || socket.remoteAddress || "unknown";

    // Next.js drops Content-Length, without which Safari plays no video: a route that sends a file
    // sets X-File-Length, too. A client that reads nothing of it for long has gone away.
    const { writeHead } = response;
    response.writeHead = (/** @type {[number]} */ ...head) => {
      const length = response.getHeader("X-File-Length");
      if (length !== undefined) {
        response.setHeader("Content-Length", length).removeHeader("X-File-Length");
        response.removeHeader("Vary");
        response.setTimeout(idleMs, () => response.destroy());
      }
      return writeHead.apply(response, head);
    };
    handle(request, response, isPage);
  });
  // Twice the live streams of a campus, at 20 KB each.
  server.maxConnections = 10_000;
  server.on("checkExpectation", (request, response) => {
    sendError(request, response, 417, "bad_request", "Nothing but 100-continue can be expected.");
  });
  server.on("clientError", (/** @type {NodeJS.ErrnoException} */ { code = "" }, socket) => {
    if (!socket.writable || code === "ECONNRESET") return void socket.destroy();
    const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const head = "Content-Type: application/json\r\nConnection: close";
    const body = '{"error":"bad_request","message":"The request is not readable."}';
    logRequest({ requestId: randomUUID(), status });
    socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${head}\r\n\r\n${body}`);
  });
  return server;
}

/**
 * Whether the escapes of a path are text without NUL, and no segment goes up: with `%2e%2e`, a page
 * would answer for an address of the API.
 * @param {string} path
 */
function isReadable(path) {
  try {
    return /^\/[^\0]*$/.test(decodeURIComponent(path)) && !/[\\/](?:\.|%2e){1,2}(?:[\\/]|$)/i.test(path);
  } catch {
    // Undecodable means unreadable.
    return false;
  }
}

const text = z.string();
const kind = text.regex(/^(?:oc|[cd](?:i\((?:\.{1,3}|\.\.\)\(\.\.)\))?)$/);
const segment = text.or(z.tuple([text, text, kind, z.array(text).nullable()]));
const marker = z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish();
const optional = [z.tuple([text, text]).nullish(), marker, z.number().nullish(), text.optional()];
/** @type {z.ZodType} */
const state = z.lazy(() => z.tuple([segment, z.record(text, state), ...optional]));

/**
 * Whether Next.js can read what its router in the browser says of the pages it shows, or fails on
 * it. A longer one than any of ours is deep enough to cost it seconds.
 * @param {string} header
 */
export function isRouterState(header) {
  try {
    return header.length <= 4_096 && state.safeParse(JSON.parse(decodeURIComponent(header))).success;
  } catch {
    // Undecodable means unreadable.
    return false;
  }
}

/** @type {(request: http.IncomingMessage, response: http.ServerResponse, status: number, error: string, message: string) => void} */
export function sendError({ method, url }, response, status, error, message) {
  const requestId = randomUUID();
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  });
  response.end(JSON.stringify({ error, message }));
  logRequest({ requestId, status, method, url });
}
