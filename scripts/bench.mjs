import { cpus } from "node:os";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT } from "./cli/environment.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";

/**
 * `npm run bench`: measures the product and prints figures for docs/figures.md. `npm run bench --
 * api` runs only that benchmark. `BENCH_POSTS`, `BENCH_USERS` and `BENCH_MESSAGES` set the volume;
 * `size` compares two campuses of its own. Modules that need packages are imported after the
 * installation.
 */

const POSTS = Number(process.env.BENCH_POSTS || 20_000);
const USERS = Number(process.env.BENCH_USERS || 1_000);
const MESSAGES = Number(process.env.BENCH_MESSAGES || 100_000);
/** The large campus of `size`. */
const LARGE = {
  users: Number(process.env.BENCH_LARGE_USERS || 200_000),
  posts: Number(process.env.BENCH_LARGE_POSTS || 1_000_000),
  messages: Number(process.env.BENCH_LARGE_MESSAGES || 1_000_000),
};

/**
 * @typedef {{
 *   postgres: import("./bench/environment.mjs").Postgres,
 *   campus: () => Promise<import("./bench/environment.mjs").BenchContext>,
 * }} Bench `campus`: the product with the volume above, started when first asked for
 * @type {Record<string, (bench: Bench) => Promise<Record<string, string>>>}
 */
const BENCHMARKS = {
  api: async ({ campus }) => (await import("./bench/api.mjs")).measureApi(await campus()),
  size: async ({ postgres }) => (await import("./bench/size.mjs")).measureSize(postgres, LARGE),
};

await runCli(async () => {
  requireNode();
  process.chdir(ROOT);
  stopOnSignals(1);
  const selected = process.argv.slice(2);
  const unknown = selected.find((name) => !BENCHMARKS[name]);
  if (unknown)
    throw new CliError(`Unknown benchmark: ${unknown}. There are ${Object.keys(BENCHMARKS).join(", ")}.`);
  await step("Install packages", ensureInstalled);
  const { ensureGenerated } = await import("./generate.mjs");
  await step("Generate the database client", ensureGenerated);
  const { startBenchPostgres, startCampus } = await import("./bench/environment.mjs");
  const postgres = await startBenchPostgres();
  /** @type {ReturnType<typeof startCampus> | undefined} */
  let started;
  const campus = () => {
    started ??= startCampus(postgres, "bench", { users: USERS, posts: POSTS, messages: MESSAGES });
    return started;
  };
  print({
    Machine: `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, Node ${process.version}`,
    Posts: String(POSTS),
  });
  // Each prints its figures at once: a later one that fails must not take them along.
  for (const [name, measure] of Object.entries(BENCHMARKS))
    if (selected.length === 0 || selected.includes(name)) print(await measure({ postgres, campus }));
  await stopAll();
});

/** @param {Record<string, string>} figures */
function print(figures) {
  const width = Math.max(...Object.keys(figures).map((name) => name.length)) + 2;
  for (const [name, figure] of Object.entries(figures)) console.log(name.padEnd(width) + figure);
  console.log();
}
