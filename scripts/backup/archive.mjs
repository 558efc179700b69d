import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { types } from "node:util";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import * as z from "zod";
import { CliError } from "../cli/cli-error.mjs";

/**
 * The backup format: a gzipped tar whose first entry, `manifest.json`, describes the rest. Each
 * table is split into chunks of whole rows as PostgreSQL's COPY writes them
 * (`tables/<name>/<number>.copy`). Media have the paths they have below DATA_DIR. The secret is
 * included when the data folder has one of its own.
 */

export const MANIFEST_NAME = "manifest.json";
export const SECRET_NAME = "secret";
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
  /**
   * Whether the backup contains the secret that signs sessions and peppers passwords. Otherwise it
   * was in the environment.
   */
  secret: z.boolean(),
});

/** @typedef {z.infer<typeof manifestSchema>} Manifest */
/** @typedef {AsyncIterable<unknown>} Content the bytes of an entry */
/**
 * @typedef {{ kind: "table", table: Manifest["tables"][number] } | { kind: "media", file: string }
 *   | { kind: "secret" }} Entry
 */

/**
 * Reads a backup from start to end.
 * @param {string} file
 * @param {(entry: Entry, content: Content) => Promise<unknown>} [visit] called for each entry after
 *   the manifest; must read all of `content`. Without it, the backup is only validated
 * @returns {Promise<Manifest>}
 * @throws {CliError} when the file is not a complete backup of this product
 */
export async function readBackup(file, visit = drain) {
  /** @type {Manifest | undefined} */
  let manifest;
  const seen = { media: 0, secret: false };
  try {
    await eachEntry(file, async (header, content) => {
      if (!manifest) {
        if (header.name !== MANIFEST_NAME) throw new CliError(`${file} is not a backup of Campus Circle.`);
        manifest = manifestSchema.parse(JSON.parse(await text(content)));
        return;
      }
      const entry = parseEntry(header, manifest);
      if (!entry) throw new CliError(`${file} contains "${header.name}", which does not belong in a backup.`);
      if (entry.kind === "media") seen.media++;
      if (entry.kind === "secret") seen.secret = true;
      await visit(entry, content);
    });
    if (!manifest || seen.media !== (manifest.media ?? 0) || seen.secret !== manifest.secret) {
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

/**
 * @param {string} file
 * @param {(header: import("tar-stream").Header, content: Content) => Promise<unknown>} visit
 */
async function eachEntry(file, visit) {
  const entries = extract();
  const visitAll = async () => {
    for await (const entry of entries) await visit(entry.header, entry);
  };
  // Wait for both, so that nothing is still being written when we report the failure.
  const [visits, reading] = await Promise.allSettled([
    visitAll(),
    pipeline(createReadStream(file), createGunzip(), entries),
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
  if (name === SECRET_NAME) return { kind: "secret" };
  const file = MEDIA.exec(name)?.[1];
  if (file) return { kind: "media", file };
  const tableName = CHUNK.exec(name)?.[1];
  const table = manifest.tables.find((candidate) => tableName === encodeURIComponent(candidate.name));
  return table && { kind: "table", table };
}
