import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { CliError } from "./cli/cli-error.mjs";
import { NO_PROVIDERS, ROOT } from "./cli/environment.mjs";
import { run, runTypeScript } from "./cli/exec.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { provideProgram } from "./cli/program.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { isStopping, onStop, stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { startServer, TEST_LIMITS } from "./cli/start-server.mjs";
import { endedSteps, step } from "./cli/steps.mjs";

/**
 * `npm test`: everything that must pass, from a fresh clone, on its own database. The first failing
 * step ends it. A test that fails is tried once more; one that passes then is named at the end as
 * flaky, and `--strict` fails on it.
 *
 * `npm test -- --only jest lib/posts` runs one step (check, schema, jest, instances, e2e) with its
 * prerequisites, passes the further arguments to it and shows its output. `--only functions` builds
 * as hosts of functions do, which takes a minute and concerns no other host: CI has a job for it.
 * `npm test -- --changed` is for every day: it checks the sources and runs the tests that reach
 * what differs from the branch `main`, or from `--since <commit>`, and the journeys whose files do.
 */

/** Removed at the start: never the folder that `up` uses. */
const DATA_DIR = path.resolve(ROOT, process.env.TEST_DATA_DIR || ".data-test");
/** The database that Jest's workers clone (tests/database.ts). */
const TEMPLATE = "campus_template";

/** Settings of a database that nobody needs after a crash: it waits for no disk. */
const DISPOSABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** The product's environment for sign-in by OpenID Connect. @type {Record<string, string>} */
let issuer = {};
const counts = { passed: 0, failed: 0 };
/** Reasons for steps that this machine cannot run. @type {string[]} */
const skipped = [];
/** Names of tests that passed only when they were tried again. @type {string[]} */
const flaky = [];
/** @type {{ name: string, seconds: number }[]} */
const journeys = [];
const [, only, ...extraArgs] = process.argv[2] === "--only" ? process.argv.slice(2) : [];
const { values: options } = parseArgs({
  args: only ? [] : process.argv.slice(2),
  options: {
    changed: { type: "boolean", default: false },
    since: { type: "string", default: "main" },
    strict: { type: "boolean", default: false },
  },
});
/** What `--changed` runs: the rest is for the whole run. */
const EVERY_DAY = ["check", "schema", "jest", "e2e"];
const includes = (/** @type {string} */ name) =>
  only ? only === name : !options.changed || EVERY_DAY.includes(name);
/**
 * Megabytes for new objects, instead of Node's 16. Rendering and parsing make many that live for a
 * moment: with fewer collections the unit tests take a seventh less time.
 */
const NEW_OBJECTS = "--max-semi-space-size=64";

/** @param {string} program @param {string[]} args @param {NodeJS.Dict<string>} env */
const runTool = (program, args, env) =>
  run(process.execPath, [NEW_OBJECTS, `node_modules/.bin/${program}`, ...args, ...(only ? extraArgs : [])], {
    show: Boolean(only),
    env: { ...process.env, ...env },
  });

await runCli(async () => {
  requireNode();
  process.chdir(ROOT);
  stopOnSignals(1);
  try {
    await test();
  } catch (error) {
    if (isStopping()) return;
    console.error(error instanceof CliError ? error.message : error);
    // Jest and Playwright count their own failures; any other step counts as one.
    if (counts.failed === 0) counts.failed = 1;
  }
  await stopAll();
  for (const reason of skipped) console.log(`Not run: ${reason}`);
  for (const name of flaky) console.log(`Flaky, passed when tried again: ${name}`);
  printLongest("Longest steps", endedSteps);
  printLongest("Longest journeys", journeys);
  if (options.strict) counts.failed += flaky.length;
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed === 0 ? 0 : 1);
});

/** @param {string} title @param {{ name: string, seconds: number }[]} all */
function printLongest(title, all) {
  const longest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5);
  if (longest.length > 1)
    console.log(
      `${title}: ${longest.map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`).join(", ")}`,
    );
}

async function test() {
  mkdirSync(DATA_DIR, { recursive: true });
  if (!(await acquireLock(DATA_DIR))) throw new CliError(`The tests already run on ${DATA_DIR}.`);
  await step("Install packages", ensureInstalled);
  /** @type {string | undefined} */
  let chromium;
  if (includes("e2e")) {
    const { provideChromium } = await import("./cli/chromium.mjs");
    await step("Find a browser", async () => {
      chromium = await provideChromium();
      return chromium ?? "Playwright's own";
    });
  }
  const { ensureGenerated } = await import("./generate.mjs");
  await step("Generate the database client", ensureGenerated);
  if (includes("check")) {
    const { checkSources } = await import("./check.mjs");
    await step("Format, lint, types and unused code", checkSources);
  }
  if (only === "instances") {
    // They start a database of their own.
    await build();
    return severalInstances();
  }
  if (only === "functions") {
    await build();
    const { checkAdapterBuild } = await import("./build/adapter-check.mjs");
    await step("Build for functions", () => checkAdapterBuild(path.join(DATA_DIR, "build")));
    return;
  }
  if (!["schema", "jest", "e2e"].some(includes)) return;

  const url = await startDatabase();
  const { createDatabase } = await import("./embedded/database.mjs");
  const { migrate } = await import("./embedded/migrations.mjs");
  const newDatabase = async (/** @type {string} */ name) => {
    await createDatabase(url("postgres"), name);
    return {
      ...process.env,
      DATABASE_URL: url(name),
      DIRECT_DATABASE_URL: "",
      DATABASE_OWNER_URL: "",
      DATABASE_CA: "",
    };
  };
  if (includes("schema")) {
    await step("Schema and migrations agree", async () => {
      await runTypeScript(["scripts/database/schema-diff.ts", "--check"], {
        env: await newDatabase("schema_check"),
        show: Boolean(only),
      });
    });
  }
  if (includes("jest")) {
    await step("Migrate the template", async () => migrate(await newDatabase(TEMPLATE)));
    const args = options.changed ? [`--changedSince=${options.since}`, "--passWithNoTests"] : [];
    await step("Unit and route tests", () => jest({ TEST_DATABASE_URL: url("postgres") }, args));
  }
  if (options.changed && !(await hasChangedJourneys())) return;
  if (!includes("instances") && !includes("e2e")) return;
  await build();
  if (includes("instances")) await severalInstances();
  if (includes("e2e")) {
    const env = await newDatabase("e2e");
    process.env.E2E_DATABASE_URL = env.DATABASE_URL;
    Object.assign(env, NO_PROVIDERS, issuer, TEST_LIMITS, { DATA_DIR: path.join(DATA_DIR, "e2e") });
    const args = ["scripts/up.mjs", "--seed"];
    const { address } = await startServer("the product", env, args, "/api/health/ready");
    await step("Journeys in the browser", () => playwright(address, chromium));
  }
}

/** Whether a journey's own file changed: only then is a build worth its time every day. */
async function hasChangedJourneys() {
  const args = ["test", "--list", `--only-changed=${options.since}`, "--pass-with-no-tests"];
  return !(await run(process.execPath, ["node_modules/.bin/playwright", ...args])).includes("Total: 0 tests");
}

async function build() {
  const { startOidcIssuer } = await import("../e2e/oidc-issuer.mjs");
  const college = await startOidcIssuer();
  onStop(college.stop);
  issuer = college.env;
  if (includes("check")) process.env.SKIP_TYPE_CHECK = "1";
  const { ensureBuilt } = await import("./build.mjs");
  const { enforceBudget } = await import("./build/js-budget.mjs");
  await step("Build", ensureBuilt);
  await step("Budget of JavaScript", async () => enforceBudget());
}

/** A fresh server with disposable data. */
async function startDatabase() {
  /** @type {((database: string) => string) | undefined} */
  let url;
  await step("Start PostgreSQL", async () => {
    const { startPostgres } = await import("./embedded/postgres.mjs");
    rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 10 });
    const postgres = await startPostgres(DATA_DIR, { ...DISPOSABLE, max_connections: "300" });
    onStop(postgres.stop);
    url = postgres.url;
  });
  if (!url) throw new Error("PostgreSQL has no address.");
  return url;
}

/**
 * @param {NodeJS.Dict<string>} env TEST_DATABASE_URL: its role may create databases
 * @param {string[]} [args] selects tests; by default all run
 */
async function jest(env, args = []) {
  const report = path.join(DATA_DIR, "jest.json");
  let passed = 0;
  rmSync(report, { force: true });
  try {
    await runTool("jest", ["--json", `--outputFile=${report}`, ...args], env);
  } finally {
    if (existsSync(report)) {
      const result = JSON.parse(readFileSync(report, "utf8"));
      passed = result.numPassedTests;
      counts.passed += passed;
      counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
      flaky.push(...flakyTestsOf(result.testResults));
    }
  }
  return `${passed} tests`;
}

/**
 * @typedef {{ status: string, fullName: string, invocations?: number }} Assertion
 * @param {{ name: string, assertionResults: Assertion[] }[]} files of Jest's JSON report
 */
function flakyTestsOf(files) {
  return files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, invocations = 1 }) => status === "passed" && invocations > 1)
      .map(({ fullName }) => `${path.relative(ROOT, name)} ${fullName}`),
  );
}

/**
 * What needs a build and no browser: two instances on one database (tests/instances.test.ts),
 * through PgBouncer where it is, and the folder that production runs
 * (tests/production-tree.test.ts).
 */
async function severalInstances() {
  if (!(await provideProgram("pgbouncer"))) {
    skipped.push("instances behind PgBouncer, which is not installed (Debian: apt-get install pgbouncer).");
  }
  await step("Several instances", () =>
    jest({ TEST_DATA_DIR: DATA_DIR }, [
      "tests/(instances|production-tree)",
      "--testPathIgnorePatterns=/node_modules/",
    ]),
  );
}

/**
 * @param {string} address
 * @param {string | undefined} chromium
 */
async function playwright(address, chromium) {
  const report = path.join(DATA_DIR, "playwright.json");
  const before = counts.passed;
  try {
    const changed = options.changed ? [`--only-changed=${options.since}`] : [];
    await runTool("playwright", ["test", "--reporter=list,json", ...changed], {
      BASE_URL: address,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(chromium && { CHROMIUM_PATH: chromium }),
    });
  } finally {
    if (existsSync(report)) {
      const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
      counts.passed += stats.expected + stats.flaky;
      counts.failed += stats.unexpected;
      /** @type {ReturnType<typeof journeysOf>} */
      const ran = suites.flatMap(journeysOf);
      journeys.push(...ran);
      flaky.push(...ran.filter(({ isFlaky }) => isFlaky).map(({ name }) => name));
    }
  }
  return `${counts.passed - before} tests`;
}

/**
 * @typedef {{ status: string, projectName: string, results: { duration: number }[] }} Run
 * @typedef {{ file: string, line: number, title: string, tests: Run[] }} Spec
 * @typedef {{ suites?: Suite[], specs: Spec[] }} Suite of Playwright's JSON report
 */

/**
 * @param {Suite} suite
 * @returns {{ name: string, seconds: number, isFlaky: boolean }[]} `name`: where a journey is
 */
function journeysOf({ suites = [], specs }) {
  return [
    ...suites.flatMap(journeysOf),
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests.map(({ status, projectName, results }) => ({
        name: `e2e/${file}:${line} ${title} (${projectName})`,
        seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
        isFlaky: status === "flaky",
      })),
    ),
  ];
}
