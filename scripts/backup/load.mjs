import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { CliError } from "../cli/cli-error.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { listMigrations } from "../embedded/migrations.mjs";
import { readBackup } from "./archive.mjs";
import { stageMedia } from "./media.mjs";
import { countRows, inTransaction, listTables, tableWithColumns } from "./tables.mjs";

/** @typedef {import("./archive.mjs").Manifest} Manifest */

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
      await finish();
    });
    if (manifest.media !== null) staged.publish();
  } finally {
    staged.end();
  }
}

/**
 * Empties the tables and suspends constraints, so that rows can arrive in any order.
 * @param {import("pg").Client} client
 * @param {Manifest} manifest
 * @returns {Promise<() => Promise<void>>} restores the constraints and checks all rows against them
 */
async function prepareTables(client, manifest) {
  if ((await listMigrations(client)).join() !== manifest.migrations.join()) {
    throw new CliError(
      `The backup was made by Campus Circle ${manifest.version}, which has other tables: restore it with that release.`,
    );
  }
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
