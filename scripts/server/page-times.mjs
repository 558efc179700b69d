import { channel } from "node:diagnostics_channel";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli/cli-error.mjs";

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
    const [address = ""] = url.split("?", 1);
    const kind = headers.rsc === undefined ? "html" : "data";
    response.once("finish", () => {
      const route = routes.find(({ pattern }) => pattern.test(address))?.route ?? OTHER;
      const seconds = (performance.now() - startedAt) / 1000;
      pages.publish({ route, kind, status: response.statusCode, seconds });
    });
  };
}

const ROUTES = ".next/routes-manifest.json";

/**
 * The pages and their addresses, in the order in which Next.js tries them. Parallel and
 * intercepting routes are left out: their addresses are the addresses of other pages.
 * @param {string} dir
 * @returns {{ route: string, pattern: RegExp }[]}
 */
function pageRoutes(dir) {
  const file = path.join(dir, ROUTES);
  /** @type {{ staticRoutes?: unknown, dynamicRoutes?: unknown }} */
  const { staticRoutes, dynamicRoutes } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const routes = [staticRoutes, dynamicRoutes].flat();
  if (!routes.every(isRoute)) {
    throw new CliError(
      `Next.js no longer lists its routes in ${ROUTES}: update scripts/server/page-times.mjs.`,
    );
  }
  return routes
    .filter(({ page }) => !/^\/(?:api|media|share|_)|\(\.|\.\w+$/.test(page))
    .map(({ page, regex }) => ({ route: page, pattern: new RegExp(regex) }));
}

/**
 * @param {unknown} value
 * @returns {value is { page: string, regex: string }}
 */
const isRoute = (value) =>
  typeof value === "object" &&
  value !== null &&
  "page" in value &&
  typeof value.page === "string" &&
  "regex" in value &&
  typeof value.regex === "string";
