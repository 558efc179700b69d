import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { CliError } from "../cli/cli-error.mjs";
import { listMigrations, MIGRATIONS_TABLE, migrationNames } from "../embedded/migrations.mjs";
import { inTransaction, listTables, TRANSIENT_TABLES, tableWithColumns } from "./tables.mjs";

/** @typedef {import("./archive.mjs").Manifest} Manifest */

/**
 * @param {string} url
 * @throws {CliError} when the database holds people
 */
export async function assertNoPeople(url) {
  await inTransaction(url, "BEGIN READ ONLY", async (client) => {
    const { rows } = await client.query("SELECT to_regclass('public.users') IS NOT NULL AS exists");
    if (!rows[0].exists) return;
    const { rows: people } = await client.query("SELECT count(*) AS number FROM users");
    if (people[0].number === "0") return;
    throw new CliError(
      `The database already contains people (${people[0].number}): pass --replace to delete them and all their data.`,
    );
  });
}

/**
 * @param {Manifest} manifest
 * @throws {CliError} when a release with other tables made the backup
 */
export function assertSameTables({ version, migrations }) {
  if (migrations.join() === migrationNames().join()) return;
  throw new CliError(
    `The backup was made by Campus Circle ${version}, which has other tables (its last migration is ${migrations.at(-1)}): restore it with that release.`,
  );
}

/**
 * Whether a later release has changed the tables of the database at `url`. One whose first
 * migration is not ours belongs to another app.
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export async function hasLaterTables(url) {
  return inTransaction(url, "BEGIN READ ONLY", async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('${MIGRATIONS_TABLE}') IS NOT NULL AS exists`);
    if (!rows[0].exists) return false;
    const [names, applied] = [migrationNames(), await listMigrations(client)];
    return applied.includes(names[0] ?? "") && applied.some((name) => !names.includes(name));
  });
}

/**
 * Drops every table of the database at `url`.
 * @param {string} url as their owner
 */
export async function dropTables(url) {
  await inTransaction(url, "BEGIN", (client) =>
    client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public"),
  );
}

/**
 * Replaces the content of the migrated database at `url` with that of an unpacked backup: all of it
 * or nothing.
 * @param {Manifest} manifest
 * @param {{ url: string, folder: string }} where `folder`: of the unpacked backup
 * @throws {CliError} when it has other tables than a backup has, or not as many rows as it had
 */
export async function loadTables({ tables, sequences }, { url, folder }) {
  await inTransaction(url, "BEGIN", async (client) => {
    const known = await listTables(client);
    const isKnown =
      JSON.stringify(tables.map(({ name, columns }) => ({ name, columns }))) === JSON.stringify(known);
    if (!isKnown)
      throw new CliError("The backup has other tables than this release makes: nothing was changed.");
    const rules = await listRules(client);
    for (const { off } of rules) await client.query(off);
    const names = tables.map(({ name }) => client.escapeIdentifier(name));
    await client.query(`TRUNCATE ${[...names, ...TRANSIENT_TABLES].join(", ")} RESTART IDENTITY`);
    for (const table of tables) {
      const loading = client.query(copyFrom(`COPY ${tableWithColumns(client, table)} FROM STDIN`));
      await pipeline(createReadStream(path.join(folder, "tables", `${table.name}.copy`)), loading);
      if (loading.rowCount !== table.rows) {
        throw new CliError(
          `${table.name} has ${loading.rowCount} of the ${table.rows} rows it had: nothing was changed.`,
        );
      }
    }
    for (const { on } of rules) await client.query(on);
    for (const { name, last } of sequences) {
      if (last !== null) await client.query("SELECT setval(quote_ident($1)::regclass, $2)", [name, last]);
    }
    await client.query(`ANALYZE ${names.join(", ")}`);
  });
}

/**
 * The statements that drop every foreign key and add it again, which checks every row, so that the
 * order of the tables does not matter; and that switch off the triggers, which ran when the rows
 * were first written.
 * @param {import("pg").Client} client
 * @returns {Promise<{ off: string, on: string }[]>}
 */
async function listRules(client) {
  const { rows } = await client.query(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS on
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'f'
    UNION ALL
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
      format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT tgisinternal`);
  return rows;
}

/**
 * Replaces the media of the data folder with the media of an unpacked backup.
 * @param {string} dataDir
 * @param {string} folder of the unpacked backup, in the same file system; old data moves into it
 */
export function replaceMedia(dataDir, folder) {
  const [present, incoming, outgoing] = [
    path.join(dataDir, "media"),
    path.join(folder, "media"),
    path.join(folder, "out"),
  ];
  mkdirSync(outgoing);
  for (const name of readdirSync(present)) {
    if (name !== "tmp") renameSync(path.join(present, name), path.join(outgoing, name));
  }
  if (!existsSync(incoming)) return;
  for (const name of readdirSync(incoming)) renameSync(path.join(incoming, name), path.join(present, name));
}
