import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
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
const LOCK = 72_707_369;
const LOCK_POLL_MS = 500;

/**
 * A migration waiting for a table lock blocks every later query on that table. So it waits briefly,
 * rolls back, and retries after a pause in which the others proceed.
 */
const LOCK_TIMEOUT_MS = 3_000;
const RETRY_DELAY_MS = 3_000;
const MAX_ATTEMPTS = 20;
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
 * A migration that builds an index without blocking writes (`CREATE INDEX CONCURRENTLY`). It has a
 * folder of its own, because PostgreSQL cannot run that statement in a transaction.
 */
const CONCURRENTLY = /^(\s*(?:CREATE(?:\s+UNIQUE)?|DROP)\s+INDEX)\s+CONCURRENTLY\b/im;

/**
 * The same index built in a transaction, for a database not in use yet.
 * @param {string} migration
 */
const withoutConcurrently = (migration) => migration.replace(CONCURRENTLY, "$1");

const ADD_VALUE = /(ALTER\s+TYPE\s+("\w+")\s+ADD\s+VALUE)\s+('[^']*')\s*(?=;)/gi;
const CREATE_ENUM = /(CREATE\s+TYPE\s+("\w+")\s+AS\s+ENUM\s*\([^)]*)\)/gi;

/**
 * Migrations as one transaction can apply them, in a database not in use yet. Before version 17
 * PostgreSQL uses no value that the same transaction added to an enumeration, so each enumeration
 * has from its creation the values that later migrations add.
 * @param {string[]} migrations the SQL of each, oldest first
 */
export function forOneTransaction(migrations) {
  const added = migrations.flatMap((sql) => [...sql.matchAll(ADD_VALUE)]);
  /** @param {string} type */
  const addedTo = (type) => added.filter(([, , name]) => name === type).map(([, , , value]) => `, ${value}`);
  return migrations.map((sql) =>
    withoutConcurrently(sql)
      .replace(ADD_VALUE, "$1 IF NOT EXISTS $3")
      .replace(CREATE_ENUM, (_, create, type) => `${create}${addedTo(type).join("")})`),
  );
}

/**
 * Applies the migrations that the database of these variables lacks, as the owner of its tables.
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} [report] receives progress lines
 * @returns {Promise<string>} a note
 * @throws {CliError}
 */
export async function migrate(env, report) {
  const applied = await applyMigrations(ownerDatabaseUrl(env), report, appRole(env));
  return applied.length === 0 ? "nothing to apply" : `${applied.length} applied`;
}

/**
 * Applies the migrations that a database lacks. Concurrent runs wait for each other.
 * @param {string | undefined} url a direct address, not a pooler's
 * @param {(line: string) => void} [report] receives progress lines
 * @param {string} [app] the app's role, where it does not own the tables
 * @returns {Promise<string[]>} the names of those applied
 * @throws {CliError}
 */
export async function applyMigrations(url, report = () => undefined, app) {
  if (!url) throw new CliError("DATABASE_URL is missing: it names the database to work on.");
  // The lock belongs to a session, and a pooler shares sessions between clients.
  if (new URL(url).searchParams.get("pgbouncer") === "true") {
    throw new CliError(
      "Migrations cannot run through PgBouncer: set DIRECT_DATABASE_URL to the database's own address.",
    );
  }
  const client = await connect(url);
  try {
    await acquireLock(client, report);
    await ensureTable(client);
    await assertNoUnfinishedMigration(client);
    const applied = new Set(await listMigrations(client));
    const missing = migrationNames().filter((name) => !applied.has(name));
    for (const name of missing) {
      await applyMigration(client, name, readMigration(name), report);
      report(`applied ${name}`);
    }
    if (app) await grantToApp(client, app);
    return missing;
  } finally {
    await client.end();
  }
}

/**
 * A connection without a statement timeout, because migrations may take longer than other queries.
 * @param {string} url
 */
export async function connect(url) {
  const client = databaseClient(url);
  await client.connect();
  await client.query("SET statement_timeout = 0");
  return client;
}

/**
 * Applies a migration and its record in one transaction. One that builds an index concurrently has
 * no transaction: it is recorded as started before and as finished after.
 * @param {pg.Client} client
 * @param {string} name
 * @param {string} sql
 * @param {(line: string) => void} report
 */
export async function applyMigration(client, name, sql, report) {
  const id = randomUUID();
  const checksum = createHash("sha256").update(sql).digest("hex");
  const begin = `INSERT INTO ${MIGRATIONS_TABLE} (id, checksum, migration_name)
    VALUES ('${id}', '${checksum}', ${client.escapeLiteral(name)});`;
  const finish = `UPDATE ${MIGRATIONS_TABLE} SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = '${id}';`;
  // Statements sent in one query run in one transaction.
  const statements = CONCURRENTLY.test(sql)
    ? [begin, sql, finish]
    : [`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS};\n${begin}\n${sql}\n;${finish}`];
  for (const statement of statements) await queryWithRetry(client, name, statement, report);
}

/**
 * @param {pg.Client} client
 * @param {string} name
 * @param {string} sql
 * @param {(line: string) => void} report
 */
async function queryWithRetry(client, name, sql, report) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(sql);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code !== LOCK_NOT_AVAILABLE || attempt >= MAX_ATTEMPTS) {
        throw new CliError(`${name} failed: ${error.message}.${failingLine(sql, error.position)}`);
      }
      report(`a table is in use, trying again (${attempt} of ${MAX_ATTEMPTS - 1})`);
      await delay(RETRY_DELAY_MS);
    }
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

/**
 * The lock is held until the connection ends.
 * @param {pg.Client} client
 * @param {(line: string) => void} report
 */
async function acquireLock(client, report) {
  // Polls instead of waiting in the database: a waiting transaction would block the concurrent
  // index build, and be blocked by it.
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [LOCK]);
    if (rows[0].taken) return;
    if (isFirst) report("waiting for another process that applies migrations");
    await delay(LOCK_POLL_MS);
  }
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
 * Someone must inspect an interrupted migration.
 * @param {pg.Client} client
 */
async function assertNoUnfinishedMigration(client) {
  const { rows } = await client.query(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE} WHERE finished_at IS NULL AND rolled_back_at IS NULL`,
  );
  const name = rows[0]?.name;
  if (name === undefined) return;
  throw new CliError(
    `${name} started and did not finish. Undo what it left behind (such as an INVALID index), then mark it as rolled back: ` +
      `UPDATE ${MIGRATIONS_TABLE} SET rolled_back_at = now() WHERE migration_name = '${name}' AND finished_at IS NULL`,
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
