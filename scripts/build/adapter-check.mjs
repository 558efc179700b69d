import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { nextBuild } from "../build.mjs";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";

/**
 * The build as hosts of functions (Vercel) make it: an adapter works inside `next build`, packs
 * each function with the files that were traced for it, and takes the static files away. Uses what
 * the last build compiled, so it takes seconds, and leaves that build as it was.
 */

const BUILD = path.join(ROOT, ".next");
const ADAPTER = path.join(ROOT, "tests/moving-adapter.mjs");

/** The compiler's cache, large and of no use to the adapter. */
const CACHE = "cache";

/**
 * @param {string} copy where the build is until then
 * @returns {Promise<string>} a note
 * @throws {CliError} when a function would lack something
 */
export async function checkAdapterBuild(copy) {
  rmSync(copy, { recursive: true, force: true });
  cpSync(BUILD, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => file !== path.join(BUILD, CACHE),
  });
  try {
    await nextBuild(["--experimental-build-mode", "generate"], {
      env: { ...process.env, VERCEL: "1", NEXT_ADAPTER_PATH: ADAPTER },
    });
    const report = JSON.parse(readFileSync(path.join(BUILD, "moved/report.json"), "utf8"));
    const problems = findProblems(report);
    if (problems.length > 0) throw new CliError(problems.join("\n"));
    return `${report.functions} functions`;
  } finally {
    for (const name of readdirSync(BUILD)) {
      if (name !== CACHE) rmSync(path.join(BUILD, name), { recursive: true });
    }
    cpSync(copy, BUILD, { recursive: true, verbatimSymlinks: true });
    rmSync(copy, { recursive: true });
  }
}

/** `debug` colours its output with these where they are installed, and does without them. */
const OPTIONAL = new Set(["node_modules/supports-color", "node_modules/has-flag"]);

/**
 * @param {{ functions: number, prerendered: string[], files: string[], missing: string[] }} report
 * @returns {string[]}
 */
function findProblems({ prerendered, files, missing }) {
  const packages = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8")).packages;
  /** @param {string} file */
  const isOmitted = (file) => {
    const place = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? "";
    return packages[place]?.dev === true && !OPTIONAL.has(place);
  };
  return [
    ...missing.map((file) => `A function needs ${file}, which does not exist.`),
    ...files
      .filter(isOmitted)
      .map((file) => `A function needs ${file}, but its package is in devDependencies.`),
    // Bundled while building, from sources that functions do not have.
    ...["/sw.js", "/workers/picture.js", "/workers/video.js"]
      .filter((worker) => !prerendered.includes(worker))
      .map((worker) => `${worker} was not rendered while building.`),
  ];
}
