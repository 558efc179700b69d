import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { CliError } from "../cli/cli-error.mjs";
import { databaseClient } from "../cli/database-client.mjs";
import { ROOT } from "../cli/environment.mjs";
import { appRole, grantToApp } from "./app-role.mjs";
import { ownerDatabaseUrl } from "./local-database.mjs";

/**
 * The folder `prisma/migrations` and how its migrations are applied. Does and records what `prisma
 * migrate deploy` does, without the engine that command downloads. Either can follow the other
 * (docs/decisions/0004).
 */

export const MIGRATIONS_DIR = path.join(ROOT, "prisma/migrations");

/** Prisma's record of applied migrations, itself a table. */
export const MIGRATIONS_TABLE = "_prisma_migrations";

const CREATE_TABLE = `CREATE TABLE ${MIGRATIONS_TABLE} (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** The advisory lock of Prisma's own command. */
export const MIGRATION_LOCK = 72_707_369;

const LOCK_NOT_AVAILABLE = "55P03";

/** The migrations of this release, oldest first. */
export function migrationNames() {
  return readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @param {string} name */
export const readMigration = (name) => readFileSync(path.join(MIGRATIONS_DIR, name, "migration.sql"), "utf8");

/**
 * Applies the migrations that the database of these variables lacks, as the owner of its tables.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} a note
 * @throws {CliError}
 */
export async function migrate(env) {
  const applied = await applyMigrations(ownerDatabaseUrl(env), appRole(env));
  return applied.length === 0 ? "nothing to apply" : `${applied.length} applied`;
}

/**
 * Applies the migrations that a database lacks. Concurrent runs wait for each other.
 * @param {string | undefined} url a direct address, not a pooler's
 * @param {string} [app] the app's role, where it does not own the tables
 * @returns {Promise<string[]>} the names of those applied
 * @throws {CliError}
 */
export async function applyMigrations(url, app) {
  if (!url) throw new CliError("DATABASE_URL is missing: it names the database to work on.");
  // The lock belongs to a session, and a pooler shares sessions between clients.
  if (new URL(url).searchParams.get("pgbouncer") === "true") {
    throw new CliError(
      "Migrations cannot run through PgBouncer: set DIRECT_DATABASE_URL to the database's own address.",
    );
  }
  const client = databaseClient(url);
  await client.connect();
  try {
    // Migrations may take longer than other queries. The lock is held until the connection ends.
    await client.query("SET statement_timeout = 0");
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await ensureTable(client);
    const names = migrationNames();
    const applied = await listMigrations(client);
    assertReleased(names, applied);
    const missing = names.filter((name) => !applied.includes(name));
    for (const name of missing) await applyMigration(client, name, readMigration(name));
    if (app) await grantToApp(client, app);
    return missing;
  } finally {
    await client.end();
  }
}

/**
 * Applies a migration and records it, in one transaction.
 * @param {pg.Client} client
 * @param {string} name
 * @param {string} sql
 * @throws {CliError} when PostgreSQL rejects it; nothing of it is applied then
 */
export async function applyMigration(client, name, sql) {
  await client.query("BEGIN");
  try {
    // A statement that waits for a table makes every later query on that table wait too.
    await client.query("SET LOCAL lock_timeout = '3s'");
    await client.query(sql);
    await client.query(
      `INSERT INTO ${MIGRATIONS_TABLE} (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES (gen_random_uuid(), $1, $2, clock_timestamp(), 1)`,
      [createHash("sha256").update(sql).digest("hex"), name],
    );
    await client.query("COMMIT");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query("ROLLBACK");
    if (error.code === LOCK_NOT_AVAILABLE) {
      throw new CliError(`${name} waited too long for a table in use: nothing of it was applied, try again.`);
    }
    throw new CliError(`${name} failed: ${error.message}.${failingLine(sql, error.position)}`);
  }
}

/**
 * The line at which PostgreSQL reports the error.
 * @param {string} sql
 * @param {string | undefined} position counted from 1
 */
function failingLine(sql, position) {
  if (!position) return "";
  const start = sql.lastIndexOf("\n", Number(position) - 2) + 1;
  return ` Near: ${sql.slice(start).split("\n")[0]?.trim()}`;
}

/** @param {pg.Client} client */
async function ensureTable(client) {
  const { rows } = await client.query(
    `SELECT to_regclass('${MIGRATIONS_TABLE}') IS NOT NULL AS known, EXISTS (
       SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
     ) AS used`,
  );
  if (rows[0].known) return;
  if (rows[0].used) {
    throw new CliError(
      "The database holds tables that this app's migrations did not create: nothing was applied.",
    );
  }
  await client.query(CREATE_TABLE);
}

/**
 * Until the first release the tables were made by other migrations than today's first one.
 * @param {string[]} names
 * @param {string[]} applied
 */
function assertReleased([first = ""], applied) {
  if (applied.length === 0 || applied.includes(first)) return;
  throw new CliError(
    "This database was made before the first release, and nothing leads from it to this one: nothing was applied. " +
      "`npm run db:reset` drops it with all its data and makes a new one; or set DATA_DIR or DATABASE_URL to another.",
  );
}

/**
 * The migrations applied to a database, oldest first.
 * @param {pg.Client} client
 * @returns {Promise<string[]>}
 */
export async function listMigrations(client) {
  const { rows } = await client.query(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}
