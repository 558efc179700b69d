import { cpus } from "node:os";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT } from "./cli/environment.mjs";
import { runTypeScript } from "./cli/exec.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";

/**
 * `npm run bench`: measures the product and prints figures for docs/figures.md. `npm run bench --
 * feed search` runs only those benchmarks. `BENCH_POSTS`, `BENCH_USERS` and `BENCH_SEARCHED` set
 * the volume. Modules that need packages are imported after the installation.
 */

const POSTS = Number(process.env.BENCH_POSTS || 100_000);
const USERS = Number(process.env.BENCH_USERS || 5_000);
const SEARCHED = Number(process.env.BENCH_SEARCHED || 20_000);
const STREAMS = 1_000;

/** @typedef {import("./bench/environment.mjs").BenchContext} BenchContext */

/** @type {Record<string, (context: BenchContext) => Promise<Record<string, string>>>} */
const BENCHMARKS = {
  feed: async (context) => (await import("./bench/feed.mjs")).measureFeed(context),
  streams: async ({ address, pid }) => {
    const output = await runTypeScript(["scripts/bench/streams.ts", address, String(pid), String(STREAMS)]);
    return { "Live streams": output.trim().replaceAll("\n", "; ") };
  },
  search: async (context) => (await import("./bench/search.mjs")).measureSearch(context, SEARCHED),
  lighthouse: async (context) => (await import("./bench/lighthouse.mjs")).measureWithLighthouse(context),
  browser: async (context) => (await import("./bench/browser.mjs")).measureBrowser(context),
};

await runCli(async () => {
  requireNode();
  process.chdir(ROOT);
  stopOnSignals(1);
  const selected = process.argv.slice(2);
  const unknown = selected.find((name) => !BENCHMARKS[name]);
  if (unknown)
    throw new CliError(`Unknown benchmark: ${unknown}. There are ${Object.keys(BENCHMARKS).join(", ")}.`);
  try {
    await step("Install packages", ensureInstalled);
    const { ensureGenerated } = await import("./generate.mjs");
    await step("Generate the database client", ensureGenerated);
    const { startBench } = await import("./bench/environment.mjs");
    const context = await startBench({ users: USERS, posts: POSTS });
    /** @type {Record<string, string>} */
    const figures = {
      Machine: `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, Node ${process.version}`,
      Posts: String(POSTS),
    };
    for (const [name, measure] of Object.entries(BENCHMARKS))
      if (selected.length === 0 || selected.includes(name)) Object.assign(figures, await measure(context));
    const width = Math.max(...Object.keys(figures).map((name) => name.length)) + 2;
    console.log();
    for (const [name, figure] of Object.entries(figures)) console.log(name.padEnd(width) + figure);
  } finally {
    await stopAll();
  }
});
