import { randomUUID } from "node:crypto";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import sirv from "sirv";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { clientAddress, warnOfIgnoredProxy } from "./client-address.mjs";
import { restoreContentLength } from "./content-length.mjs";
import { closeWhenSlow, drainAfter } from "./drain.mjs";
import { cleanRouterHeaders } from "./next-internals.mjs";
import { kindOf, rejectBeforeNext, sendError } from "./reject-request.mjs";
import { logFailure, logRequest, logWarning } from "./server-log.mjs";

/**
 * The production server: Next.js behind a plain Node server, which answers what Next.js would
 * stumble over and knows how to stop without dropping a request.
 */

/**
 * A proxy in front keeps its connections for a minute; ours last longer, so that it is the one to
 * close.
 */
const KEEP_ALIVE_MS = 65_000;
/** A build's file never changes under its name. In seconds. */
const YEAR = 31_536_000;
/** A client has this long to send its headers. */
const HEADERS_MS = 10_000;
/**
 * And this long for the whole request: a video of 100 MB at 2 Mbit/s. Any other body has less
 * (drain.mjs).
 */
const REQUEST_MS = 420_000;
/** How often these two are looked after. */
const CHECK_MS = 2_000;
/**
 * Open connections: twice what a campus has live streams, at some 20 KB each. Beyond it a new one
 * is closed at once, and those that are open go on.
 */
const CONNECTIONS_MAX = 10_000;
/** How often the log says that connections are closed for that. */
const DROP_LINE_MS = 60_000;

/**
 * While stopping: how long open connections may bring one more request, which is still answered.
 */
const LAST_CALL_MS = 500;
/** While stopping: how long requests under way get. A supervisor usually kills after 15 s. */
const DRAIN_MS = 12_000;
/**
 * Said in this process when stopping begins: live streams end then, and would never by themselves.
 */
const STOPPING = "campus-circle:stopping";
/** While stopping: how long Next.js gets for what was to run after the last answers. */
const AFTERWARDS_MS = 1_500;

/**
 * Starts serving the build in .next.
 * @param {{ port: number, host: string }} where
 * @returns {Promise<() => Promise<void>>} stops: no new connections, what was accepted is answered
 * @throws {CliError} when the port is taken
 */
export async function serve({ port, host }) {
  const app = next({
    dev: false,
    dir: ROOT,
    hostname: host,
    port,
    // Next.js would answer upgrades to WebSocket, by never answering: it may do so on a server that
    // hears nothing.
    httpServer: http.createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const sendBuilt = builtFiles();
  const proxies = trustedProxies(process.env.TRUST_PROXY);

  let stopping = false;
  /** Answers not yet given in full. @type {Set<http.ServerResponse>} */
  const underway = new Set();
  const server = http.createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      requireHostHeader: false,
    },
    (request, response) => {
      underway.add(response);
      response.once("close", () => underway.delete(response));
      if (stopping) response.setHeader("Connection", "close");
      const kind = kindOf(request.url ?? "");
      closeWhenSlow(request, kind === "api" || kind === "media");
      if (rejectBeforeNext(request, response)) return;
      restoreContentLength(response);
      drainAfter(request, response);
      cleanRouterHeaders(request, kind === "page");
      warnOfIgnoredProxy(request, proxies);
      request.headers["x-client-address"] = clientAddress(request, proxies);
      sendBuilt(request, response, () => {
        handle(request, response).catch((error) => {
          failed(response, error);
        });
      });
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
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
    if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) return socket.destroy();
    socket.end(unreadable("code" in error ? error.code : undefined));
  });
  await listen(server, port, host);

  return async () => {
    stopping = true;
    /** @type {import("node:events").EventEmitter} */ (process).emit(STOPPING);
    for (const response of underway) if (!response.headersSent) response.setHeader("Connection", "close");
    // Only the listening ends here. `server.close` would also drop idle connections, and with them
    // a request that is already on its way.
    const closed = new Promise((resolve) => net.Server.prototype.close.call(server, resolve));
    await delay(LAST_CALL_MS);
    const until = Date.now() + DRAIN_MS;
    while (underway.size > 0 && Date.now() < until) {
      server.closeIdleConnections();
      await delay(50);
    }
    server.closeAllConnections();
    await closed;
    // What was to run after an answer gets a moment too.
    await Promise.race([app.close(), delay(AFTERWARDS_MS, undefined, { ref: false })]);
  };
}

/** Where the build's files are seen. */
const BUILT = "/_next/static";

/**
 * Sends the build's files as the build compressed them (build.mjs): Next.js would compress each
 * anew for every visitor, on the one thread that answers everybody, and knows no Brotli.
 * @returns {(request: http.IncomingMessage, response: http.ServerResponse, next: () => void) =>
 *   void}
 */
function builtFiles() {
  const send = sirv(path.join(ROOT, ".next/static"), {
    brotli: true,
    gzip: true,
    immutable: true,
    maxAge: YEAR,
    setHeaders: (response) => response.setHeader("X-Content-Type-Options", "nosniff"),
  });
  return (request, response, next) => {
    const { url = "" } = request;
    if (!url.startsWith(`${BUILT}/`)) return next();
    request.url = url.slice(BUILT.length);
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
  let said = 0;
  server.on("drop", () => {
    if (Date.now() - said < DROP_LINE_MS) return;
    said = Date.now();
    logWarning(`more than ${CONNECTIONS_MAX} connections: new ones are closed`);
  });
}

/**
 * Next.js itself failed: the answer the API gives for what nobody foresaw.
 * @param {http.ServerResponse} response
 * @param {unknown} error
 */
function failed(response, error) {
  const requestId = randomUUID();
  logFailure(requestId, error);
  if (response.headersSent) return response.destroy();
  response.writeHead(500, { "Content-Type": "application/json", "X-Request-Id": requestId });
  response.end(
    JSON.stringify({ error: "internal", message: "Something went wrong. Please try again.", requestId }),
  );
}

/**
 * The answer to bytes that are no HTTP request.
 * @param {unknown} code Node's name for what is wrong
 */
function unreadable(code) {
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
