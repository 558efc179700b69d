import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";

/**
 * What the scripts know of Next.js that it does not document, and that an upgrade may change:
 * next-internals.test.ts and the build say when one did.
 *
 * @typedef {import("node:http").IncomingMessage} Request
 */

/** The headers with which Next.js's browser code asks for a part of a page. */
const ROUTER_STATE = "next-router-state-tree";
const ROUTER_HEADERS = [
  ROUTER_STATE,
  "rsc",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-hmr-refresh",
  "next-url",
];

/** Segments of a page's address, and the folders between them: no page of ours is half as deep. */
const DEPTH_MAX = 20;

/**
 * Takes off what the address has no use for: all of them where there is no page, and a router state
 * that Next.js would fail on, or look at for seconds because it is so deep. Next.js then sends the
 * whole page.
 * @param {Request} request
 * @param {boolean} isPage
 */
export function cleanRouterHeaders({ headers }, isPage) {
  if (!isPage) for (const name of ROUTER_HEADERS) delete headers[name];
  const state = headers[ROUTER_STATE];
  if (state !== undefined && !isRouterState(state)) delete headers[ROUTER_STATE];
}

/**
 * Whether Next.js takes this header, and soon. Its own check is no part of what it exports; the
 * test holds the two against each other.
 * @param {string | string[]} header
 */
export function isRouterState(header) {
  if (typeof header !== "string" || header.length > 40_000) return false;
  try {
    return isTree(JSON.parse(decodeURIComponent(header)));
  } catch {
    // What cannot be decoded or parsed is exactly what is being asked.
    return false;
  }
}

const MARKERS = ["refetch", "inside-shared-layout", "metadata-only"];
const PARAMETER_KIND = /^(?:c|oc|d|(?:c|d)i\((?:\.|\.\.|\.\.\.|\.\.\)\(\.\.)\))$/;

/**
 * A segment, what is below it by name, and up to four remarks.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {boolean}
 */
function isTree(value, depth = 0) {
  if (!Array.isArray(value) || value.length > 6 || depth > DEPTH_MAX) return false;
  const [segment, below, refresh, marker, hash, extra] = value;
  return (
    (isText(segment) || isParameter(segment)) &&
    typeof below === "object" &&
    below !== null &&
    !Array.isArray(below) &&
    Object.values(below).every((each) => isTree(each, depth + 1)) &&
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
 * The scripts that the HTML of each page names, from Next.js's own report of a build.
 * @param {string} [root] the folder with `.next` in it
 * @returns {Record<string, string[]> | undefined} files below the folder by page; undefined when
 *   there are none: no build, or one whose files an adapter of a host took away
 * @throws {CliError} when Next.js no longer reports it
 */
export function firstLoadScripts(root = ROOT) {
  if (!existsSync(path.join(root, STATIC))) return undefined;
  const file = path.join(root, REPORT);
  /** @type {unknown} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  if (!isList(report, isBundle)) {
    throw new CliError(
      `Next.js no longer says in ${REPORT} which scripts a page loads: scripts/server/next-internals.mjs must learn where it does.`,
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
