import { CliError } from "../cli/cli-error.mjs";
import { databaseClient } from "../cli/database-client.mjs";
import { runTypeScript } from "../cli/exec.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { directDatabaseUrl, isLocalDatabase } from "./local-database.mjs";
import { migrate } from "./migrations.mjs";
import { startPostgres } from "./postgres.mjs";

/** The app's database on the embedded server. */
const DATABASE = "campus_circle";

/**
 * Ensures that DATABASE_URL names a running database: the one already set, or the embedded one of
 * `dataDir`, which is started here and stopped with us.
 * @param {string} dataDir
 * @returns {Promise<boolean>} whether it is the embedded one
 */
export async function provideDatabase(dataDir) {
  if (process.env.DATABASE_URL) {
    for (const name of /** @type {const} */ (["DATABASE_URL", "DIRECT_DATABASE_URL", "DATABASE_OWNER_URL"])) {
      const address = process.env[name];
      if (!address) continue;
      await step(`Find the database of ${name}`, async () => {
        await assertReachable(name, address);
        return new URL(address).host;
      });
    }
    return false;
  }
  await step("Start PostgreSQL", async () => {
    const postgres = await startPostgres(dataDir);
    onStop(postgres.stop);
    await createDatabase(postgres.url("postgres"), DATABASE);
    Object.assign(process.env, { DATABASE_URL: postgres.url(DATABASE), DIRECT_DATABASE_URL: "" });
    return `127.0.0.1:${postgres.port}`;
  });
  return true;
}

/**
 * Applies all migrations.
 * @param {{ seeds: boolean }} options `seeds`: also adds the demo campus, once
 */
export async function fillDatabase({ seeds }) {
  await step("Apply migrations", () => migrate(process.env));
  if (seeds) await step("Seed the demo campus", () => seed(process.env));
}

/** @throws {CliError} when the database is not on this machine */
export function assertLocalDatabase() {
  const { DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  for (const address of [DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_OWNER_URL]) {
    if (address && !isLocalDatabase(address)) {
      throw new CliError(
        `The database is on ${new URL(address).hostname}, not on this machine: nothing is dropped there.`,
      );
    }
  }
}

/**
 * A local address may be a tunnel to another machine. So only the demo's own database is dropped
 * without confirmation.
 * @param {string | undefined} confirmed the name of the database to drop, as the user typed it
 * @throws {CliError} when the database holds people whom the demo did not create
 */
export async function assertDemoDatabase(confirmed) {
  const name = databaseName();
  if (confirmed === name) return;
  if (confirmed) throw new CliError(`The database is ${name}, not ${confirmed}: nothing was dropped.`);
  const others = await countOthers(databaseUrl().href);
  if (others === 0) return;
  throw new CliError(
    `The database ${name} was not created by the demo and holds ${others} people: nothing was dropped. ` +
      `To drop it and all their data: npm run db:reset -- ${name}`,
  );
}

/**
 * How many people a database holds that was not created by the demo; 0 for the demo's own.
 * @param {string} url
 * @returns {Promise<number>}
 */
export async function countOthers(url) {
  const client = databaseClient(url);
  await client.connect();
  try {
    const { rows } = await client.query("SELECT to_regclass('public.users') IS NOT NULL AS known");
    if (!rows[0].known) return 0;
    const { rows: totals } = await client.query(
      "SELECT count(*)::int AS people, EXISTS (SELECT 1 FROM tallies WHERE name = 'demo') AS demo FROM users",
    );
    const { people, demo } = totals[0];
    return demo ? 0 : people;
  } finally {
    await client.end();
  }
}

/** Drops and recreates the database. */
export async function emptyDatabase() {
  const admin = databaseUrl();
  const name = databaseName();
  admin.pathname = "/postgres";
  await createDatabase(admin.href, name, { fresh: true });
}

/** The address that `provideDatabase` set or was given. */
function databaseUrl() {
  return new URL(directDatabaseUrl() ?? "");
}

function databaseName() {
  return decodeURIComponent(databaseUrl().pathname.slice(1));
}

/**
 * @param {NodeJS.ProcessEnv} env with the DATABASE_URL; the script itself decides whether to do
 *   anything
 * @returns {Promise<string>} a note
 */
export async function seed(env) {
  const output = await runTypeScript(["scripts/seed.ts", "--once"], { env });
  return output.trim().split("\n").at(-1) ?? "";
}

/**
 * Creates a database unless it exists.
 * @param {string} adminUrl
 * @param {string} name
 * @param {{ fresh?: boolean }} [options] `fresh`: drops an existing one first
 */
export async function createDatabase(adminUrl, name, { fresh = false } = {}) {
  const client = databaseClient(adminUrl);
  await client.connect();
  try {
    const id = client.escapeIdentifier(name);
    if (fresh) await client.query(`DROP DATABASE IF EXISTS ${id} WITH (FORCE)`);
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${id}`);
  } finally {
    await client.end();
  }
}

/** @param {string} name @param {string} url */
async function assertReachable(name, url) {
  const client = databaseClient(url, { connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    throw new CliError(
      `The database of ${name} does not answer: ${error instanceof Error ? error.message : error}.`,
    );
  } finally {
    await client.end();
  }
}
