import { randomUUID } from "node:crypto";
import http from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import sirv from "sirv";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { clientAddress, warnOfIgnoredProxy } from "./client-address.mjs";
import { restoreContentLength } from "./content-length.mjs";
import { closeWhenSlow, drainAfter } from "./drain.mjs";
import { cleanRouterHeaders, presetConfig } from "./next-internals.mjs";
import { pageTimer } from "./page-times.mjs";
import { kindOf, rejectBeforeNext, sendError } from "./reject-request.mjs";
import { logFailure, logRequest, logWarning } from "./server-log.mjs";

/**
 * The production server: Next.js behind a plain Node server, which answers requests that Next.js
 * would stumble over and can stop without dropping a request.
 */

/**
 * A proxy in front closes idle connections after a minute. Ours live longer, so that the proxy is
 * the one to close.
 */
const KEEP_ALIVE_MS = 65_000;
/** A build's file never changes under its name. In seconds. */
const YEAR = 31_536_000;
/** A client has this long to send its headers. */
const HEADERS_MS = 10_000;
/**
 * And this long for the whole request: a 100 MB video at 2 Mbit/s. Any other body gets less
 * (drain.mjs).
 */
const REQUEST_MS = 420_000;
/** How often these two limits are checked. */
const CHECK_MS = 2_000;
/**
 * Open connections: twice the live streams of a campus, at some 20 KB each. Beyond the limit, new
 * connections are closed at once and open ones continue.
 */
const MAX_CONNECTIONS = 10_000;
/** How often the log may mention dropped connections. */
const DROP_LOG_INTERVAL_MS = 60_000;

/**
 * While stopping: how long requests still come in. Each answer closes its connection, so that a
 * load balancer sends the next one to another instance.
 */
const LAST_CALL_MS = 500;
/** While stopping: how long running requests get. A supervisor usually kills after 15 s. */
const DRAIN_MS = 10_500;
/**
 * The process event emitted when stopping begins. Live streams end on it; they would never end by
 * themselves.
 */
const STOPPING = "campus-circle:stopping";
/** While stopping: how long Next.js gets for work scheduled after the last responses. */
const CLOSE_MS = 1_500;

/**
 * Starts serving the build in `.next` of `dir`.
 * @param {{ port: number, host: string, dir?: string }} where
 * @returns {Promise<() => Promise<void>>} stops, once accepted requests are answered
 * @throws {CliError} when the port is taken
 */
export async function serve({ port, host, dir = ROOT }) {
  presetConfig(dir);
  const app = next({
    dev: false,
    dir,
    hostname: host,
    port,
    // instrumentation.ts logs errors instead, without what they may quote.
    quiet: true,
    // Next.js would answer WebSocket upgrades by never answering, so it gets a server that receives
    // nothing.
    httpServer: http.createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const sendStatic = staticFiles();
  const measurePage = pageTimer(dir);
  const proxies = trustedProxies(process.env.TRUST_PROXY);

  let stopping = false;
  /** Responses not sent in full yet. @type {Set<http.ServerResponse>} */
  const pending = new Set();
  const server = http.createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      requireHostHeader: false,
    },
    (request, response) => {
      pending.add(response);
      response.once("close", () => pending.delete(response));
      if (stopping) response.setHeader("Connection", "close");
      const kind = kindOf(request.url ?? "");
      closeWhenSlow(request, kind);
      if (rejectBeforeNext(request, response)) return;
      if (kind === "page") measurePage(request, response);
      restoreContentLength(response);
      drainAfter(request, response);
      cleanRouterHeaders(request, kind === "page");
      warnOfIgnoredProxy(request, proxies);
      request.headers["x-client-address"] = clientAddress(request, proxies);
      sendStatic(request, response, () => {
        handle(request, response).catch((error) => {
          handleFailure(response, error);
        });
      });
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  warnOfDrops(server);
  server.on("checkExpectation", (request, response) => {
    sendError(request, response, 417, "bad_request", "Nothing but 100-continue can be expected.");
  });
  // CONNECT never becomes an ordinary request.
  server.on("connect", (_request, socket) => {
    socket.end(
      rawAnswer(405, "Method Not Allowed", "method_not_allowed", "This method is not supported here."),
    );
  });
  server.on("clientError", (error, socket) => {
    if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) socket.destroy();
    else socket.end(parseErrorAnswer("code" in error ? error.code : undefined));
  });
  await listen(server, port, host);

  return async () => {
    stopping = true;
    /** @type {import("node:events").EventEmitter} */ (process).emit(STOPPING);
    for (const response of pending) if (!response.headersSent) response.setHeader("Connection", "close");
    await delay(LAST_CALL_MS);
    const closed = new Promise((resolve) => server.close(resolve));
    const deadline = Date.now() + DRAIN_MS;
    while (pending.size > 0 && Date.now() < deadline) {
      server.closeIdleConnections();
      await delay(50);
    }
    server.closeAllConnections();
    await closed;
    // Work scheduled after a response gets a moment too.
    await Promise.race([app.close(), delay(CLOSE_MS, undefined, { ref: false })]);
  };
}

/** The public path of the build's static files. */
const STATIC_PATH = "/_next/static";

/**
 * Sends static files as the build compressed them (build.mjs). Next.js would compress each again
 * for every visitor, on the one thread that serves everyone, and knows no Brotli.
 * @returns {(request: http.IncomingMessage, response: http.ServerResponse, next: () => void) =>
 *   void}
 */
function staticFiles() {
  const send = sirv(path.join(ROOT, ".next/static"), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: YEAR,
    setHeaders: (response) => response.setHeader("X-Content-Type-Options", "nosniff"),
  });
  return (request, response, next) => {
    const { url = "" } = request;
    if (!url.startsWith(`${STATIC_PATH}/`)) return next();
    request.url = url.slice(STATIC_PATH.length);
    send(request, response, () => {
      request.url = url;
      next();
    });
  };
}

/**
 * TRUST_PROXY as lib/platform/env.ts reads it: `true` is one proxy.
 * @param {string | undefined} setting
 */
function trustedProxies(setting) {
  return setting === "true" ? 1 : Number(setting) || 0;
}

/**
 * @param {http.Server} server
 * @param {number} port
 * @param {string} host
 */
function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const taken = "code" in error && error.code === "EADDRINUSE";
      reject(
        taken ? new CliError(`Port ${port} of ${host} is taken: stop what uses it or set PORT.`) : error,
      );
    });
    server.listen(port, host, () => resolve(undefined));
  });
}

/** @param {http.Server} server */
function warnOfDrops(server) {
  let lastLogged = 0;
  server.on("drop", () => {
    if (Date.now() - lastLogged < DROP_LOG_INTERVAL_MS) return;
    lastLogged = Date.now();
    logWarning(`more than ${MAX_CONNECTIONS} connections: new ones are closed`);
  });
}

/**
 * Next.js itself failed: sends what the API answers for an unexpected error.
 * @param {http.ServerResponse} response
 * @param {unknown} error
 */
function handleFailure(response, error) {
  const requestId = randomUUID();
  logFailure(requestId, error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(500, { "Content-Type": "application/json", "X-Request-Id": requestId });
  response.end(
    JSON.stringify({ error: "internal", message: "Something went wrong. Please try again.", requestId }),
  );
}

/**
 * The response to bytes that are not an HTTP request.
 * @param {unknown} code Node's error code
 */
function parseErrorAnswer(code) {
  if (code === "HPE_HEADER_OVERFLOW") {
    return rawAnswer(431, "Request Header Fields Too Large", "too_large", "The headers are too large.");
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return rawAnswer(408, "Request Timeout", "timeout", "The request took too long to arrive.");
  }
  return rawAnswer(400, "Bad Request", "bad_request", "The request is not readable.");
}

/**
 * @param {number} status
 * @param {string} phrase
 * @param {string} error
 * @param {string} message
 */
function rawAnswer(status, phrase, error, message) {
  const body = JSON.stringify({ error, message });
  const requestId = randomUUID();
  logRequest({ requestId, status });
  return [
    `HTTP/1.1 ${status} ${phrase}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: private, no-store",
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
