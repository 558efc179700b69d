import "server-only";
import { ApiError } from "@/lib/platform/errors";
import { mediaHost } from "@/lib/platform/media";
import { type MediaRef, type MediaType, UPLOAD_BYTES_MAX } from "@/lib/platform/media/host";
import { SIGNED_FIELDS, verifyFields } from "@/lib/platform/media/local";
import {
  assertDiskRoom,
  isDestroyed,
  makeWorkFolder,
  publishFolder,
  readFacts,
  removeFolder,
  type StoredFacts,
} from "@/lib/platform/media/local-files";
import {
  assertNextPiece,
  joinPieces,
  type Piece,
  parsePiece,
  removePieces,
  storePiece,
} from "@/lib/platform/media/local-pieces";
import { writePicture, writeVideo } from "@/lib/platform/media/local-store";
import { FORM_OVERHEAD, receiveForm } from "@/lib/platform/media/multipart";
import { takeSlot, unsignedBytes } from "@/lib/platform/media/unsigned-slots";

/** Handles an upload to the built-in host, from the form to a response like Cloudinary's. */

/**
 * Records which uploads are allowed and how much space they take; the host itself does not know.
 */
export type UploadLedger = {
  /**
   * Reserves space before the file arrives. Throws `validation` (400) for an upload that is no
   * longer expected and `rate_limited` (429) when its owner has no room left.
   */
  reserve(ref: MediaRef, bytes: number): Promise<void>;
  /** Records the final size: 0 when the upload failed. */
  settle(publicId: string, bytes: number): Promise<void>;
};

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

/** The answer to a piece that is not the last. */
export type PieceAnswer = Pick<UploadAnswer, "public_id" | "resource_type" | "bytes"> & { done: false };

/** The signed uploads this instance is receiving. The room on its disk bounds them. */
const receiving = {
  /** The public ids of whole files: a signature is valid for one upload at a time. */
  publicIds: new Set<string>(),
  /** The pieces, by public id. */
  pieces: new Map<string, AbortController>(),
  /** Uploads whose pieces have all arrived and are being processed, by public id. */
  finishing: new Map<string, Promise<StoredFacts>>(),
  /** How many bytes they may still write, in total. */
  bytes: 0,
};

/** Thrown to stop reading an upload that is already stored. */
class AlreadyStored extends Error {
  constructor(
    readonly ref: MediaRef,
    readonly facts: StoredFacts,
  ) {
    super("This upload is already stored.");
  }
}

/**
 * Receives one upload or a piece of one; a repeat gets the same response. Throws `unauthenticated`
 * (401), `conflict` (409), `too_large` (413), `unsupported_type` (415), `validation` or
 * `bad_request` (400), `rate_limited` (429), `unavailable` (503).
 */
export async function receiveUpload(
  request: Request,
  mediaType: MediaType,
  ledger: UploadLedger,
): Promise<UploadAnswer | PieceAnswer> {
  const piece = parsePiece(request.headers, UPLOAD_BYTES_MAX[mediaType]);
  try {
    return await (piece
      ? receivePiece(request, mediaType, piece, ledger)
      : receiveWhole(request, mediaType, ledger));
  } catch (error) {
    if (error instanceof AlreadyStored) return responseFor(error.ref, error.facts);
    throw error;
  }
}

/** The files of an upload's form and their sizes: a video may come with its poster. */
const filesOf = (mediaType: MediaType, fileBytes: number) => ({
  file: fileBytes,
  ...(mediaType === "video" ? { poster: UPLOAD_BYTES_MAX.image } : {}),
});

/** How many bytes a form with these files has at most. */
function formBytes(request: Request, files: Record<string, number>): number {
  const bytesMax = Object.values(files).reduce((sum, bytes) => sum + bytes, FORM_OVERHEAD);
  return Math.min(bytesMax, Number(request.headers.get("content-length") ?? bytesMax));
}

/**
 * Reserves disk room for a signed upload: `bytes` that it writes now, and `more` later. Returns a
 * function that releases it. Throws `unavailable` (503) without that room.
 */
async function reserveRoom(bytes: number, more = 0): Promise<() => void> {
  receiving.bytes += bytes;
  try {
    await assertDiskRoom(receiving.bytes + more);
  } catch (error) {
    receiving.bytes -= bytes;
    throw error;
  }
  return () => {
    receiving.bytes -= bytes;
  };
}

/** The same for an upload that is not signed so far: of the room, all of them get at most half. */
async function reserveUnsigned(sender: Parameters<typeof takeSlot>[0]): Promise<() => void> {
  const release = takeSlot(sender);
  try {
    await assertDiskRoom(receiving.bytes + 2 * unsignedBytes());
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** Calls `receive` with a temporary folder. */
async function withFolder<T>(receive: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeWorkFolder();
  try {
    return await receive(folder);
  } finally {
    await removeFolder(folder);
  }
}

function receiveWhole(request: Request, mediaType: MediaType, ledger: UploadLedger): Promise<UploadAnswer> {
  const files = filesOf(mediaType, UPLOAD_BYTES_MAX[mediaType]);
  const bytes = formBytes(request, files);
  return withFolder(async (directory) => {
    const slot = new AbortController();
    let unsigned: Promise<() => void> | undefined;
    let releaseRoom: (() => void) | undefined;
    let admitted: MediaRef | undefined;
    let admission: Promise<MediaRef> | undefined;
    let storedBytes = 0;
    /**
     * Admits an upload whose signature is valid. Until then it has no part in what members share.
     */
    const admit = async (fields: Record<string, string>, size: number): Promise<MediaRef> => {
      const ref = await verifyUpload(mediaType, fields);
      if (receiving.publicIds.has(ref.publicId)) {
        throw new ApiError("conflict", "That file is being uploaded already. Please wait a moment.");
      }
      receiving.publicIds.add(ref.publicId);
      admitted = ref;
      releaseRoom = await reserveRoom(size);
      await ledger.reserve(ref, size);
      return ref;
    };
    try {
      const form = await receiveForm(request, {
        directory,
        files,
        signal: slot.signal,
        isKnown: () => admission !== undefined,
        beforeFile: async (fields, received) => {
          if (SIGNED_FIELDS.every((name) => fields[name] !== undefined)) {
            // A video comes with its poster: both files share one admission.
            admission ??= admit(fields, bytes);
            await admission;
            return;
          }
          unsigned ??= reserveUnsigned({ bytes, received, stop: (reason) => slot.abort(reason) });
          await unsigned;
        },
      });
      const { file, poster } = form.files;
      const ref = await (admission ?? admit(form.fields, (file?.bytes ?? 0) + (poster?.bytes ?? 0)));
      if (!file || file.bytes === 0) throw noFile();
      const facts = await storeFiles(ref, file.path, poster?.path);
      storedBytes = facts.bytes;
      return responseFor(ref, facts);
    } finally {
      (await unsigned?.catch(() => undefined))?.();
      // Cut off while it was being admitted, an upload has something to give back all the same.
      await admission?.catch(() => undefined);
      releaseRoom?.();
      if (admitted) {
        receiving.publicIds.delete(admitted.publicId);
        await ledger.settle(admitted.publicId, storedBytes);
      }
    }
  });
}

/** The upload that a form's fields authorize. Throws `AlreadyStored` when it is complete. */
async function verifyUpload(mediaType: MediaType, fields: Record<string, string>): Promise<MediaRef> {
  const ref = { publicId: verifyFields(mediaType, fields), mediaType };
  const facts = (await receiving.finishing.get(ref.publicId)) ?? (await readFacts(ref));
  if (facts) throw new AlreadyStored(ref, facts);
  return ref;
}

/** The fields of a piece come before its file. */
function receivePiece(
  request: Request,
  mediaType: MediaType,
  piece: Piece,
  ledger: UploadLedger,
): Promise<UploadAnswer | PieceAnswer> {
  const { start, end, total } = piece;
  const size = end - start + 1;
  const files = filesOf(mediaType, size);
  return withFolder(async (directory) => {
    const own = new AbortController();
    let admission: Promise<MediaRef> | undefined;
    let releaseRoom: (() => void) | undefined;
    const admit = async (fields: Record<string, string>): Promise<MediaRef> => {
      const ref = await verifyUpload(mediaType, fields);
      // Room for the pieces to come, too, and for joining them.
      releaseRoom = await reserveRoom(formBytes(request, files), total - start - size + total);
      await ledger.reserve(ref, total);
      await assertNextPiece(ref.publicId, piece);
      // A piece comes again when its connection was lost, which the server may not know yet.
      receiving.pieces.get(ref.publicId)?.abort(sentAgain());
      receiving.pieces.set(ref.publicId, own);
      return ref;
    };
    try {
      const { files: received } = await receiveForm(request, {
        directory,
        files,
        signal: own.signal,
        isKnown: () => admission !== undefined,
        beforeFile: async (fields) => {
          admission ??= admit(fields);
          await admission;
        },
      });
      const ref = await admission;
      if (!ref || !received.file) throw noFile();
      if (received.file.bytes !== size) {
        throw new ApiError("bad_request", "That piece is shorter than its Content-Range says.");
      }
      await storePiece(ref.publicId, piece, received.file.path, received.poster?.path).catch(
        async (error) => {
          // The same last piece has just finished the upload on another instance.
          const facts = await readFacts(ref);
          throw facts ? new AlreadyStored(ref, facts) : error;
        },
      );
      if (end + 1 === total) return responseFor(ref, await finish(ref, piece, ledger));
      return { done: false, public_id: ref.publicId, resource_type: mediaType, bytes: end + 1 };
    } finally {
      const ref = await admission?.catch(() => undefined);
      releaseRoom?.();
      if (ref && receiving.pieces.get(ref.publicId) === own) receiving.pieces.delete(ref.publicId);
    }
  });
}

/** Processes an upload whose last piece has arrived, once however often that piece is sent. */
function finish(ref: MediaRef, piece: Piece, ledger: UploadLedger): Promise<StoredFacts> {
  const { finishing } = receiving;
  const running =
    finishing.get(ref.publicId) ??
    storeJoined(ref, piece, ledger).finally(() => finishing.delete(ref.publicId));
  finishing.set(ref.publicId, running);
  return running;
}

async function storeJoined(ref: MediaRef, piece: Piece, ledger: UploadLedger): Promise<StoredFacts> {
  const directory = await makeWorkFolder();
  const settle = async (bytes: number) => {
    await removePieces(ref.publicId);
    await ledger.settle(ref.publicId, bytes);
  };
  try {
    const { path, posterPath } = await joinPieces(ref.publicId, piece, directory);
    const facts = await storeFiles(ref, path, posterPath);
    await settle(facts.bytes);
    return facts;
  } catch (error) {
    // Another instance was faster, or an earlier request with the same last piece.
    const facts = await readFacts(ref);
    if (facts) {
      await removePieces(ref.publicId);
      return facts;
    }
    // The pieces stay for another try, unless it is the file that is wrong.
    if (error instanceof ApiError && error.status < 500) await settle(0);
    throw error;
  } finally {
    await removeFolder(directory);
  }
}

async function storeFiles(ref: MediaRef, path: string, posterPath?: string): Promise<StoredFacts> {
  if (await isDestroyed(ref.publicId)) throw removedError();
  const workFolder = await makeWorkFolder();
  try {
    const facts =
      ref.mediaType === "image"
        ? await writePicture(workFolder, path)
        : await writeVideo(workFolder, path, posterPath);
    if (await publishFolder(workFolder, ref.publicId)) return facts;
    const existing = await readFacts(ref);
    if (!existing) throw removedError();
    return existing;
  } finally {
    await removeFolder(workFolder);
  }
}

const noFile = () => new ApiError("validation", "Please select a media file.");

const sentAgain = () => new ApiError("conflict", "That piece was sent again.");

const removedError = () =>
  new ApiError("validation", "That upload was removed. Please upload the file again.");

function responseFor({ publicId }: MediaRef, stored: StoredFacts): UploadAnswer {
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
