import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { CliError } from "../cli/cli-error.mjs";
import { onStop } from "../cli/shutdown.mjs";
import {
  forOneTransaction,
  listMigrations,
  MIGRATIONS_TABLE,
  migrationNames,
  readMigration,
} from "../embedded/migrations.mjs";
import { readBackup } from "./archive.mjs";
import { stageMedia } from "./media.mjs";
import {
  countRows,
  inTransaction,
  listTables,
  NOT_OF_EXTENSION,
  TRANSIENT_TABLES,
  tableWithColumns,
} from "./tables.mjs";

/** @typedef {import("./archive.mjs").Manifest} Manifest */

/**
 * Whether an older release made the backup.
 * @param {Manifest} manifest
 * @throws {CliError} when a newer release made it
 */
export function isOlder({ migrations, version }) {
  const own = migrationNames();
  const unknown = migrations.find((name) => !own.includes(name));
  if (unknown !== undefined) {
    throw new CliError(
      `The backup was made by a newer Campus Circle (${version}, with the migration ${unknown}): restore it with that release.`,
    );
  }
  return migrations.length < own.length;
}

/**
 * @param {string} url
 * @throws {CliError} when the database holds people
 */
export async function assertNoPeople(url) {
  await inTransaction(url, "BEGIN READ ONLY", async (client) => {
    const { rows } = await client.query("SELECT to_regclass('public.users') IS NOT NULL AS exists");
    if (!rows[0].exists) return;
    const people = await countRows(client, "users");
    if (people > 0) {
      throw new CliError(
        `The database already contains people (${people}): pass --replace to delete them and all their data.`,
      );
    }
  });
}

/**
 * Replaces the content of the migrated database at `url` and of the media folder with a backup: all
 * of it or nothing.
 * @param {Manifest} manifest as `readBackup` returned it after validating the file
 * @param {{ url: string, dataDir: string, file: string, identity: string | undefined }} where
 *   `identity`: the secret key of an encrypted one
 */
export async function loadBackup(manifest, { url, dataDir, file, identity }) {
  const staged = stageMedia(dataDir);
  onStop(async () => staged.end());
  try {
    await inTransaction(url, "BEGIN", async (client) => {
      const finish = await prepareTables(client, manifest);
      const visit = async (
        /** @type {import("./archive.mjs").Entry} */ entry,
        /** @type {import("./archive.mjs").Content} */ content,
      ) => {
        if (entry.kind === "media") await staged.receive(entry.file, content);
        else await loadChunk(client, entry.table, content);
      };
      await readBackup(file, visit, identity);
      await compareCounts(client, manifest);
      await clearTransientTables(client, manifest);
      await finish();
    });
    if (manifest.media !== null) staged.publish();
  } finally {
    staged.end();
  }
}

/**
 * Empties the tables, in the schema they had when the backup was made, and suspends constraints so
 * that rows can arrive in any order.
 * @param {import("pg").Client} client
 * @param {Manifest} manifest
 * @returns {Promise<() => Promise<void>>} restores the constraints and checks all rows against them
 */
async function prepareTables(client, manifest) {
  const applied = await listMigrations(client);
  if (applied.join() !== manifest.migrations.join()) await rebuild(client, manifest.migrations);

  const columnsByTable = new Map(
    (await listTables(client)).map((table) => [table.name, new Set(table.columns)]),
  );
  for (const { name, columns } of manifest.tables) {
    const unknownColumn = columns.find((column) => !columnsByTable.get(name)?.has(column));
    if (unknownColumn !== undefined) {
      throw new CliError(`The backup contains ${name}.${unknownColumn}, which its migrations do not create.`);
    }
  }
  // Foreign keys are dropped and added again, which checks every row, so the order of the tables
  // does not matter. Triggers already ran when the rows were first written.
  const { rows: rules } = await client.query(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS on
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'f' AND conparentid = 0
    UNION ALL
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
      format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT tgisinternal AND tgenabled = 'O'`);
  for (const { off } of rules) await client.query(off);
  const names = manifest.tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`TRUNCATE ${names.join(", ")} RESTART IDENTITY`);

  return async () => {
    for (const { on } of rules) await client.query(on);
    for (const { name, last } of manifest.sequences) {
      if (last !== null) await client.query("SELECT setval(quote_ident($1)::regclass, $2)", [name, last]);
    }
    await client.query(`ANALYZE ${names.join(", ")}`);
  };
}

/**
 * @param {import("pg").Client} client
 * @param {Manifest["tables"][number]} table
 * @param {import("./archive.mjs").Content} content
 */
async function loadChunk(client, table, content) {
  await pipeline(content, client.query(copyFrom(`COPY ${tableWithColumns(client, table)} FROM STDIN`)));
}

/**
 * Rebuilds the schema with the migrations that the backup's database had. The newer migrations then
 * find its rows to transform.
 * @param {import("pg").Client} client
 * @param {string[]} migrations
 */
async function rebuild(client, migrations) {
  const ours = "relnamespace = 'public'::regnamespace";
  const { rows: drops } = await client.query(`
    SELECT format('DROP %s IF EXISTS %s CASCADE', CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
      WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass) AS drop
    FROM pg_class c WHERE c.${ours} AND c.relkind IN ('r', 'p', 'v', 'm', 'S') AND c.relname <> '${MIGRATIONS_TABLE}'
      AND ${NOT_OF_EXTENSION("pg_class", "c")}
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure)
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND ${NOT_OF_EXTENSION("pg_proc", "p")}
    UNION ALL
    SELECT format('DROP TYPE IF EXISTS %s CASCADE', t.oid::regtype)
    FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd')
      AND ${NOT_OF_EXTENSION("pg_type", "t")}`);
  for (const { drop } of drops) await client.query(drop);
  for (const sql of forOneTransaction(migrations.map(readMigration))) await client.query(sql);
}

/**
 * Backups of older releases contain sessions and the like: everyone has to sign in again.
 * @param {import("pg").Client} client
 * @param {Manifest} manifest
 */
async function clearTransientTables(client, { tables }) {
  for (const { name } of tables) {
    if (TRANSIENT_TABLES.includes(name)) await client.query(`TRUNCATE ${client.escapeIdentifier(name)}`);
  }
}

/**
 * @param {import("pg").Client} client
 * @param {Manifest} manifest
 */
async function compareCounts(client, { tables }) {
  for (const { name, rows } of tables) {
    const loaded = await countRows(client, name);
    if (loaded !== rows) {
      throw new CliError(
        `The backup lists ${rows} rows of ${name} but contains ${loaded}: nothing was changed.`,
      );
    }
  }
}
