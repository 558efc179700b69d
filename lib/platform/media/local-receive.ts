import "server-only";
import { createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ApiError } from "@/lib/platform/errors";
import { mediaHost } from "@/lib/platform/media";
import { readForm, tooLarge } from "@/lib/platform/media/body";
import { type MediaRef, type MediaType, UPLOAD_BYTES_MAX, uploadGone } from "@/lib/platform/media/host";
import { verifyUpload } from "@/lib/platform/media/local";
import {
  assertDiskRoom,
  diskFull,
  makeWorkFolder,
  mediaRoot,
  removeFolder,
  sizeOf,
} from "@/lib/platform/media/local-files";
import { storage } from "@/lib/platform/media/local-storage";
import { writePicture, writeVideo } from "@/lib/platform/media/local-store";
import type { StoredFacts, UploadPart } from "@/lib/platform/media/storage";

/**
 * Receives uploads to the built-in host. The address says who may send what, before the first byte
 * is read. What arrives is written into one file that grows from piece to piece, so a lost
 * connection costs no more than the piece that was on its way.
 */

/**
 * Records which uploads are allowed and how much space they take; the host itself does not know.
 */
export type UploadLedger = {
  /**
   * Reserves space for `bytes` of a file before they arrive, at least as much as before, and
   * returns whose file it is. Throws `upload_gone` (410) for an upload that is no longer expected
   * and `rate_limited` (429) when its owner has no room for the `total`.
   */
  reserve(ref: MediaRef, bytes: number, total: number): Promise<{ ownerId: string }>;
  /** Records the size of what is stored. False if the upload has been deleted. */
  settle(publicId: string, bytes: number): Promise<boolean>;
};

/** The answer to a file that is complete, like Cloudinary's. */
export type UploadAnswer = {
  secure_url: string;
  public_id: string;
  resource_type: MediaType;
  format: string;
  width: number;
  height: number;
  /** In seconds, if the video specifies it. */
  duration?: number;
  bytes: number;
};

/** The answer to a still picture, and to a piece that is not the last. */
export type PieceAnswer = Pick<UploadAnswer, "public_id" | "resource_type" | "bytes"> & { done: false };

/** The bytes of a file that a request brings: from `start` up to `end`, which is not included. */
type Piece = { start: number; end: number; total: number; isWhole: boolean };

/**
 * Receives one file or a piece of one; a repeat gets the same response. Throws `unauthenticated`
 * (401), `conflict` (409), `upload_gone` (410), `too_large` (413), `unsupported_type` (415),
 * `validation` or `bad_request` (400), `rate_limited` (429), `unavailable` (503).
 */
export async function receiveUpload(
  request: Request,
  mediaType: MediaType,
  ledger: UploadLedger,
): Promise<UploadAnswer | PieceAnswer> {
  const { part, ...ref } = verifyUpload(mediaType, new URL(request.url).searchParams);
  const piece = parsePiece(request.headers, UPLOAD_BYTES_MAX[part === "poster" ? "image" : mediaType]);
  return inTurn(join(ref.publicId, part), async (signal) => {
    const stored = await storage().readFacts(ref);
    if (stored) return answerFor(ref, stored);
    try {
      return await receivePiece(request, { ref, part, piece, ledger, signal });
    } catch (cause) {
      // Another instance was faster.
      const facts = await storage().readFacts(ref);
      if (facts) return answerFor(ref, facts);
      const error = asApiError(cause);
      // A file that is wrong is not waited for any longer, nor is what belongs to it.
      if (error instanceof ApiError && WRONG_FILE.includes(error.code)) {
        receivers.get(join(ref.publicId, otherPart(part)))?.stop.abort(error);
        await storage().arrivals.remove(ref.publicId);
        await ledger.settle(ref.publicId, 0);
      }
      throw error;
    }
  });
}

const otherPart = (part: UploadPart): UploadPart => (part === "file" ? "poster" : "file");

const WRONG_FILE = ["too_large", "unsupported_type", "validation", "upload_gone"];

/** The disk may be full, and what has arrived is deleted with the row of its upload. */
function asApiError(error: unknown): unknown {
  const { code, path } = Object(error) as Partial<NodeJS.ErrnoException>;
  if (code === "ENOSPC") return diskFull(error);
  return code === "ENOENT" && path?.startsWith(mediaRoot()) ? uploadGone() : error;
}

/** The piece that a request carries. Throws `bad_request` (400) and `too_large` (413). */
function parsePiece(headers: Headers, bytesMax: number): Piece {
  const range = headers.get("content-range");
  if (range === null) {
    const total = Math.min(bytesMax, Number(headers.get("content-length")) || bytesMax);
    return { start: 0, end: total, total, isWhole: true };
  }
  const [, ...numbers] = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(range) ?? [];
  const [start = 0, last = -1, total = 0] = numbers.map(Number);
  if (start > last || last >= total) {
    throw new ApiError("bad_request", "That Content-Range is not one: bytes 0-5999999/22744222.");
  }
  if (total > bytesMax) throw tooLarge(bytesMax);
  return { start, end: last + 1, total, isWhole: false };
}

/** Who receives a file, and how to stop it. */
const receivers = new Map<string, { stop: AbortController; ended: Promise<unknown> }>();

/**
 * Calls `receive` when no other request receives the same file: the one before is stopped, because
 * a piece comes again when its connection was lost, which the server may not know yet.
 */
async function inTurn<T>(file: string, receive: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const before = receivers.get(file);
  before?.stop.abort(new ApiError("conflict", "That file was sent again."));
  const stop = new AbortController();
  const result = (async () => {
    await before?.ended;
    stop.signal.throwIfAborted();
    return receive(stop.signal);
  })();
  const own = { stop, ended: result.catch(() => undefined) };
  receivers.set(file, own);
  try {
    return await result;
  } finally {
    if (receivers.get(file) === own) receivers.delete(file);
  }
}

/** How much of a file is reserved ahead of what has arrived. */
const AHEAD_BYTES = 4 * 1024 ** 2;

type Receiving = {
  ref: MediaRef;
  part: UploadPart;
  piece: Piece;
  ledger: UploadLedger;
  signal: AbortSignal;
};

async function receivePiece(
  request: Request,
  { ref, part, piece, ledger, signal }: Receiving,
): Promise<UploadAnswer | PieceAnswer> {
  const { arrivals } = storage();
  const sizes = await arrivals.sizes(ref.publicId);
  const [size, other] = [sizes[part], sizes[otherPart(part)]];
  if (piece.start > 0 && (piece.start > size || piece.total < size)) throw notNext();
  // Announcing a large file only shows early that it does not fit. It takes no room from
  // others before it arrives.
  await assertRoom(2 * piece.total - piece.start);
  const admit = async (arrived: number) => {
    const admitted = Math.min(arrived + AHEAD_BYTES, piece.end);
    await assertRoom(0);
    const { ownerId } = await ledger.reserve(ref, admitted + other, piece.total + other);
    return { admitted, ownerId };
  };
  return withRoom(AHEAD_BYTES, async () => {
    const { admitted, ownerId } = await admit(piece.start);
    const folder = await arrivals.open(ref.publicId);
    try {
      const end = await write(request, join(folder, part), { piece, signal, admitted, admit });
      if (part === "file" && (piece.isWhole || piece.end === piece.total)) {
        // What came before it may lie in a bucket, and something is made of all.
        return await withRoom(piece.start + end, async () => {
          await assertRoom(0);
          if (!(await arrivals.gather(ref.publicId, folder, piece.start))) throw notNext();
          return answerFor(ref, await finish(ref, folder, { ledger, ownerId }));
        });
      }
      await arrivals.keep(ref.publicId, folder, part, { start: piece.start, end: end - 1 });
      return { done: false, public_id: ref.publicId, resource_type: ref.mediaType, bytes: end };
    } finally {
      await arrivals.close(folder);
    }
  });
}

const notNext = () =>
  new ApiError("conflict", "That piece does not follow the ones before it. Please upload the file again.");

/** How many bytes the uploads that this instance receives may write before they are asked again. */
let promisedBytes = 0;

async function withRoom<T>(bytes: number, act: () => Promise<T>): Promise<T> {
  promisedBytes += bytes;
  try {
    return await act();
  } finally {
    promisedBytes -= bytes;
  }
}

/** Throws `unavailable` (503) when the disk has no room for what is promised and `bytes` more. */
const assertRoom = (bytes: number) => assertDiskRoom(promisedBytes + bytes);

type Writing = Pick<Receiving, "piece" | "signal"> & {
  /** Up to which byte of the file may be written. */
  admitted: number;
  /** Called with how much has arrived when that is more. Returns the new end, or throws. */
  admit: (arrived: number) => Promise<{ admitted: number }>;
};

/** Writes a piece where it belongs and returns where it ends. Only the first begins a new file. */
async function write(
  request: Request,
  path: string,
  { piece: { start, end, isWhole }, signal, admitted, admit }: Writing,
): Promise<number> {
  let arrived = start;
  let granted = admitted;
  const metered = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      arrived += chunk.length;
      if (arrived > granted) granted = (await admit(arrived)).admitted;
      yield chunk;
    }
  };
  let file: WriteStream | undefined;
  await readForm(request, {
    bytesMax: end - start,
    signal,
    save: (name, content) => {
      if (name !== "file" || file) return null;
      file = createWriteStream(path, { flags: start === 0 ? "w" : "r+", start, mode: 0o600 });
      return pipeline(content, metered, file);
    },
  });
  if (arrived === start) throw new ApiError("validation", "Please select a media file.");
  if (arrived < end && !isWhole) {
    throw new ApiError("bad_request", "That piece is shorter than its Content-Range says.");
  }
  return arrived;
}

/** Stores a file that has arrived, once however often its last piece is sent. */
async function finish(
  ref: MediaRef,
  incoming: string,
  { ledger, ownerId: person }: { ledger: UploadLedger; ownerId: string },
): Promise<StoredFacts> {
  const [path, poster] = [join(incoming, "file"), join(incoming, "poster")];
  const folder = await makeWorkFolder();
  try {
    const written =
      ref.mediaType === "image"
        ? await writePicture(folder, path, { person })
        : await writeVideo(folder, path, {
            person,
            posterPath: (await sizeOf(poster)) > 0 ? poster : undefined,
          });
    const isNew = await storage().publish(folder, ref.publicId);
    const facts = (isNew ? null : await storage().readFacts(ref)) ?? written;
    if (await ledger.settle(ref.publicId, facts.bytes)) return facts;
    // Its row has been deleted, and with it whatever was stored until then.
    await storage().remove(ref.publicId);
    throw uploadGone();
  } finally {
    await removeFolder(folder);
  }
}

function answerFor({ publicId }: MediaRef, stored: StoredFacts): UploadAnswer {
  const { mediaType, format, width, height, duration, bytes } = stored;
  return {
    secure_url: mediaHost().deliveryUrl({ publicId, mediaType, format }),
    public_id: publicId,
    resource_type: mediaType,
    format,
    width,
    height,
    ...(duration === null ? {} : { duration }),
    bytes,
  };
}
