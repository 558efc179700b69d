import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT } from "./cli/environment.mjs";
import { run, runTypeScript } from "./cli/exec.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { freePort } from "./cli/ports.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { isStopping, onStop, stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";

/**
 * `npm test`: everything that must hold, from a fresh clone, on a database of its own. The first
 * step that fails ends it. `npm test -- --only jest lib/posts` runs one step (check, schema, jest,
 * pgbouncer, e2e) with what it needs, hands it the further arguments and shows its output.
 */

/** Removed at the start: never the folder that `up` uses. */
const DATA_DIR = path.resolve(ROOT, process.env.TEST_DATA_DIR || ".data-test");
/** The database that Jest's workers copy (tests/database.ts). */
const TEMPLATE = "campus_template";

/** What has to work behind PgBouncer: transactions, locks, listening, signing in. */
const BEHIND_PGBOUNCER = [
  "app/api/posts/.postId./(like|comments)/",
  "app/api/notifications/stream/",
  "app/api/auth/(send-otp|check-otp|refresh)/",
  "lib/platform/db.test",
];

const counts = { passed: 0, failed: 0 };
/** Steps that this machine cannot run. @type {string[]} */
const leftOut = [];
const [, only, ...rest] = process.argv[2] === "--only" ? process.argv.slice(2) : [];
const wants = (/** @type {string} */ name) => !only || only === name;
const bin = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
  run(process.execPath, [path.join("node_modules/.bin", program), ...args, ...(only ? rest : [])], {
    show: Boolean(only),
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
    // Jest and Playwright count for themselves; any other step is one thing that failed.
    if (counts.failed === 0) counts.failed = 1;
  }
  await stopAll();
  for (const sentence of leftOut) console.log(`Not run: ${sentence}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed === 0 ? 0 : 1);
});

async function test() {
  mkdirSync(DATA_DIR, { recursive: true });
  if (!(await acquireLock(DATA_DIR))) throw new CliError(`The tests already run on ${DATA_DIR}.`);
  await step("Lock file names every platform", async () => {
    await run(process.execPath, ["scripts/build/complete-lock.mjs", "--check"]);
  });
  await step("Install packages", ensureInstalled);
  /** @type {string | undefined} */
  let chromium;
  if (wants("e2e")) {
    const { provideChromium } = await import("./cli/chromium.mjs");
    await step("Find a browser", async () => {
      chromium = await provideChromium();
      return chromium ?? "Playwright's own";
    });
  }
  const { ensureGenerated } = await import("./generate.mjs");
  await step("Generate the database client", ensureGenerated);
  if (wants("check")) {
    const { checkSources } = await import("./check.mjs");
    await step("Format, lint, types and unused code", checkSources);
  }
  if (!["schema", "jest", "pgbouncer", "e2e"].some(wants)) return;

  const url = await startDatabase();
  const { createDatabase, migrate } = await import("./embedded/database.mjs");
  const database = async (/** @type {string} */ name) => {
    await createDatabase(url("postgres"), name);
    return { ...process.env, DATABASE_URL: url(name), DIRECT_DATABASE_URL: "" };
  };
  if (wants("schema")) {
    await step("Schema and migrations agree", async () => {
      await runTypeScript(["scripts/schema-diff.ts", "--check"], {
        env: await database("schema_check"),
        show: Boolean(only),
      });
    });
  }
  if (wants("jest") || wants("pgbouncer")) {
    await step("Migrate the template", async () => migrate(await database(TEMPLATE)));
  }
  if (wants("jest")) await step("Unit and route tests", () => jest({ TEST_DATABASE_URL: url("postgres") }));
  if (wants("pgbouncer")) await behindPgBouncer(url("postgres"));
  if (wants("e2e")) {
    const { ensureBuilt } = await import("./build.mjs");
    await step("Build", ensureBuilt);
    const { startGoogleIssuer } = await import("../e2e/google-issuer.mjs");
    const google = await startGoogleIssuer();
    onStop(google.stop);
    Object.assign(process.env, google.env);
    const env = await database("e2e");
    process.env.E2E_DATABASE_URL = env.DATABASE_URL;
    const address = await startProduct(env);
    await step("Journeys in the browser", () => playwright(address, chromium));
  }
}

/** A fresh server; nothing of it is kept, so it need not wait for the disk. */
async function startDatabase() {
  /** @type {((database: string) => string) | undefined} */
  let url;
  await step("Start PostgreSQL", async () => {
    const { startPostgres } = await import("./embedded/postgres.mjs");
    rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 10 });
    const postgres = await startPostgres(DATA_DIR, { fsync: "off", max_connections: "300" });
    onStop(postgres.stop);
    url = postgres.url;
  });
  if (!url) throw new Error("PostgreSQL has no address.");
  return url;
}

/**
 * @param {{ TEST_DATABASE_URL: string, TEST_POOLER_URL?: string }} env TEST_DATABASE_URL: an
 *   address with the right to create databases
 * @param {string[]} [args] which tests, and how; all of them unless told
 */
async function jest(env, args = []) {
  const report = path.join(DATA_DIR, "jest.json");
  const before = counts.passed;
  rmSync(report, { force: true });
  Object.assign(process.env, env);
  try {
    await bin("jest", "--json", `--outputFile=${report}`, ...(only && rest.length > 0 ? [] : args));
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    if (existsSync(report)) {
      const result = JSON.parse(readFileSync(report, "utf8"));
      counts.passed += result.numPassedTests;
      counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
    }
  }
  return `${counts.passed - before} tests`;
}

/**
 * The routes that depend most on the connection, again, through a real PgBouncer in transaction
 * mode.
 * @param {string} server an address with the right to create databases
 */
async function behindPgBouncer(server) {
  const { providePgBouncer, startPgBouncer } = await import("./embedded/pgbouncer.mjs");
  const program = await providePgBouncer();
  if (!program) {
    leftOut.push("the routes behind PgBouncer, which is not installed (Debian: apt-get install pgbouncer).");
    return;
  }
  await step("Routes behind PgBouncer", async () => {
    const pooler = await startPgBouncer(program, DATA_DIR, server);
    onStop(pooler.stop);
    return jest({ TEST_DATABASE_URL: server, TEST_POOLER_URL: pooler.url }, [
      // Storms of hundreds of requests say more about the cores that it takes from the tests than
      // about PgBouncer.
      "--testNamePattern=^(?!.*\\b[2-9]00\\b)",
      ...BEHIND_PGBOUNCER,
    ]);
  });
}

/**
 * Starts what people start, `npm run up`, on a free port.
 * @param {NodeJS.ProcessEnv} env with its own DATABASE_URL
 * @returns {Promise<string>} the address
 */
async function startProduct(env) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  await step("Start the product", async () => {
    const up = run(process.execPath, ["scripts/up.mjs", "--seed"], {
      env: {
        ...env,
        // A developer's .env may name real providers: no test writes to a real person.
        RESEND_API_KEY: "",
        CLOUDINARY_URL: "",
        OUTBOX_PASSWORD: "",
        SHOW_GALLERY: "1",
        // Everybody in the journeys shares one network address, and some of them mistype theirs on
        // purpose.
        LIMIT_UNKNOWN_ADDRESS_IP: "1000/60",
        PORT: String(port),
        HOST: "127.0.0.1",
        APP_URL: address,
        DATA_DIR: path.join(DATA_DIR, "e2e"),
      },
    });
    // It runs until we stop it; ending sooner is a failure.
    await Promise.race([up, isReady(`${address}/api/health/ready`)]);
  });
  return address;
}

/** @param {string} url */
async function isReady(url) {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Nobody listens yet: that is what is being waited for.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * @param {string} address
 * @param {string | undefined} chromium
 */
async function playwright(address, chromium) {
  const report = path.join(DATA_DIR, "playwright.json");
  Object.assign(process.env, { BASE_URL: address, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  if (chromium) process.env.CHROMIUM_PATH = chromium;
  const before = counts.passed;
  let again = 0;
  try {
    await bin("playwright", "test", "--reporter=list,json");
  } finally {
    if (existsSync(report)) {
      const { stats } = JSON.parse(readFileSync(report, "utf8"));
      again = stats.flaky;
      counts.passed += stats.expected + again;
      counts.failed += stats.unexpected;
    }
  }
  return `${counts.passed - before} tests${again > 0 ? `, ${again} of them at a further try` : ""}`;
}
