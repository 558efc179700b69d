import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";
import { firstLoadScripts } from "../server/next-internals.mjs";

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
