import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { to as copyTo } from "pg-copy-streams";
import { pack as makePack } from "tar-stream";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { listMigrations, MIGRATIONS_TABLE } from "../embedded/migrations.mjs";
import { MANIFEST_NAME, mediaName, partName, SECRET_NAME } from "./archive.mjs";
import { holdMedia } from "./media.mjs";
import { countRows, inTransaction, listTables, TRANSIENT_TABLES, tableWithColumns } from "./tables.mjs";

/**
 * A table is cut into parts of about so many bytes, as a tar says how long an entry is before it
 * begins.
 */
const PART_BYTES = 4 * 1024 ** 2;

/**
 * Writes everything the database of `url` and the data folder hold into `file`, as of one moment,
 * while the app may go on. The file gets its name when it is complete; nobody but its owner may
 * read it.
 * @param {{ url: string, dataDir: string, file: string, media: boolean, secret: string | undefined
 *   }} what `media`: the built-in host keeps files in `dataDir`; `secret`: the one kept there
 * @returns {Promise<import("./archive.mjs").Manifest>}
 */
export async function writeBackup({ url, dataDir, file, media, secret }) {
  const unfinished = `${file}.unfinished-${randomBytes(4).toString("hex")}`;
  const removeUnfinished = async () => rmSync(unfinished, { force: true });
  onStop(removeUnfinished);
  const held = media ? holdMedia(dataDir) : undefined;
  if (held) onStop(async () => held.end());
  try {
    // Twice, before and after the moment: a file that is destroyed in between was held, one that
    // came in between is.
    held?.hold();
    const manifest = await inTransaction(
      url,
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
      async (client) => {
        const tables = await listTables(client);
        held?.hold();
        if (!tables.some(({ name }) => name === MIGRATIONS_TABLE)) {
          throw new CliError("The database holds no Campus Circle: there is nothing to back up.");
        }
        // Nobody may alter or empty a table before it is read.
        const names = tables.map(({ name }) => client.escapeIdentifier(name));
        await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
        const uploads = held ? await knownUploads(client, held.uploads) : [];
        const described = await describe(client, tables, secret !== undefined);
        /** @type {import("./archive.mjs").Manifest} */
        const about = { ...described, media: held ? uploads.flatMap(([, files]) => files).length : null };

        const pack = makePack();
        const add = adder(pack);
        const produce = async () => {
          await add(MANIFEST_NAME, `${JSON.stringify(about, null, 2)}\n`);
          if (secret !== undefined) await add(SECRET_NAME, secret);
          for (const table of tables) if (isStored(table)) await addTable(client, table, add);
          for (const [publicId, files] of uploads) {
            for (const name of files) {
              await addFile(pack, mediaName(publicId, name), held?.pathOf(publicId, name) ?? "");
            }
            held?.release(publicId);
          }
          pack.finalize();
        };
        const target = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
        await Promise.all([pipeline(pack, createGzip(), target), produce()]);
        return about;
      },
    );
    renameSync(unfinished, file);
    return manifest;
  } finally {
    held?.end();
    await removeUnfinished();
  }
}

/** @param {{ name: string }} table */
const isStored = ({ name }) => !TRANSIENT_TABLES.includes(name);

/**
 * The uploads that have a row: any other was deleted, or came later.
 * @param {import("pg").Client} client
 * @param {Map<string, string[]>} uploads
 */
async function knownUploads(client, uploads) {
  const { rows } = await client.query(
    "SELECT public_id FROM media_assets UNION SELECT public_id FROM media_deletions",
  );
  const known = new Set(rows.map((row) => row.public_id));
  return [...uploads].filter(([publicId]) => known.has(publicId));
}

/**
 * @param {import("pg").Client} client
 * @param {{ name: string, columns: string[] }[]} tables
 * @param {boolean} secret
 * @returns {Promise<Omit<import("./archive.mjs").Manifest, "media">>}
 */
async function describe(client, tables, secret) {
  const counted = [];
  for (const table of tables)
    counted.push({ ...table, rows: isStored(table) ? await countRows(client, table.name) : 0 });
  const { rows: sequences } = await client.query(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return {
    format: 1,
    product: "campus-circle",
    version: JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).version,
    takenAt: new Date().toISOString(),
    migrations: await listMigrations(client),
    tables: counted,
    sequences,
    secret,
  };
}

/** @typedef {(name: string, content: string | Buffer) => Promise<void>} Add */

/**
 * @param {import("tar-stream").Pack} pack
 * @returns {Add}
 */
function adder(pack) {
  return (name, content) =>
    new Promise((resolve, reject) => {
      const done = (/** @type {Error | null | undefined} */ error) => (error ? reject(error) : resolve());
      pack.entry({ name, mode: 0o600 }, content, done);
    });
}

/**
 * @param {import("tar-stream").Pack} pack
 * @param {string} name
 * @param {string} file
 */
async function addFile(pack, name, file) {
  await pipeline(createReadStream(file), pack.entry({ name, mode: 0o600, size: statSync(file).size }));
}

/**
 * Adds a table in parts that end where a row ends: COPY writes a line break inside a value as `\n`.
 * @param {import("pg").Client} client
 * @param {{ name: string, columns: string[] }} table
 * @param {Add} add
 */
async function addTable(client, table, add) {
  /** @type {Buffer[]} */
  let waiting = [];
  let size = 0;
  let parts = 0;
  for await (const chunk of client.query(copyTo(`COPY ${tableWithColumns(client, table)} TO STDOUT`))) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf("\n") + 1;
    if (end > 0) await add(partName(table.name, ++parts), all.subarray(0, end));
    waiting = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) await add(partName(table.name, ++parts), Buffer.concat(waiting));
}
