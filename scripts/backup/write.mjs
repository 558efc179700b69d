import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ReadableStream as WebStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { Encrypter } from "age-encryption";
import { to as copyTo } from "pg-copy-streams";
import { pack as makePack } from "tar-stream";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { listMigrations, MIGRATIONS_TABLE } from "../embedded/migrations.mjs";
import { chunkName, MANIFEST_NAME, mediaName } from "./archive.mjs";
import { snapshotMedia } from "./media.mjs";
import { countRows, inTransaction, listTables, TRANSIENT_TABLES, tableWithColumns } from "./tables.mjs";

/** The approximate size of a table's chunks: a tar entry states its length before its content. */
const CHUNK_BYTES = 4 * 1024 ** 2;

/**
 * Writes everything in the database at `url` and in the data folder to `file`, as of one moment,
 * while the app is running. The file gets its final name when it is complete; only its owner can
 * read it.
 * @param {{ url: string, dataDir: string, file: string, media: boolean, allowMissingMedia: boolean,
 *   recipient: string | undefined }} what `media`: the built-in host stores files in `dataDir`;
 *   `allowMissingMedia`: even when some are not there; `recipient`: the public key (`age1…`) that the
 *   file is encrypted to
 * @returns {Promise<import("./archive.mjs").Manifest>}
 * @throws {CliError} when the database is another app's, or media are missing
 */
export async function writeBackup({ url, dataDir, file, media, allowMissingMedia, recipient }) {
  const steps = recipient ? [encryption(recipient)] : [];
  const unfinished = `${file}.unfinished-${randomBytes(4).toString("hex")}`;
  const removeUnfinished = async () => rmSync(unfinished, { force: true });
  onStop(removeUnfinished);
  const snapshot = media ? snapshotMedia(dataDir) : undefined;
  if (snapshot) onStop(async () => snapshot.end());
  try {
    // Twice, before and after the database's snapshot: an upload deleted in between was linked by
    // the first call, and one added in between by the second.
    snapshot?.addNew();
    const manifest = await inTransaction(
      url,
      "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
      async (client) => {
        const tables = await listTables(client);
        snapshot?.addNew();
        if (!tables.some(({ name }) => name === MIGRATIONS_TABLE)) {
          throw new CliError("The database is not a Campus Circle database: there is nothing to back up.");
        }
        // No table may be altered or truncated before it is read.
        const names = tables.map(({ name }) => client.escapeIdentifier(name));
        await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
        const uploads = snapshot ? await uploadsWithRow(client, snapshot.uploads) : [];
        if (snapshot && !allowMissingMedia) await assertNoneMissing(client, snapshot.uploads, dataDir);
        const description = await describe(client, tables);
        /** @type {import("./archive.mjs").Manifest} */
        const manifest = {
          ...description,
          media: snapshot ? uploads.flatMap(([, files]) => files).length : null,
        };

        const pack = makePack();
        const add = createAdd(pack);
        const produce = async () => {
          await add(MANIFEST_NAME, `${JSON.stringify(manifest, null, 2)}\n`);
          for (const table of tables) if (isStored(table)) await addTable(client, table, add);
          for (const [publicId, files] of uploads) {
            for (const name of files) {
              await addFile(pack, mediaName(publicId, name), snapshot?.pathOf(publicId, name) ?? "");
            }
            snapshot?.release(publicId);
          }
          pack.finalize();
        };
        const target = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
        await Promise.all([
          pipeline(
            /** @type {NodeJS.ReadWriteStream[]} */ (
              /** @type {unknown} */ ([pack, createGzip(), ...steps, target])
            ),
          ),
          produce(),
        ]);
        return manifest;
      },
    );
    renameSync(unfinished, file);
    return manifest;
  } finally {
    snapshot?.end();
    await removeUnfinished();
  }
}

/**
 * @param {string} recipient
 * @returns {(source: AsyncIterable<Buffer>) => AsyncGenerator<Uint8Array>}
 * @throws {CliError} when it is no public key
 */
function encryption(recipient) {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new CliError("BACKUP_RECIPIENT must be a public key of age (age1…).");
  }
  return async function* (source) {
    const encrypted = await encrypter.encrypt(
      /** @type {ReadableStream<Uint8Array>} */ (/** @type {unknown} */ (WebStream.from(source))),
    );
    yield* /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (encrypted));
  };
}

/** @param {{ name: string }} table */
const isStored = ({ name }) => !TRANSIENT_TABLES.includes(name);

/**
 * The uploads that have a row: any other was deleted, or is newer.
 * @param {import("pg").Client} client
 * @param {Map<string, string[]>} uploads
 */
async function uploadsWithRow(client, uploads) {
  const { rows } = await client.query(
    "SELECT public_id FROM media_assets UNION SELECT public_id FROM media_deletions",
  );
  const publicIds = new Set(rows.map((row) => row.public_id));
  return [...uploads].filter(([publicId]) => publicIds.has(publicId));
}

/**
 * With the wrong data folder the backup would have no media, and restoring it would remove those
 * that are there. An upload that nothing shows yet may still be on its way.
 * @param {import("pg").Client} client
 * @param {Map<string, string[]>} uploads
 * @param {string} dataDir
 * @throws {CliError}
 */
async function assertNoneMissing(client, uploads, dataDir) {
  const { rows } = await client.query("SELECT public_id FROM media_assets WHERE attached_at IS NOT NULL");
  const missing = rows.filter((row) => !uploads.get(row.public_id)?.length);
  if (missing.length === 0) return;
  throw new CliError(
    `${missing.length} of ${rows.length} uploads have no files in ${path.join(dataDir, "media")} (such as ${missing[0].public_id}): ` +
      "set DATA_DIR to the app's data folder. If the files are lost, pass --allow-missing-media to go on without them.",
  );
}

/**
 * @param {import("pg").Client} client
 * @param {{ name: string, columns: string[] }[]} tables
 * @returns {Promise<Omit<import("./archive.mjs").Manifest, "media">>}
 */
async function describe(client, tables) {
  const tablesWithRows = [];
  for (const table of tables)
    tablesWithRows.push({ ...table, rows: isStored(table) ? await countRows(client, table.name) : 0 });
  const { rows: sequences } = await client.query(
    `SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return {
    format: 1,
    product: "campus-circle",
    version: JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).version,
    takenAt: new Date().toISOString(),
    migrations: await listMigrations(client),
    tables: tablesWithRows,
    sequences,
  };
}

/** @typedef {(name: string, content: string | Buffer) => Promise<void>} Add */

/**
 * @param {import("tar-stream").Pack} pack
 * @returns {Add}
 */
function createAdd(pack) {
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
 * Adds a table in chunks that end at the end of a row. COPY escapes line breaks inside values as
 * `\n`.
 * @param {import("pg").Client} client
 * @param {{ name: string, columns: string[] }} table
 * @param {Add} add
 */
async function addTable(client, table, add) {
  /** @type {Buffer[]} */
  let pending = [];
  let size = 0;
  let chunks = 0;
  for await (const chunk of client.query(copyTo(`COPY ${tableWithColumns(client, table)} TO STDOUT`))) {
    pending.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    const bytes = Buffer.concat(pending);
    const end = bytes.lastIndexOf("\n") + 1;
    if (end > 0) await add(chunkName(table.name, ++chunks), bytes.subarray(0, end));
    pending = [bytes.subarray(end)];
    size = bytes.length - end;
  }
  if (size > 0) await add(chunkName(table.name, ++chunks), Buffer.concat(pending));
}
