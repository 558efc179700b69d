import { createReadStream, createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ReadableStream as WebStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { extract, pack } from "tar-stream";
import * as z from "zod";
import { CliError } from "../cli/cli-error.mjs";

/**
 * The file of a backup: a gzipped tar of `manifest.json`, each table as PostgreSQL's COPY writes it
 * (`tables/<name>.copy`), and the files of the built-in media host with the paths they have below
 * DATA_DIR. With a recipient the whole is encrypted as a file of age (https://age-encryption.org),
 * which `age --decrypt` opens too.
 */

const identifier = z.string().regex(/^\w{1,63}$/);
/**
 * What a backup says about itself, at its end. `migrations`: those that its database had; `rows`:
 * how many a table has; `last` is null for a sequence that was never used; `media`: the number of
 * files, null when another host stores them.
 */
const manifestSchema = z.object({
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string().regex(/^\w{1,200}$/)),
  media: z.int().nonnegative().nullable(),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier), rows: z.int().nonnegative() })),
  sequences: z.array(
    z.object({
      name: identifier,
      last: z
        .string()
        .regex(/^\d{1,19}$/)
        .nullable(),
    }),
  ),
});
/** @typedef {z.infer<typeof manifestSchema>} Manifest */

const NAME = /^(manifest\.json|tables\/\w+\.copy|media\/(?!tmp\/)([a-z0-9][\w.-]*\/)*[a-z0-9][\w.-]*)$/i;

/**
 * Whether something of this name belongs into a backup. Every part of a path begins with a letter
 * or a digit, so that none leads out of the folder; uploads on their way (`media/tmp`) stay out.
 * @param {string} name
 */
export const isEntry = (name) => NAME.test(name);

/** @typedef {(name: string, file: string) => Promise<void>} Add adds a file under a name */

/**
 * Packs what `produce` adds into `file`, readable only by its owner.
 * @param {string} file must not exist yet
 * @param {string | undefined} recipient the public key (`age1…`) that it is encrypted to
 * @param {(add: Add) => Promise<void>} produce
 * @throws {CliError} when the recipient is no public key
 */
export async function packArchive(file, recipient, produce) {
  const steps = recipient ? [encryption(recipient)] : [];
  const archive = pack();
  /** @type {Add} */
  const add = async (name, source) => {
    const handle = await open(source);
    const { size } = await handle.stat();
    await pipeline(handle.createReadStream(), archive.entry({ name, mode: 0o600, size }));
  };
  await Promise.all([
    pipeline(
      streams([
        archive,
        createGzip(),
        ...steps,
        createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }),
      ]),
    ),
    produce(add).then(() => archive.finalize()),
  ]);
}

/**
 * Unpacks a backup, whose checksums tell whether it is whole.
 * @param {string} file
 * @param {string} folder
 * @param {{ identity?: string | undefined, isEncrypted?: boolean }} [expected] `identity`: the key
 *   (`AGE-SECRET-KEY-…`) of an encrypted one; `isEncrypted`: one in clear is rejected
 * @returns {Promise<Manifest>}
 * @throws {CliError} when the file is not a complete backup of this product
 */
export async function unpackArchive(file, folder, { identity, isEncrypted = false } = {}) {
  const entries = extract();
  let media = 0;
  entries.on("entry", (header, content, next) => {
    if (header.name.startsWith("media/")) media++;
    unpackEntry(folder, header, content).then(() => next(), next);
  });
  try {
    const hasAgeHeader = await beginsAsAge(file);
    if (isEncrypted && !hasAgeHeader) {
      throw new CliError(
        `${file} is not encrypted, although BACKUP_RECIPIENT or an identity is set: nothing was changed. ` +
          "If it is the right file all the same, set BACKUP_RECIPIENT= and name no identity.",
      );
    }
    const steps = hasAgeHeader ? [decryption(identity)] : [];
    await pipeline(streams([createReadStream(file), ...steps, createGunzip(), entries]));
    const manifest = manifestSchema.parse(
      JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")),
    );
    if (media !== (manifest.media ?? 0)) throw new Error(`${media} of ${manifest.media} media files`);
    return manifest;
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (Object(error).code === "ENOSPC") {
      throw new CliError(`There is no room to unpack ${file} in ${folder}: nothing was changed.`);
    }
    const message =
      error instanceof z.ZodError ? z.prettifyError(error) : String(Object(error).message ?? error);
    const [reason] = message.split("\n");
    throw new CliError(`${file} is damaged, cut off or not a backup (${reason}): nothing was changed.`);
  }
}

/**
 * @param {string} folder
 * @param {import("tar-stream").Header} header
 * @param {AsyncIterable<unknown>} content
 */
async function unpackEntry(folder, { name, type }, content) {
  if (type !== "file" || !isEntry(name)) throw new Error(`"${name}" does not belong in a backup`);
  const target = path.join(folder, name);
  // Synchronous, because an error of the content that comes meanwhile would reach no one.
  mkdirSync(path.dirname(target), { recursive: true });
  await pipeline(content, createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }));
}

/** @typedef {(source: AsyncIterable<Buffer>) => AsyncGenerator<Uint8Array>} Step */

/**
 * @param {string} recipient
 * @returns {Step}
 */
function encryption(recipient) {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new CliError("BACKUP_RECIPIENT must be a public key of age (age1…).");
  }
  return async function* (source) {
    yield* iterable(await encrypter.encrypt(webStream(source)));
  };
}

const AGE_MAGIC = "age-encryption.org/v1";

/** @param {string} file */
const beginsAsAge = async (file) =>
  (await text(createReadStream(file, { end: AGE_MAGIC.length - 1 }))) === AGE_MAGIC;

/**
 * @param {string | undefined} identity
 * @returns {Step}
 */
function decryption(identity) {
  if (!identity)
    throw new CliError(
      "The backup is encrypted: name the file with its secret key, --identity <file>, or set BACKUP_IDENTITY to the key.",
    );
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new CliError("The identity is no secret key of age (AGE-SECRET-KEY-1…).");
  }
  return async function* (source) {
    const decrypted = await decrypter.decrypt(webStream(source)).catch((error) => {
      throw new CliError(`The backup cannot be decrypted with this identity (${error.message}).`);
    });
    yield* iterable(decrypted);
  };
}

// The types of Node's streams and of the web's do not know each other.

/** @param {unknown[]} list */
const streams = (list) => /** @type {NodeJS.ReadWriteStream[]} */ (list);
/** @param {AsyncIterable<Buffer>} source */
const webStream = (source) =>
  /** @type {ReadableStream<Uint8Array>} */ (/** @type {unknown} */ (WebStream.from(source)));
/** @param {ReadableStream<Uint8Array>} stream */
const iterable = (stream) => /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (stream));
