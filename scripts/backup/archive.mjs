import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ReadableStream as WebStream } from "node:stream/web";
import { types } from "node:util";
import { createGunzip } from "node:zlib";
import { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import * as z from "zod";
import { CliError } from "../cli/cli-error.mjs";

/**
 * The backup format: a gzipped tar whose first entry, `manifest.json`, describes the rest. Each
 * table is split into chunks of whole rows as PostgreSQL's COPY writes them
 * (`tables/<name>/<number>.copy`). Media have the paths they have below DATA_DIR. With a recipient
 * the whole is encrypted as a file of age (https://age-encryption.org), which `age --decrypt` opens
 * too.
 */

export const MANIFEST_NAME = "manifest.json";
/** @param {string} table @param {number} number */
export const chunkName = (table, number) =>
  `tables/${encodeURIComponent(table)}/${String(number).padStart(6, "0")}.copy`;
/** @param {string} publicId @param {string} file */
export const mediaName = (publicId, file) => `media/${publicId}/${file}`;

/** `tables/<name>/<number>.copy` */
const CHUNK = /^tables\/([^/]+)\/\d+\.copy$/;
/**
 * `media/<folder>/<upload>/<file>`. No name starts with a dot, so no path leads out of the media
 * folder.
 */
const MEDIA = /^media\/(?!tmp\/)([A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*)$/;

const manifestSchema = z.object({
  format: z.literal(1),
  product: z.literal("campus-circle"),
  version: z.string(),
  takenAt: z.string(),
  /** The migrations that the database had. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** `last` is null for a sequence that was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** The number of media files; null when another host stores them. */
  media: z.int().nullable(),
});

/** @typedef {z.infer<typeof manifestSchema>} Manifest */
/** @typedef {AsyncIterable<unknown>} Content the bytes of an entry */
/**
 * @typedef {{ kind: "table", table: Manifest["tables"][number] } | { kind: "media", file: string }}
 *   Entry
 */

/**
 * Reads a backup from start to end.
 * @param {string} file
 * @param {(entry: Entry, content: Content) => Promise<unknown>} [visit] called for each entry after
 *   the manifest; must read all of `content`. Without it, the backup is only validated
 * @param {string} [identity] the secret key (`AGE-SECRET-KEY-…`) of an encrypted backup
 * @returns {Promise<Manifest>}
 * @throws {CliError} when the file is not a complete backup of this product
 */
export async function readBackup(file, visit = drain, identity) {
  /** @type {Manifest | undefined} */
  let manifest;
  let media = 0;
  try {
    const steps = decryption(file, identity);
    await eachEntry(file, steps, async (header, content) => {
      if (!manifest) {
        if (header.name !== MANIFEST_NAME) throw new CliError(`${file} is not a backup of Campus Circle.`);
        manifest = manifestSchema.parse(JSON.parse(await text(content)));
        return;
      }
      const entry = parseEntry(header, manifest);
      if (!entry) throw new CliError(`${file} contains "${header.name}", which does not belong in a backup.`);
      if (entry.kind === "media") media++;
      await visit(entry, content);
    });
    if (!manifest || media !== (manifest.media ?? 0)) {
      throw new Error("entries of its manifest are missing");
    }
    return manifest;
  } catch (error) {
    // An error of the receiver (PostgreSQL, the disk) is not the file's fault.
    if (error instanceof CliError || !types.isNativeError(error) || visit !== drain) throw error;
    if ("syscall" in error) throw new CliError(`${file} cannot be read: ${error.message}.`);
    throw new CliError(
      `${file} is damaged, truncated or not a backup (${error.message.split("\n")[0]}): nothing was changed.`,
    );
  }
}

/** @param {Entry} _entry @param {Content} content */
async function drain(_entry, content) {
  for await (const _chunk of content);
}

const AGE_MAGIC = "age-encryption.org/v1";

/**
 * @param {string} file
 * @returns {boolean} whether it is encrypted
 */
function isEncrypted(file) {
  const start = Buffer.alloc(AGE_MAGIC.length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString("latin1") === AGE_MAGIC;
}

/** @typedef {(source: AsyncIterable<Buffer>) => AsyncGenerator<Uint8Array>} Step */

/**
 * What has to happen to the bytes of the file before they are unpacked.
 * @param {string} file
 * @param {string | undefined} identity
 * @returns {Step[]}
 * @throws {CliError} when it is encrypted and no key was given
 */
function decryption(file, identity) {
  if (!isEncrypted(file)) return [];
  if (!identity) {
    throw new CliError(`${file} is encrypted: name the file with its secret key, --identity <file>.`);
  }
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new CliError("The identity is no secret key of age (AGE-SECRET-KEY-1…).");
  }
  return [
    async function* (source) {
      let decrypted;
      try {
        decrypted = await decrypter.decrypt(
          /** @type {ReadableStream<Uint8Array>} */ (/** @type {unknown} */ (WebStream.from(source))),
        );
      } catch (error) {
        throw new CliError(
          `${file} cannot be decrypted with this identity (${error instanceof Error ? error.message : error}).`,
        );
      }
      yield* /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (decrypted));
    },
  ];
}

/**
 * @param {string} file
 * @param {Step[]} steps
 * @param {(header: import("tar-stream").Header, content: Content) => Promise<unknown>} visit
 */
async function eachEntry(file, steps, visit) {
  const entries = extract();
  const visitAll = async () => {
    for await (const entry of entries) await visit(entry.header, entry);
  };
  // Wait for both, so that nothing is still being written when we report the failure.
  const [visits, reading] = await Promise.allSettled([
    visitAll(),
    pipeline(
      /** @type {NodeJS.ReadWriteStream[]} */ (
        /** @type {unknown} */ ([createReadStream(file), ...steps, createGunzip(), entries])
      ),
    ),
  ]);
  if (reading.status === "rejected" && !isConsequence(reading.reason)) throw reading.reason;
  if (visits.status === "rejected") throw visits.reason;
  if (reading.status === "rejected") throw reading.reason;
}

/**
 * Whether reading ended only because the visitor failed.
 * @param {unknown} error
 */
function isConsequence(error) {
  return types.isNativeError(error) && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/**
 * @param {import("tar-stream").Header} header
 * @param {Manifest} manifest
 * @returns {Entry | undefined}
 */
function parseEntry({ name, type }, manifest) {
  if (type !== "file") return undefined;
  const file = MEDIA.exec(name)?.[1];
  if (file) return { kind: "media", file };
  const tableName = CHUNK.exec(name)?.[1];
  const table = manifest.tables.find((candidate) => tableName === encodeURIComponent(candidate.name));
  return table && { kind: "table", table };
}
