import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import next from "next";
import sirv from "sirv";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { createServer, sendError } from "./before-next.mjs";
import { pageTimer } from "./page-times.mjs";
import { logFailure } from "./server-log.mjs";

const STATIC = "/_next/static";
/** In milliseconds: a supervisor usually kills after 15 s. */
const STOP = { lastCall: 500, drain: 10_500, close: 1_500 };

/**
 * Serves the build in `.next` of `dir`.
 * @param {{ port: number, host: string, dir?: string }} where
 * @returns {Promise<() => Promise<void>>} stops, once accepted requests are answered
 * @throws {CliError} when the port is taken
 */
export async function serve({ port, host, dir = ROOT }) {
  // What the build made of next.config.ts, which Next.js would compile again; the server of its
  // `output: "standalone"` does the same.
  const { config } = JSON.parse(readFileSync(path.join(dir, ".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  // WebSockets, which Next.js would leave without an answer, go to a server that receives none.
  // Errors are logged by instrumentation.ts, without what they may quote.
  const app = next({ dir, hostname: host, port, quiet: true, httpServer: http.createServer() });
  await app.prepare();
  const handle = app.getRequestHandler();
  // As the build compressed them: Next.js would do so for each visitor, and knows no Brotli.
  const files = path.join(ROOT, ".next/static");
  const sendStatic = sirv(files, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 });
  const measurePage = pageTimer(dir);
  /** @type {Set<http.ServerResponse>} */
  const running = new Set();
  let isStopping = false;

  const proxies = process.env.TRUST_PROXY === "true" ? 1 : Number(process.env.TRUST_PROXY) || 0;
  const server = createServer({ proxies }, (request, response, isPage) => {
    if (isPage) measurePage(request, response);
    const { url = "" } = request;
    const toNext = () => {
      handle(Object.assign(request, { url }), response).catch((error) => {
        logFailure(error);
        if (response.headersSent) response.destroy();
        else sendError(request, response, 500, "internal", "Something went wrong. Please try again.");
      });
    };
    if (!url.startsWith(`${STATIC}/`)) return toNext();
    request.url = url.slice(STATIC.length);
    // sirv throws at a range that ends before it starts, and no one needs a part of a script.
    delete request.headers.range;
    response.setHeader("X-Content-Type-Options", "nosniff");
    sendStatic(request, response, toNext);
  });
  server.prependListener("request", (_request, response) => {
    running.add(response);
    response.once("close", () => running.delete(response));
    if (isStopping) response.setHeader("Connection", "close");
  });
  server.listen(port, host);
  await once(server, "listening").catch((error) => {
    const isTaken = error.code === "EADDRINUSE";
    throw isTaken ? new CliError(`Port ${port} of ${host} is taken: stop what uses it or set PORT.`) : error;
  });

  return async () => {
    // Live streams end, and each answer closes its connection, so that a balancer sends the next
    // request to another instance.
    isStopping = true;
    /** @type {NodeJS.EventEmitter} */ (process).emit("campus-circle:stopping");
    for (const response of running) if (!response.headersSent) response.setHeader("Connection", "close");
    await delay(STOP.lastCall);
    server.close();
    for (const end = Date.now() + STOP.drain; running.size > 0 && Date.now() < end; ) await delay(50);
    server.closeAllConnections();
    // Next.js may have scheduled work after the last responses.
    await Promise.race([app.close(), delay(STOP.close, undefined, { ref: false })]);
  };
}
