import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { types } from "node:util";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import * as z from "zod";
import { CliError } from "../cli/cli-error.mjs";

/**
 * What a backup is: a gzip'd tar whose first entry, `manifest.json`, says what follows. Each table
 * lies in parts of whole rows as PostgreSQL's COPY writes them (`tables/<name>/<number>.copy`), the
 * media as they lie below DATA_DIR, and the secret of a data folder that keeps its own.
 */

export const MANIFEST_NAME = "manifest.json";
export const SECRET_NAME = "secret";
/** @param {string} table @param {number} number */
export const partName = (table, number) =>
  `tables/${encodeURIComponent(table)}/${String(number).padStart(6, "0")}.copy`;
/** @param {string} publicId @param {string} file */
export const mediaName = (publicId, file) => `media/${publicId}/${file}`;

/** `tables/<name>/<number>.copy` */
const PART = /^tables\/([^/]+)\/\d+\.copy$/;
/**
 * `media/<folder>/<upload>/<file>`; no name begins with a dot, so none leads out of the media
 * folder.
 */
const MEDIA = /^media\/(?!tmp\/)([A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*)$/;

const manifestSchema = z.object({
  format: z.literal(1),
  product: z.literal("campus-circle"),
  version: z.string(),
  takenAt: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** Without `last`, a sequence that was never used. */
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** How many media files; null when another host has them. */
  media: z.int().nullable(),
  /**
   * Whether the secret that signs sessions and peppers passwords is in it; else it was in the
   * environment.
   */
  secret: z.boolean(),
});

/** @typedef {z.infer<typeof manifestSchema>} Manifest */
/** @typedef {AsyncIterable<unknown>} Content what an entry holds */
/**
 * @typedef {{ kind: "table", table: Manifest["tables"][number] } | { kind: "media", place: string }
 *   | { kind: "secret" }} Part
 */

/**
 * Reads a backup from beginning to end.
 * @param {string} file
 * @param {(part: Part, content: Content) => Promise<unknown>} [visit] called for each entry after
 *   the manifest; must read all of `content`. Without it the backup is only checked
 * @returns {Promise<Manifest>}
 * @throws {CliError} when the file is not a whole backup of ours
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
      const part = partOf(header, manifest);
      if (!part) throw new CliError(`${file} holds "${header.name}", which no backup of ours does.`);
      if (part.kind === "media") seen.media++;
      if (part.kind === "secret") seen.secret = true;
      await visit(part, content);
    });
    if (!manifest || seen.media !== (manifest.media ?? 0) || seen.secret !== manifest.secret) {
      throw new Error("it lacks what its manifest names");
    }
    return manifest;
  } catch (error) {
    // What goes wrong at the receiving end (PostgreSQL, the disk) is not the file's fault.
    if (error instanceof CliError || !types.isNativeError(error) || visit !== drain) throw error;
    if ("syscall" in error) throw new CliError(`${file} cannot be read: ${error.message}.`);
    throw new CliError(
      `${file} is damaged, cut off or no backup at all (${error.message.split("\n")[0]}): nothing was changed.`,
    );
  }
}

/** @param {Part} _part @param {Content} content */
async function drain(_part, content) {
  for await (const _chunk of content);
}

/**
 * @param {string} file
 * @param {(header: import("tar-stream").Header, content: Content) => Promise<unknown>} visit
 */
async function eachEntry(file, visit) {
  const entries = extract();
  const visiting = async () => {
    for await (const entry of entries) await visit(entry.header, entry);
  };
  // Both to their end, so that nothing is still being written when we say that it failed.
  const [visited, read] = await Promise.allSettled([
    visiting(),
    pipeline(createReadStream(file), createGunzip(), entries),
  ]);
  if (read.status === "rejected" && !isConsequence(read.reason)) throw read.reason;
  if (visited.status === "rejected") throw visited.reason;
  if (read.status === "rejected") throw read.reason;
}

/**
 * Whether the reading only ended because the visitor had enough.
 * @param {unknown} error
 */
function isConsequence(error) {
  return types.isNativeError(error) && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/**
 * @param {import("tar-stream").Header} header
 * @param {Manifest} manifest
 * @returns {Part | undefined}
 */
function partOf({ name, type }, manifest) {
  if (type !== "file") return undefined;
  if (name === SECRET_NAME) return { kind: "secret" };
  const place = MEDIA.exec(name)?.[1];
  if (place) return { kind: "media", place };
  const named = PART.exec(name)?.[1];
  const table = manifest.tables.find((each) => named === encodeURIComponent(each.name));
  return table && { kind: "table", table };
}
