import { randomUUID } from "node:crypto";
import { createWriteStream, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { to as copyTo } from "pg-copy-streams";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { listMigrations, MIGRATIONS_TABLE } from "../embedded/migrations.mjs";
import { isEntry, packArchive } from "./archive.mjs";
import { inTransaction, listTables, tableWithColumns } from "./tables.mjs";
import { makeWorkFolder } from "./work-folder.mjs";

/** @typedef {import("./archive.mjs").Manifest} Manifest */
/** @typedef {import("./archive.mjs").Add} Add */

/**
 * Writes everything in the database at `url`, as of one moment, and the files of the data folder to
 * `file`, also while the app is running. The file gets its name when it is complete.
 * @param {{ url: string, dataDir: string, file: string, media: boolean,
 *   keys: Parameters<typeof packArchive>[1] }} what
 *   `media`: the built-in host stores files in `dataDir`
 * @returns {Promise<Manifest>}
 * @throws {CliError} when the database is another app's, or the data folder is not this app's
 */
export async function writeBackup({ url, dataDir, file, media, keys }) {
  const unfinished = `${file}.unfinished-${randomUUID()}`;
  onStop(async () => rmSync(unfinished, { force: true }));
  const work = makeWorkFolder(dataDir, "backup");
  const manifest = await inTransaction(
    url,
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    async (client) => {
      const description = await describe(client);
      // After the first query, so that every upload of that moment is among them.
      const files = media ? mediaFiles(dataDir) : undefined;
      if (files?.length === 0) await assertNoMedia(client, dataDir);
      /** @type {Manifest} */
      const manifest = { ...description, tables: [], media: files ? 0 : null };
      await packArchive(unfinished, keys, async (add) => {
        for (const table of await listTables(client)) {
          manifest.tables.push({
            ...table,
            rows: await addTable(client, table, path.join(work, "table"), add),
          });
        }
        for (const name of files ?? []) {
          if (await addUnlessGone(name, path.join(dataDir, name), add))
            manifest.media = (manifest.media ?? 0) + 1;
        }
        const file = path.join(work, "manifest.json");
        writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
        await add("manifest.json", file);
      });
      return manifest;
    },
  );
  renameSync(unfinished, file);
  return manifest;
}

/**
 * The files of the built-in media host (`media/<folder>/<upload>/<file>`) below the data folder,
 * but for uploads on their way.
 * @param {string} dataDir
 */
export const mediaFiles = (dataDir) => filesBelow(dataDir, "media").filter(isEntry);

/**
 * @param {string} dataDir
 * @param {string} folder below it
 * @returns {string[]}
 */
function filesBelow(dataDir, folder) {
  return listFolder(path.join(dataDir, folder)).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isFile()) return [name];
    return entry.isDirectory() && name !== "media/tmp" ? filesBelow(dataDir, name) : [];
  });
}

/**
 * The app may delete a folder while the others are listed: it is empty then.
 * @param {string} folder
 */
function listFolder(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** @param {unknown} error */
const isMissing = (error) => Object(error).code === "ENOENT";

/**
 * With the wrong data folder the backup would have no media, and restoring it would remove those
 * that are there.
 * @param {import("pg").Client} client
 * @param {string} dataDir
 */
async function assertNoMedia(client, dataDir) {
  const { rows } = await client.query("SELECT 1 FROM media_assets WHERE attached_at IS NOT NULL LIMIT 1");
  if (rows.length === 0) return;
  throw new CliError(
    `The campus shows media, and ${dataDir} has none: set DATA_DIR to the app's data folder.`,
  );
}

/**
 * @param {import("pg").Client} client
 * @returns {Promise<Omit<Manifest, "tables" | "media">>}
 */
async function describe(client) {
  const { rows } = await client.query(`SELECT to_regclass('${MIGRATIONS_TABLE}') IS NOT NULL AS known`);
  if (!rows[0].known)
    throw new CliError("The database is not a Campus Circle database: there is nothing to back up.");
  const { rows: sequences } = await client.query(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return {
    version: JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).version,
    takenAt: new Date().toISOString(),
    migrations: await listMigrations(client),
    sequences,
  };
}

/**
 * A tar says how long a file is before its content, so the table becomes a file first.
 * @param {import("pg").Client} client
 * @param {{ name: string, columns: string[] }} table
 * @param {string} file
 * @param {Add} add
 * @returns {Promise<number>} its rows
 */
async function addTable(client, table, file, add) {
  const rows = client.query(copyTo(`COPY ${tableWithColumns(client, table)} TO STDOUT`));
  await pipeline(rows, createWriteStream(file, { mode: 0o600 }));
  await add(`tables/${table.name}.copy`, file);
  rmSync(file);
  return rows.rowCount;
}

/**
 * The app may delete media while the backup is written.
 * @param {string} name
 * @param {string} file
 * @param {Add} add
 * @returns {Promise<boolean>} whether it was there
 */
async function addUnlessGone(name, file, add) {
  try {
    await add(name, file);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}
