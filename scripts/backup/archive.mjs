import { timingSafeEqual } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readFileSync, statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ReadableStream as WebStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { extract, pack } from "tar-stream";
import * as z from "zod";
import { CliError } from "../cli/cli-error.mjs";
import { SIGNATURE, startSignature } from "./signature.mjs";

/**
 * The file of a backup: a gzipped tar of `manifest.json`, each table as PostgreSQL's COPY writes it
 * (`tables/<name>.copy`), the files of the built-in media host with the paths they have below
 * DATA_DIR, and the signature of it all. With a recipient the whole is encrypted as a file of age (https://age-encryption.org),
 * which `age --decrypt` opens too.
 */

const identifier = z.string().regex(/^\w{1,63}$/);
/**
 * What a backup says about itself, after its data. `migrations`: those that its database had;
 * `rows`: how many a table has; `last` is null for a sequence that was never used; `media`: the
 * number of files, null when another host stores them.
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
 * or a digit, so that none points out of the folder; uploads on their way (`media/tmp`) stay out.
 * @param {string} name
 */
export const isEntry = (name) => NAME.test(name);

/** @typedef {(name: string, file: string) => Promise<void>} Add adds a file under a name */

/**
 * Packs what `produce` adds into `file`, readable only by its owner.
 * @param {string} file must not exist yet
 * @param {{ recipient: string | undefined, key: Buffer }} keys `recipient`: the public key (`age1…`)
 *   that it is encrypted to; `key`: what it is signed with
 * @param {(add: Add) => Promise<void>} produce
 * @throws {CliError} when the recipient is no public key
 */
export async function packArchive(file, { recipient, key }, produce) {
  const steps = recipient ? [encryption(recipient)] : [];
  const archive = pack();
  const signature = startSignature(key);
  /** @type {Add} */
  const add = async (name, source) => {
    const handle = await open(source);
    const { size } = await handle.stat();
    await pipeline(
      handle.createReadStream(),
      signature.entry(name, size),
      archive.entry({ name, mode: 0o600, size }),
    );
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
    produce(add).then(() => {
      archive.entry({ name: SIGNATURE, mode: 0o600 }, signature.digest());
      archive.finalize();
    }),
  ]);
}

/**
 * Unpacks a backup, whose checksums tell whether it is whole.
 * @param {string} file
 * @param {string} folder
 * @param {Expected} expected
 * @returns {Promise<Manifest>}
 * @throws {CliError} when the file is not a complete backup of this campus
 */
export async function unpackArchive(file, folder, { identity, isEncrypted, key, isUnverified = false }) {
  const entries = extract();
  const signature = startSignature(key ?? Buffer.alloc(0));
  let media = 0;
  /** @type {Buffer | undefined} */
  let given;
  entries.on("entry", (header, content, next) => {
    if (header.name === SIGNATURE && !given) {
      buffer(content).then((bytes) => {
        given = bytes;
        next();
      }, next);
      return;
    }
    if (header.name.startsWith("media/")) media++;
    const bytes = /** @type {AsyncIterable<Buffer>} */ (content);
    const signed = signature.entry(header.name, header.size ?? 0)(bytes);
    // What follows the signature is not signed.
    if (given) next(new Error(`"${header.name}" comes after the signature`));
    else unpackEntry(folder, header, signed).then(() => next(), next);
  });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const hasAgeHeader = await beginsAsAge(file);
    if (isEncrypted && !hasAgeHeader) {
      throw new CliError(
        `${file} is not encrypted, although BACKUP_RECIPIENT or an identity is set: nothing was changed. ` +
          "If it is the right file all the same, set BACKUP_RECIPIENT= and name no identity.",
      );
    }
    const steps = hasAgeHeader ? [decryption(identity)] : [];
    await pipeline(
      streams([createReadStream(file), ...steps, createGunzip(), leavingRoom(file, folder), entries]),
    );
    if (!isUnverified) assertSigned(file, { given, key, expected: signature.digest() });
    const manifest = manifestSchema.parse(
      JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")),
    );
    if (media !== (manifest.media ?? 0)) throw new Error(`${media} of ${manifest.media} media files`);
    return manifest;
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (Object(error).code === "ENOSPC") {
      throw noRoom(file, folder);
    }
    const message =
      error instanceof z.ZodError ? z.prettifyError(error) : String(Object(error).message ?? error);
    const [reason] = message.split("\n");
    throw new CliError(`${file} is damaged, cut off or not a backup (${reason}): nothing was changed.`);
  }
}

/**
 * @typedef {{ identity?: string | undefined, isEncrypted?: boolean, key?: Buffer | undefined,
 * isUnverified?: boolean }} Expected `identity`: the key (`AGE-SECRET-KEY-…`) of an encrypted one;
 * `isEncrypted`: one in clear is rejected; `key`: what it has to be signed with, unless it is
 * `isUnverified`
 */

/**
 * @param {string} file
 * @param {{ given: Buffer | undefined, key: Buffer | undefined, expected: string }} signatures
 */
function assertSigned(file, { given, key, expected }) {
  if (!key) {
    throw new CliError(
      "This machine has no secret to check the backup's signature with: set BACKUP_SECRET, PASSWORD_PEPPER or NEXTAUTH_SECRET as on the server that made it. Nothing was changed.",
    );
  }
  const isOurs = given?.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
  if (isOurs) return;
  throw new CliError(
    `${file} is ${given ? "signed with another secret, or was changed" : "not signed"}: nothing was changed. ` +
      "Set the same BACKUP_SECRET, PASSWORD_PEPPER or NEXTAUTH_SECRET as when it was made; if you know who made it, pass --unverified.",
  );
}

/** @param {string} file @param {string} folder */
const noRoom = (file, folder) =>
  new CliError(`There is no room to unpack ${file} in ${folder}: nothing was changed.`);

/**
 * What a small file says it contains may be without end: the disk has to stay as free as uploads
 * leave it.
 * @param {string} file
 * @param {string} folder
 * @returns {Step}
 */
function leavingRoom(file, folder) {
  const { bavail, bsize } = statfsSync(folder);
  let room = bavail * bsize - Number(process.env.MEDIA_MIN_FREE_MB || 512) * 1024 ** 2;
  return async function* (source) {
    for await (const chunk of source) {
      room -= chunk.length;
      if (room < 0) throw noRoom(file, folder);
      yield chunk;
    }
  };
}

/**
 * @param {string} folder
 * @param {import("tar-stream").Header} header
 * @param {AsyncIterable<unknown>} content
 */
async function unpackEntry(folder, { name, type }, content) {
  if (type !== "file" || !isEntry(name)) throw new Error(`"${name}" does not belong in a backup`);
  const target = path.join(folder, name);
  // Synchronous, because an error of the content in between would reach no one.
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
