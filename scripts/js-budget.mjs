import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { ROOT } from "./environment.mjs";
import { runMain } from "./main.mjs";
import { Refusal } from "./refusal.mjs";

/**
 * How much JavaScript each page loads first. `npm run budget` reports the sizes of the last build; a build fails only when
 * a page that people come in by loads more than it may.
 */

/** kB of 1,000 bytes, gzipped: what a phone on slow 4G loads in about two seconds. */
const BUDGETS = { "/": 180, "/login-page": 210, "/mainfeed": 210 };

/** Next.js notes here which files the HTML of a page names. */
const STATS = path.join(ROOT, ".next/diagnostics/route-bundle-stats.json");

/**
 * Compares the build in .next with the budgets. A build without Next.js's own report of sizes passes.
 * @throws {Refusal} naming every page that loads too much
 */
export function enforceBudget() {
  const sizes = firstLoads();
  const violations = Object.entries(BUDGETS)
    .filter(([route, budget]) => (sizes[route] ?? 0) > budget * 1000)
    .map(
      ([route, budget]) =>
        `${route} loads ${kilobytes(sizes[route])} kB of JavaScript; its budget is ${budget} kB.`,
    );
  if (violations.length > 0) throw new Refusal(violations.join("\n"));
}

/** @returns {Record<string, number>} bytes by page, gzipped, of what it loads first; empty without a report */
function firstLoads() {
  if (!existsSync(STATS)) return {};
  /** @type {{ route: string, firstLoadChunkPaths: string[] }[]} */
  const pages = JSON.parse(readFileSync(STATS, "utf8"));
  /** @type {Map<string, number>} */
  const sizes = new Map();
  const sizeOf = (/** @type {string} */ file) => {
    const place = path.join(ROOT, file);
    const bytes =
      sizes.get(file) ?? (existsSync(place) ? gzipSync(readFileSync(place), { level: 9 }).length : 0);
    sizes.set(file, bytes);
    return bytes;
  };
  return Object.fromEntries(
    pages.map(({ route, firstLoadChunkPaths }) => [
      route,
      [...new Set(firstLoadChunkPaths)].reduce((sum, file) => sum + sizeOf(file), 0),
    ]),
  );
}

/** With one decimal, rounded up. */
const kilobytes = (bytes = 0) => (Math.ceil(bytes / 100) / 10).toFixed(1);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    const sizes = firstLoads();
    if (Object.keys(sizes).length === 0) throw new Refusal("There is no build: run `npm run build` first.");
    for (const route of Object.keys(sizes).sort())
      console.log(`${kilobytes(sizes[route]).padStart(7)} kB  ${route}`);
    enforceBudget();
  });
}
