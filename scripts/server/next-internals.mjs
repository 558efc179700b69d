import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
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

/** The greatest depth of a router state: none of our pages is half as deep. */
const MAX_DEPTH = 20;

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

/**
 * Whether Next.js accepts this header, and quickly. Next.js does not export its own check; the test
 * compares the two.
 * @param {string | string[]} header
 */
export function isRouterState(header) {
  if (typeof header !== "string" || header.length > 40_000) return false;
  try {
    return isTree(JSON.parse(decodeURIComponent(header)));
  } catch {
    // Undecodable or unparsable means invalid.
    return false;
  }
}

const MARKERS = ["refetch", "inside-shared-layout", "metadata-only"];
const PARAMETER_KIND = /^(?:c|oc|d|(?:c|d)i\((?:\.|\.\.|\.\.\.|\.\.\)\(\.\.)\))$/;

/**
 * A segment, its children by name, and up to four optional fields.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {boolean}
 */
function isTree(value, depth = 0) {
  if (!Array.isArray(value) || value.length > 6 || depth > MAX_DEPTH) return false;
  const [segment, children, refresh, marker, hash, extra] = value;
  return (
    (isText(segment) || isParameter(segment)) &&
    typeof children === "object" &&
    children !== null &&
    !Array.isArray(children) &&
    Object.values(children).every((child) => isTree(child, depth + 1)) &&
    (refresh == null || (isList(refresh, isText) && refresh.length === 2)) &&
    (marker == null || MARKERS.includes(marker)) &&
    (hash == null || typeof hash === "number") &&
    (extra === undefined || isText(extra))
  );
}

/** @param {unknown} value */
function isParameter(value) {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [name, cacheKey, kind, siblings] = value;
  return (
    isText(name) &&
    isText(cacheKey) &&
    isText(kind) &&
    PARAMETER_KIND.test(kind) &&
    (siblings === null || isList(siblings, isText))
  );
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
const isText = (value) => typeof value === "string";

/**
 * @template Item
 * @param {unknown} value
 * @param {(item: unknown) => item is Item} isItem
 * @returns {value is Item[]}
 */
const isList = (value, isItem) => Array.isArray(value) && value.every(isItem);

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
  if (!isList(report, isBundle)) {
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
  isText(value.route) &&
  "firstLoadChunkPaths" in value &&
  isList(value.firstLoadChunkPaths, isText);
