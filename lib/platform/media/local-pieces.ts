import "server-only";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, mkdir, readdir, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ApiError } from "@/lib/platform/errors";
import { onMissing, piecesDir, removeFolder } from "@/lib/platform/media/local-files";
import { tooLarge } from "@/lib/platform/media/multipart";

/**
 * Uploads in pieces, in Cloudinary's words: every request carries one piece (`Content-Range`) of
 * one try to upload a file (`X-Unique-Upload-Id`).
 *
 * A piece is a file of its own, named by its range and moved into place once it is complete. So a
 * piece that is sent again replaces itself, a lost connection leaves nothing half done, and several
 * instances can share the disk without a lock.
 */

export type Piece = {
  uploadId: string;
  /** The first and last byte, and the size of the whole file. */
  start: number;
  end: number;
  total: number;
};

/** The smallest piece that is not the last, in bytes; Cloudinary's own limit. */
const PIECE_BYTES_MIN = 5_000_000;

const badPiece = (message: string) => new ApiError("bad_request", message);

const notNext = () =>
  new ApiError("conflict", "That piece does not follow the ones before it. Please upload the file again.");

/**
 * The piece that a request carries; null for a whole file. Throws `bad_request` (400) when it is
 * not described properly, `too_large` (413) when the whole file exceeds `bytesMax`.
 */
export function parsePiece(headers: Headers, bytesMax: number): Piece | null {
  const range = headers.get("content-range");
  if (range === null) return null;
  const [, ...numbers] = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(range) ?? [];
  const [start = 0, end = -1, total = 0] = numbers.map(Number);
  const uploadId = headers.get("x-unique-upload-id") ?? "";
  if (start > end || end >= total) throw badPiece("That Content-Range is not one: bytes 0-5999999/22744222.");
  if (!/^[\w-]{1,64}$/.test(uploadId)) throw badPiece("A piece of a file needs an X-Unique-Upload-Id.");
  if (total > bytesMax) throw tooLarge(bytesMax);
  if (end + 1 < total && end - start + 1 < PIECE_BYTES_MIN) {
    throw badPiece("Every piece but the last must have at least 5 MB.");
  }
  return { uploadId, start, end, total };
}

const folderOf = (publicId: string, { uploadId, total }: Piece) =>
  join(piecesDir(publicId), `${uploadId}-${total}`);
const POSTER = "poster";

/** The pieces of one try that are stored, in order. */
async function storedPieces(folder: string): Promise<{ start: number; end: number; path: string }[]> {
  const names = await readdir(folder).catch(onMissing<string[]>([]));
  return names
    .flatMap((name) => {
      const [, start, end] = /^(\d+)-(\d+)$/.exec(name) ?? [];
      return start && end ? [{ start: Number(start), end: Number(end), path: join(folder, name) }] : [];
    })
    .sort((a, b) => a.start - b.start);
}

/**
 * Throws `conflict` (409) unless the piece follows those that are stored, or is one of them again.
 */
export async function assertNextPiece(publicId: string, piece: Piece): Promise<void> {
  const stored = await storedPieces(folderOf(publicId, piece));
  const isRepeat = stored.some(({ start, end }) => start === piece.start && end === piece.end);
  if (!isRepeat && piece.start !== (stored.at(-1)?.end ?? -1) + 1) throw notNext();
}

/**
 * Stores a piece that has arrived, and the poster if one came with it. A first piece ends earlier
 * tries to upload the same file, so that each upload takes the space of one. Throws `conflict`
 * (409) when another request removes the pieces at the same moment.
 */
export async function storePiece(
  publicId: string,
  piece: Piece,
  path: string,
  posterPath: string | undefined,
): Promise<void> {
  const folder = folderOf(publicId, piece);
  if (piece.start === 0) {
    const tries = await readdir(dirname(folder)).catch(onMissing<string[]>([]));
    for (const name of tries.filter((name) => name !== basename(folder))) {
      await removeFolder(join(dirname(folder), name));
    }
  }
  await mkdir(folder, { recursive: true });
  const moves: [from: string, name: string][] = [[path, `${piece.start}-${piece.end}`]];
  if (posterPath) moves.unshift([posterPath, POSTER]);
  for (const [from, name] of moves) {
    const isMoved = await rename(from, join(folder, name)).then(() => true, onMissing(false));
    if (!isMoved) throw notNext();
  }
}

/**
 * Writes all pieces into one file in `directory`, where nothing can change it any more. Throws
 * `conflict` (409) when they are not all there.
 */
export async function joinPieces(
  publicId: string,
  piece: Piece,
  directory: string,
): Promise<{ path: string; posterPath: string | undefined }> {
  const folder = folderOf(publicId, piece);
  const pieces = await storedPieces(folder);
  const isChain = pieces.every(({ start }, index) => start === (pieces[index - 1]?.end ?? -1) + 1);
  if (!isChain || pieces.at(-1)?.end !== piece.total - 1) throw notNext();
  const path = join(directory, "joined");
  const posterPath = join(directory, POSTER);
  const isWritten = await pipeline(
    async function* () {
      for (const { path } of pieces) yield* createReadStream(/* turbopackIgnore: true */ path);
    },
    createWriteStream(path, { flags: "wx", mode: 0o600 }),
  ).then(() => true, onMissing(false));
  // False when another instance has just finished this upload, or another try has begun.
  if (!isWritten || (await stat(path)).size !== piece.total) throw notNext();
  // A copy, because the last piece may be sent again.
  const hasPoster = await copyFile(join(folder, POSTER), posterPath).then(() => true, onMissing(false));
  return { path, posterPath: hasPoster ? posterPath : undefined };
}

export const removePieces = (publicId: string): Promise<void> => removeFolder(piecesDir(publicId));
