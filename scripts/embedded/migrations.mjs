import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";

/**
 * The folder `prisma/migrations`, and bringing a database to it. What is done and recorded is what
 * `prisma migrate deploy` does, without the engine that command downloads: either may follow the
 * other (docs/decisions/0004).
 */

export const MIGRATIONS_DIR = path.join(ROOT, "prisma/migrations");

/** Prisma's record of the migrations, itself a table of the database. */
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

/** The number of the lock that Prisma's command takes. */
const LOCK = 72_707_369;
const LOCK_CHECK_MS = 500;

/**
 * A migration that waits for a table has everybody who comes after it wait as well. So it waits a
 * moment only, is rolled back, and tried again after a pause in which the others get through.
 */
const TABLE_WAIT_MS = 3_000;
const PAUSE_MS = 3_000;
const TRIES = 20;
const LOCK_NOT_AVAILABLE = "55P03";

/** The names of the migrations this release knows, oldest first. */
export function migrationNames() {
  return readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** @param {string} name */
export const readMigration = (name) => readFileSync(path.join(MIGRATIONS_DIR, name, "migration.sql"), "utf8");

/**
 * A migration that makes an index while the app goes on writing (`CREATE INDEX CONCURRENTLY`). It
 * is a folder with this one statement, as PostgreSQL runs it in no transaction.
 */
const CONCURRENTLY = /^(\s*(?:CREATE(?:\s+UNIQUE)?|DROP)\s+INDEX)\s+CONCURRENTLY\b/im;

/**
 * The same index, made in a transaction: for a database that nobody uses yet.
 * @param {string} migration
 */
export const withoutConcurrently = (migration) => migration.replace(CONCURRENTLY, "$1");

/**
 * Applies the migrations that a database does not have yet. Two at once wait for each other.
 * @param {string | undefined} url past a pooler
 * @param {(line: string) => void} [say] hears what happens
 * @returns {Promise<string[]>} their names; none when it had them all
 * @throws {CliError}
 */
export async function applyMigrations(url, say = () => undefined) {
  if (!url) throw new CliError("DATABASE_URL is missing: it says which database to work on.");
  // The lock belongs to a session, which a pooler hands to somebody else.
  if (new URL(url).searchParams.get("pgbouncer") === "true") {
    throw new CliError(
      "Migrations do not go through PgBouncer: set DIRECT_DATABASE_URL, the database's own address.",
    );
  }
  const client = await connect(url);
  try {
    await acquireLock(client, say);
    await ensureTable(client);
    await assertNoUnfinishedMigration(client);
    const applied = new Set(await listMigrations(client));
    const missing = migrationNames().filter((name) => !applied.has(name));
    for (const name of missing) {
      await applyMigration(client, name, readMigration(name), say);
      say(`applied ${name}`);
    }
    return missing;
  } finally {
    await client.end();
  }
}

/**
 * A connection on which a migration may take longer than the role's queries otherwise may.
 * @param {string} url
 */
export async function connect(url) {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks fails the query that runs; without a listener it would end the process
  // as well.
  client.on("error", () => undefined);
  await client.connect();
  await client.query("SET statement_timeout = 0");
  return client;
}

/**
 * Applies one migration whole or not at all, together with its record. Only one that makes an index
 * concurrently cannot be undone: it is recorded as begun before, and as finished after.
 * @param {pg.Client} client
 * @param {string} name
 * @param {string} sql
 * @param {(line: string) => void} say
 */
export async function applyMigration(client, name, sql, say) {
  const id = randomUUID();
  const checksum = createHash("sha256").update(sql).digest("hex");
  const begin = `INSERT INTO ${MIGRATIONS_TABLE} (id, checksum, migration_name)
    VALUES ('${id}', '${checksum}', ${client.escapeLiteral(name)});`;
  const finish = `UPDATE ${MIGRATIONS_TABLE} SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = '${id}';`;
  // Statements that are sent as one are one transaction.
  const parts = CONCURRENTLY.test(sql)
    ? [begin, sql, finish]
    : [`SET LOCAL lock_timeout = ${TABLE_WAIT_MS};\n${begin}\n${sql}\n;${finish}`];
  for (const part of parts) await insist(client, name, part, say);
}

/**
 * @param {pg.Client} client
 * @param {string} name
 * @param {string} sql
 * @param {(line: string) => void} say
 */
async function insist(client, name, sql, say) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(sql);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code !== LOCK_NOT_AVAILABLE || attempt >= TRIES) {
        throw new CliError(`${name} failed: ${error.message}.${near(sql, error.position)}`);
      }
      say(`a table is in use, trying again (${attempt} of ${TRIES - 1})`);
      await delay(PAUSE_MS);
    }
  }
}

/**
 * The line that PostgreSQL complains about.
 * @param {string} sql
 * @param {string | undefined} position counted from 1
 */
function near(sql, position) {
  if (!position) return "";
  const start = sql.lastIndexOf("\n", Number(position) - 2) + 1;
  return ` It is at: ${sql.slice(start).split("\n")[0]?.trim()}`;
}

/** Held until the connection ends. @param {pg.Client} client @param {(line: string) => void} say */
async function acquireLock(client, say) {
  // Asked for again and again: one that waited inside the database would hold up the making of an
  // index, and that one it.
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS taken", [LOCK]);
    if (rows[0].taken) return;
    if (isFirst) say("waiting for another one that applies migrations");
    await delay(LOCK_CHECK_MS);
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
    throw new CliError("The database holds tables that no migration of this app made: nothing was applied.");
  }
  await client.query(CREATE_TABLE);
}

/** What was interrupted has to be looked at by a person. @param {pg.Client} client */
async function assertNoUnfinishedMigration(client) {
  const { rows } = await client.query(
    `SELECT migration_name AS name FROM ${MIGRATIONS_TABLE} WHERE finished_at IS NULL AND rolled_back_at IS NULL`,
  );
  const name = rows[0]?.name;
  if (name === undefined) return;
  throw new CliError(
    `${name} began and did not finish. Undo what it left (such as an index that is INVALID), then say so: ` +
      `UPDATE ${MIGRATIONS_TABLE} SET rolled_back_at = now() WHERE migration_name = '${name}' AND finished_at IS NULL`,
  );
}

/**
 * The migrations a database has, oldest first.
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
