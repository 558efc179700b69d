/**
 * The headers with which Next.js's browser code asks for a part of a page. They mean something only to pages, and a
 * router state that Next.js cannot use makes it answer 500.
 *
 * @typedef {import("node:http").IncomingMessage} Request
 */

const ROUTER_STATE = "next-router-state-tree";
const ROUTER_HEADERS = [
  ROUTER_STATE,
  "rsc",
  "next-router-prefetch",
  "next-router-segment-prefetch",
  "next-hmr-refresh",
  "next-url",
];

/**
 * Takes off what the address has no use for: all of them where there is no page, and a router state that is none. Next.js
 * then sends the whole page.
 * @param {Request} request
 * @param {boolean} isPage
 */
export function cleanRouterHeaders({ headers }, isPage) {
  if (!isPage) for (const name of ROUTER_HEADERS) delete headers[name];
  const state = headers[ROUTER_STATE];
  if (state !== undefined && !isRouterState(state)) delete headers[ROUTER_STATE];
}

/**
 * Whether Next.js takes this header. It is written down here and not imported, because Next.js keeps its own check to
 * itself; router-headers.test.ts holds the two against each other.
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
 * @returns {boolean}
 */
function isTree(value) {
  if (!Array.isArray(value) || value.length > 6) return false;
  const [segment, below, refresh, marker, hash, extra] = value;
  return (
    (isText(segment) || isParameter(segment)) &&
    typeof below === "object" &&
    below !== null &&
    !Array.isArray(below) &&
    Object.values(below).every(isTree) &&
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
 * @param {unknown} value
 * @param {(item: unknown) => boolean} isItem
 * @returns {value is unknown[]}
 */
const isList = (value, isItem) => Array.isArray(value) && value.every(isItem);
