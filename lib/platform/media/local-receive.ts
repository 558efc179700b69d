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
import { writePicture, writeVideo } from "@/lib/platform/media/local-store";
import { FORM_OVERHEAD, type ReceivedForm, receiveForm } from "@/lib/platform/media/multipart";
import { takeSlot } from "@/lib/platform/media/unsigned-slots";

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

/** The uploads this instance is receiving. The room on its disk bounds them. */
const receiving = {
  /** Their public ids: a signature is valid for one upload at a time. */
  publicIds: new Set<string>(),
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
 * Receives one upload; a repeat of the same signed upload gets the same response. Throws
 * `unauthenticated` (401), `conflict` (409), `too_large` (413), `unsupported_type` (415),
 * `validation` or `bad_request` (400), `rate_limited` (429), `unavailable` (503).
 */
export async function receiveUpload(
  request: Request,
  mediaType: MediaType,
  ledger: UploadLedger,
): Promise<UploadAnswer> {
  const files = {
    file: UPLOAD_BYTES_MAX[mediaType],
    ...(mediaType === "video" ? { poster: UPLOAD_BYTES_MAX.image } : {}),
  };
  const bytesMax = Object.values(files).reduce((sum, bytes) => sum + bytes, FORM_OVERHEAD);
  const bytes = Math.min(bytesMax, Number(request.headers.get("content-length") ?? bytesMax));
  await assertDiskRoom(receiving.bytes + bytes);
  receiving.bytes += bytes;
  const folder = await makeWorkFolder();
  const slot = new AbortController();
  let releaseSlot: (() => void) | undefined;
  let admitted: MediaRef | undefined;
  let admission: Promise<MediaRef> | undefined;
  let storedBytes = 0;
  /** Admits an upload whose signature is valid. */
  const admit = async (fields: Record<string, string>, size: number): Promise<MediaRef> => {
    const ref = { publicId: verifyFields(mediaType, fields), mediaType };
    const facts = await readFacts(ref);
    if (facts) throw new AlreadyStored(ref, facts);
    if (receiving.publicIds.has(ref.publicId)) {
      throw new ApiError("conflict", "That file is being uploaded already. Please wait a moment.");
    }
    receiving.publicIds.add(ref.publicId);
    admitted = ref;
    await ledger.reserve(ref, size);
    return ref;
  };
  try {
    const form = await receiveForm(request, {
      directory: folder,
      files,
      signal: slot.signal,
      beforeFile: async (fields, received) => {
        if (SIGNED_FIELDS.every((name) => fields[name] !== undefined)) {
          // A video comes with its poster: both files share one admission.
          admission ??= admit(fields, bytes);
          await admission;
        } else releaseSlot ??= takeSlot({ received, stop: (reason) => slot.abort(reason) });
      },
    });
    const size = Object.values(form.files).reduce((sum, file) => sum + (file?.bytes ?? 0), 0);
    const ref = await (admission ?? admit(form.fields, size));
    const facts = await storeForm(form, ref);
    storedBytes = facts.bytes;
    return responseFor(ref, facts);
  } catch (error) {
    if (error instanceof AlreadyStored) return responseFor(error.ref, error.facts);
    throw error;
  } finally {
    receiving.bytes -= bytes;
    releaseSlot?.();
    await removeFolder(folder);
    if (admitted) {
      receiving.publicIds.delete(admitted.publicId);
      await ledger.settle(admitted.publicId, storedBytes);
    }
  }
}

async function storeForm(form: ReceivedForm, ref: MediaRef): Promise<StoredFacts> {
  const { file, poster } = form.files;
  if (!file || file.bytes === 0) throw new ApiError("validation", "Please select a media file.");
  if (await isDestroyed(ref.publicId)) throw removedError();
  const workFolder = await makeWorkFolder();
  try {
    const facts =
      ref.mediaType === "image"
        ? await writePicture(workFolder, file.path)
        : await writeVideo(workFolder, file.path, poster?.path);
    if (await publishFolder(workFolder, ref.publicId)) return facts;
    const existing = await readFacts(ref);
    if (!existing) throw removedError();
    return existing;
  } finally {
    await removeFolder(workFolder);
  }
}

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
