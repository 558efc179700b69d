import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CliError } from "./cli/cli-error.mjs";
import { ExecError, run } from "./cli/exec.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { ensureGenerated } from "./generate.mjs";

/** `npm run check`: format, lint, types and unused code, all at once. */

const tsc = ["tsc", "--noEmit", "--incremental", "false"];
const CHECKS = [
  ["biome", "check"],
  tsc,
  [...tsc, "-p", "scripts"],
  [...tsc, "-p", "lib/offline/service-worker"],
  ["knip"],
];

/** What `npm run dev` knew of the pages; a page may have moved since. */
const STALE_TYPES = ".next/dev/types/validator.ts";

/** @throws {CliError} with the output of every check that failed */
export async function checkSources() {
  rmSync(STALE_TYPES, { force: true });
  await ensureGenerated();
  // What Next.js expects pages and routes to export.
  await run(process.execPath, ["node_modules/.bin/next", "typegen"]);
  const outputs = await Promise.all(
    CHECKS.map(([program = "", ...args]) => findProblems(path.join("node_modules/.bin", program), args)),
  );
  const problems = outputs.filter((output) => output !== undefined);
  if (problems.length > 0) throw new CliError(problems.join("\n\n"));
}

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<string | undefined>} its output when it fails
 */
async function findProblems(program, args) {
  try {
    await run(process.execPath, [program, ...args]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ExecError)) throw error;
    return error.output.trim() || error.message;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCli(async () => {
    await checkSources();
    console.log("All checks passed.");
  });
}
