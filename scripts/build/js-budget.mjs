import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";

/**
 * How much JavaScript each page loads first. `npm run budget` reports the sizes of the last build,
 * and `npm test` fails when an entry page exceeds its budget; a build never does.
 */

/** kB of 1,000 bytes, gzipped. A phone on slow 4G loads this in about two seconds. */
const BUDGETS = { "/": 180, "/login-page": 210, "/mainfeed": 220 };

/**
 * Compares the last build with the budgets. Passes when the build's files are elsewhere.
 * @throws {CliError} naming every page over its budget
 */
export function enforceBudget() {
  const sizes = firstLoads();
  if (!sizes) return;
  const violations = Object.entries(BUDGETS).flatMap(([route, budget]) => {
    const size = sizes[route];
    if (size === undefined) return `The build has no page ${route}: update scripts/build/js-budget.mjs.`;
    if (size <= budget * 1000) return [];
    return `${route} loads ${kilobytes(size)} kB of JavaScript; its budget is ${budget} kB.`;
  });
  if (violations.length > 0) throw new CliError(violations.join("\n"));
}

/**
 * @returns {Record<string, number> | undefined} gzipped bytes that each page loads first; undefined
 *   without a build
 */
function firstLoads() {
  const scripts = firstLoadScripts();
  if (!scripts) return undefined;
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const file of new Set(Object.values(scripts).flat())) {
    sizes.set(file, gzipSync(readFileSync(path.join(ROOT, file)), { level: 9 }).length);
  }
  return Object.fromEntries(
    Object.entries(scripts).map(([route, files]) => [
      route,
      [...new Set(files)].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
    ]),
  );
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
      `Next.js no longer reports in ${REPORT} which scripts a page loads: update scripts/build/js-budget.mjs.`,
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

/** One decimal, rounded up. */
const kilobytes = (/** @type {number} */ bytes) => (Math.ceil(bytes / 100) / 10).toFixed(1);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCli(async () => {
    const sizes = firstLoads();
    if (!sizes) throw new CliError("There is no build: run `npm run build` first.");
    for (const [route, size] of Object.entries(sizes).sort()) {
      console.log(`${kilobytes(size).padStart(7)} kB  ${route}`);
    }
    enforceBudget();
  });
}
