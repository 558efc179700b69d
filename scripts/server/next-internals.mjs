import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
// The only import from inside of Next.js, which does not export its own check.
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";

/**
 * What the scripts know about Next.js that is undocumented and may change with an upgrade.
 * next-internals.test.ts and the build fail when it does.
 * @typedef {import("node:http").IncomingMessage} Request
 */

/** The headers with which the Next.js router in the browser requests part of a page. */
const ROUTER_STATE = "next-router-state-tree";
const ROUTER_HEADERS = [
  ROUTER_STATE,
  "rsc",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-hmr-refresh",
  "next-url",
];

/** The most brackets open at once in a router state: a page of ours opens half as many. */
const MAX_DEPTH = 40;

/**
 * Removes router headers that make no sense for the address: all of them when it is not a page, and
 * a router state on which Next.js would fail, or spend seconds because it is so deep. Next.js then
 * sends the whole page.
 * @param {Request} request
 * @param {boolean} isPage
 */
export function cleanRouterHeaders({ headers }, isPage) {
  if (!isPage) for (const name of ROUTER_HEADERS) delete headers[name];
  const state = headers[ROUTER_STATE];
  if (state !== undefined && !isRouterState(state)) delete headers[ROUTER_STATE];
}

/** @param {string | string[]} header */
function isRouterState(header) {
  try {
    // Before the check, which takes most of a second for the deepest that fits into a header.
    if (depthOf(decodeURIComponent(String(header))) > MAX_DEPTH) return false;
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    // Next.js would answer the same error with 500.
    return false;
  }
}

/** @param {string} json */
function depthOf(json) {
  let [depth, deepest] = [0, 0];
  const withoutStrings = json.replace(/"(?:[^"\\]|\\.)*"/g, "");
  for (const [character] of withoutStrings.matchAll(/[[\]{}]/g)) {
    depth += "[{".includes(character) ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/**
 * Gives Next.js the configuration that the build has evaluated, as the server of its own
 * `output: "standalone"` does. It would load a compiler and webpack to read next.config.ts again.
 * @param {string} dir the folder with `.next` in it
 */
export function presetConfig(dir) {
  const { config } = JSON.parse(readFileSync(path.join(dir, ".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

const STATIC = ".next/static";
const REPORT = ".next/diagnostics/route-bundle-stats.json";

/**
 * The scripts in the HTML of each page, from Next.js's own report of the build.
 * @param {string} [root] the folder with `.next` in it
 * @returns {Record<string, string[]> | undefined} files below the folder by page; undefined when
 *   there are none: no build, or a host's adapter has moved its files
 * @throws {CliError} when Next.js no longer writes the report
 */
export function firstLoadScripts(root = ROOT) {
  if (!existsSync(path.join(root, STATIC))) return undefined;
  const file = path.join(root, REPORT);
  /** @type {unknown} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  if (!Array.isArray(report) || !report.every(isBundle)) {
    throw new CliError(
      `Next.js no longer reports in ${REPORT} which scripts a page loads: update scripts/server/next-internals.mjs.`,
    );
  }
  return Object.fromEntries(report.map(({ route, firstLoadChunkPaths }) => [route, firstLoadChunkPaths]));
}

/**
 * @param {unknown} value
 * @returns {value is { route: string, firstLoadChunkPaths: string[] }}
 */
const isBundle = (value) =>
  typeof value === "object" &&
  value !== null &&
  "route" in value &&
  typeof value.route === "string" &&
  "firstLoadChunkPaths" in value &&
  Array.isArray(value.firstLoadChunkPaths);

const ROUTES = ".next/routes-manifest.json";

/**
 * The pages and their addresses, in the order in which Next.js tries them. Parallel and
 * intercepting routes are left out: their addresses are the addresses of other pages.
 * @param {string} [root] the folder with `.next` in it
 * @returns {{ route: string, pattern: RegExp }[]}
 * @throws {CliError} when Next.js no longer writes the manifest
 */
export function pageRoutes(root = ROOT) {
  const file = path.join(root, ROUTES);
  /** @type {{ staticRoutes?: unknown, dynamicRoutes?: unknown }} */
  const { staticRoutes, dynamicRoutes } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const routes = [staticRoutes, dynamicRoutes].flat();
  if (!routes.every(isRoute)) {
    throw new CliError(
      `Next.js no longer lists its routes in ${ROUTES}: update scripts/server/next-internals.mjs.`,
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
