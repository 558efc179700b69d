import { types } from "node:util";
import pg from "pg";
import { importBuilt } from "../cli/built.mjs";
import { CliError } from "../cli/cli-error.mjs";
import { databaseClient } from "../cli/database-client.mjs";
import { listMigrations, migrationNames } from "../embedded/migrations.mjs";

/** What production needs before it starts. Each failure is one line that names the remedy. */

/** @throws {CliError} for a missing or malformed variable */
export async function checkEnvironment() {
  const { findProblem } = await importBuilt("check-environment");
  const problem = await findProblem();
  if (problem) throw new CliError(problem);
}

/** The longest wait for the database, in milliseconds. */
const CONNECT_MS = 4_000;

/** PostgreSQL's error codes for a wrong role, password or database. */
const INVALID_ADDRESS = /^(28|3D)/;
const PROTOCOL_VIOLATION = "08P01";
const NO_SUCH_TABLE = "42P01";

/** Node's error codes for a certificate that is not trusted or names another server. */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;
/** The driver's message, which has no code. */
const NO_TLS = "The server does not support SSL connections";

/**
 * Connects as the app does and checks for this release's migrations. A database that is unreachable
 * may come back: the app starts anyway, and answers 503 until then.
 * @throws {CliError} for a wrong address or missing migrations
 */
export async function checkDatabase() {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const isPooled = url.searchParams.get("pgbouncer") === "true";
  const client = databaseClient(url.href, {
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    ...(isPooled ? {} : { statement_timeout: CONNECT_MS }),
  });
  try {
    await client.connect();
    const missing = await missingMigrations(client);
    if (missing.length > 0) {
      throw new CliError(
        `The database lacks ${missing.length} of this release's migrations, starting with ${missing[0]}: run npm run db:migrate.`,
      );
    }
  } catch (error) {
    if (!types.isNativeError(error) || error instanceof CliError) throw error;
    const code = "code" in error ? String(error.code) : "";
    if (INVALID_ADDRESS.test(code)) throw new CliError(`DATABASE_URL is wrong: ${error.message}.`);
    if (UNTRUSTED.test(code) || error.message === NO_TLS) {
      throw new CliError(
        `The connection to the database is not secure (${error.message}): set DATABASE_CA to the certificate of its authority.`,
      );
    }
    if (code === PROTOCOL_VIOLATION && !isPooled) {
      throw new CliError(
        `DATABASE_URL names a pooler that rejects the app (${error.message}): add ?pgbouncer=true to it.`,
      );
    }
    console.warn(`The database does not respond yet (${code || error.message}): starting anyway.`);
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
