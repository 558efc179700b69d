import { types } from "node:util";
import pg from "pg";
import { CliError } from "../cli/cli-error.mjs";
import { ExecError, runTypeScript } from "../cli/exec.mjs";
import { listMigrations, migrationNames } from "../embedded/migrations.mjs";

/** What production needs before it starts: each failure is one line that names what to do. */

/** @throws {CliError} for a variable that is missing or malformed */
export async function checkEnvironment() {
  try {
    await runTypeScript(["scripts/server/check-environment.ts"]);
  } catch (error) {
    throw error instanceof ExecError ? new CliError(error.output.trim()) : error;
  }
}

/** Longest wait for the database, in milliseconds. */
const CONNECT_MS = 4_000;

/**
 * What PostgreSQL says of an address that is wrong: role, password, database; and of settings its
 * pooler refuses.
 */
const WRONG_ADDRESS = /^(28|3D)/;
const PROTOCOL_VIOLATION = "08P01";
const NO_SUCH_TABLE = "42P01";

/**
 * Connects as the app does and looks for the migrations of this release. A database that is away
 * may come: the app starts, and answers 503 until then.
 * @throws {CliError} for an address that is wrong, and for migrations that are missing
 */
export async function checkDatabase() {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const isPooled = url.searchParams.get("pgbouncer") === "true";
  const client = new pg.Client({
    connectionString: url.href,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    ...(isPooled ? {} : { statement_timeout: CONNECT_MS }),
  });
  // A connection that breaks fails the query that runs; without a listener it would end the process
  // as well.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const missing = await missingMigrations(client);
    if (missing.length > 0) {
      throw new CliError(
        `The database lacks ${missing.length} of this release's migrations, from ${missing[0]} on: run npm run db:migrate.`,
      );
    }
  } catch (error) {
    if (!types.isNativeError(error) || error instanceof CliError) throw error;
    const code = "code" in error ? String(error.code) : "";
    if (WRONG_ADDRESS.test(code)) throw new CliError(`DATABASE_URL is not right: ${error.message}.`);
    if (code === PROTOCOL_VIOLATION && !isPooled) {
      throw new CliError(
        `DATABASE_URL leads to a pooler that refuses the app (${error.message}): add ?pgbouncer=true to it.`,
      );
    }
    console.warn(`The database does not answer yet (${code || error.message}): starting all the same.`);
  } finally {
    await client.end();
  }
}

/**
 * @param {pg.Client} client
 * @returns {Promise<string[]>} oldest first
 */
async function missingMigrations(client) {
  try {
    const applied = new Set(await listMigrations(client));
    return migrationNames().filter((name) => !applied.has(name));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_SUCH_TABLE) return migrationNames();
    throw error;
  }
}
