import { channel } from "node:diagnostics_channel";
import { pageRoutes } from "./next-internals.mjs";

/**
 * How long pages take, which lib/metrics counts: the signal `page` of lib/platform/signals.ts, sent
 * from here because no code of Next.js sees a page from its request to its last byte.
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

/** The route of what is no page of ours: metrics must not grow with what callers make up. */
const OTHER = "other";

const pages = channel("campus-circle:page");

/**
 * @param {string} dir the folder with the build in it
 * @returns {(request: Request, response: Response) => void} measures a page until it has left
 *   One that the browser gives up is not counted: it says how long people wait, not the server
 */
export function pageTimer(dir) {
  const routes = pageRoutes(dir);
  return ({ url = "/", headers }, response) => {
    if (!pages.hasSubscribers) return;
    const startedAt = performance.now();
    const path = url.split("?", 1)[0] ?? "";
    const kind = headers.rsc === undefined ? "html" : "data";
    response.once("finish", () => {
      const route = routes.find(({ pattern }) => pattern.test(path))?.route ?? OTHER;
      const seconds = (performance.now() - startedAt) / 1000;
      pages.publish({ route, kind, status: response.statusCode, seconds });
    });
  };
}
