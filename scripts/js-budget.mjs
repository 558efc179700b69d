import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { ROOT } from "./environment.mjs";
import { budgetsFor, excessOf, inKilobytes } from "./js-excess.mjs";
import { runMain } from "./main.mjs";
import { Refusal } from "./refusal.mjs";

/**
 * How much JavaScript each page loads first, and how much it may: every build ends with `keepToBudget`. `npm run budget`
 * shows the sizes of the last build, `npm run budget -- --write` makes them the budget.
 */

const BUDGET = path.join(ROOT, "scripts/js-budget.json");

/** Next.js notes here which files the HTML of a page names, but for the one of browsers without modules. */
const STATS = path.join(ROOT, ".next/diagnostics/route-bundle-stats.json");

/**
 * Compares the build in .next with the budget.
 * @throws {Refusal} naming every page that loads too much
 */
export function keepToBudget() {
  const said = excessOf(firstLoads(), JSON.parse(readFileSync(BUDGET, "utf8")));
  if (said.length === 0) return;
  throw new Refusal(
    `${said.join("\n")}\n\`npm run budget\` shows all sizes; scripts/js-budget.json has the budget.`,
  );
}

/** @returns {Record<string, number>} bytes by page, gzipped, of what it loads first */
function firstLoads() {
  if (!existsSync(STATS)) throw new Refusal("There is no build to weigh: run `npm run build` first.");
  /** @type {{ route: string, firstLoadChunkPaths: string[] }[]} */
  const pages = JSON.parse(readFileSync(STATS, "utf8"));
  /** @type {Map<string, number>} */
  const weighed = new Map();
  const weigh = (/** @type {string} */ file) => {
    const bytes = weighed.get(file) ?? gzipSync(readFileSync(path.join(ROOT, file)), { level: 9 }).length;
    weighed.set(file, bytes);
    return bytes;
  };
  return Object.fromEntries(
    pages.map(({ route, firstLoadChunkPaths }) => [
      route,
      [...new Set(firstLoadChunkPaths)].reduce((sum, file) => sum + weigh(file), 0),
    ]),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runMain(async () => {
    const sizes = firstLoads();
    for (const route of Object.keys(sizes).sort())
      console.log(`${inKilobytes(sizes[route] ?? 0).padStart(7)} kB  ${route}`);
    if (process.argv.includes("--write"))
      writeFileSync(BUDGET, `${JSON.stringify(budgetsFor(sizes), null, 2)}\n`);
    else keepToBudget();
  });
}
