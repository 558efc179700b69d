import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { CliError } from "../cli/cli-error.mjs";
import { onStop } from "../cli/shutdown.mjs";
import {
  listMigrations,
  MIGRATIONS_TABLE,
  migrationNames,
  readMigration,
  withoutConcurrently,
} from "../embedded/migrations.mjs";
import { writeSecret } from "../embedded/secret.mjs";
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
 * Whether the backup was made by an older release than this one.
 * @param {Manifest} manifest
 * @throws {CliError} when it was made by a newer one
 */
export function isOlder({ migrations, version }) {
  const own = migrationNames();
  const unknown = migrations.find((name) => !own.includes(name));
  if (unknown !== undefined) {
    throw new CliError(
      `The backup is of a newer Campus Circle (${version}, with the migration ${unknown}): restore it with that one.`,
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
    const { rows } = await client.query("SELECT to_regclass('public.users') IS NOT NULL AS known");
    if (!rows[0].known) return;
    const people = await countRows(client, "users");
    if (people > 0) {
      throw new CliError(
        `The database holds people already (${people}): with --replace they and all they made give way to the backup.`,
      );
    }
  });
}

/**
 * Puts a backup in the place of all that the migrated database of `url` and the media folder hold:
 * all of it or nothing.
 * @param {Manifest} manifest as `readBackup` found it when it checked the file
 * @param {{ url: string, dataDir: string, file: string, secretFile: string | undefined }} where
 *   `secretFile`: where the secret is kept, when it is
 */
export async function loadBackup(manifest, { url, dataDir, file, secretFile }) {
  const staged = stageMedia(dataDir);
  onStop(async () => staged.end());
  /** @type {string | undefined} */
  let secret;
  try {
    await inTransaction(url, "BEGIN", async (client) => {
      const finish = await makeRoom(client, manifest);
      await readBackup(file, async (part, content) => {
        if (part.kind === "media") await staged.receive(part.place, content);
        else if (part.kind === "secret") secret = (await text(content)).trim();
        else await loadPart(client, part.table, content);
      });
      await compareCounts(client, manifest);
      await forgetMoment(client, manifest);
      await finish();
    });
    if (manifest.media !== null) staged.publish();
    if (secret !== undefined && secretFile) writeSecret(secretFile, secret);
  } finally {
    staged.end();
  }
}

/**
 * Empties the tables, in the shape they had when the backup was made, and lets rows in any order
 * come in.
 * @param {import("pg").Client} client
 * @param {Manifest} manifest
 * @returns {Promise<() => Promise<void>>} makes the rules hold again, for all rows
 */
async function makeRoom(client, manifest) {
  const applied = await listMigrations(client);
  if (applied.join() !== manifest.migrations.join()) await rebuild(client, manifest.migrations);

  const there = new Map((await listTables(client)).map((table) => [table.name, new Set(table.columns)]));
  for (const { name, columns } of manifest.tables) {
    const strange = columns.find((column) => !there.get(name)?.has(column));
    if (strange !== undefined) {
      throw new CliError(`The backup holds ${name}.${strange}, which its migrations do not make.`);
    }
  }
  // Foreign keys are taken off and put back, which checks every row, so that the order of the
  // tables does not matter. Triggers ran when the rows were first written.
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
async function loadPart(client, table, content) {
  await pipeline(content, client.query(copyFrom(`COPY ${tableWithColumns(client, table)} FROM STDIN`)));
}

/**
 * Makes the schema anew by the migrations that the backup's database had; the newer ones then have
 * its rows to work on.
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
  for (const name of migrations) {
    await client.query(withoutConcurrently(readMigration(name)));
  }
}

/**
 * Backups of older releases hold sessions and the like: everybody signs in again.
 * @param {import("pg").Client} client
 * @param {Manifest} manifest
 */
async function forgetMoment(client, { tables }) {
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
        `The backup names ${rows} rows of ${name} and holds ${loaded}: nothing was changed.`,
      );
    }
  }
}
