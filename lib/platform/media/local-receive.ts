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
import { FRAME_BYTES, type ReceivedForm, receiveForm } from "@/lib/platform/media/multipart";
import { takeSlot } from "@/lib/platform/media/unsigned-slots";

/** What the built-in host does with an upload, from the form to Cloudinary's answer. */

/** The account of uploads that are allowed, which the host itself knows nothing of. */
export type UploadLedger = {
  /**
   * Notes that so many bytes are about to come. Throws `validation` (400) for an upload that is no
   * longer wanted and `rate_limited` (429) when its owner has no room left.
   */
  reserve(ref: MediaRef, bytes: number): Promise<void>;
  /** Notes how many bytes came of it: 0 when it failed. */
  settle(publicId: string, bytes: number): Promise<void>;
};

export type UploadAnswer = {
  secure_url: string;
  public_id: string;
  resource_type: MediaType;
  format: string;
  width: number;
  height: number;
  /** Seconds, where the video says. */
  duration?: number;
  bytes: number;
};

/** Public ids that are being received: a signature is for one upload, not for many at once. */
const underway = new Set<string>();
/** Bytes that all uploads under way may still write, together. */
let expected = 0;

/** Thrown to stop reading an upload that was stored before. */
class StoredBefore extends Error {
  constructor(
    readonly ref: MediaRef,
    readonly facts: StoredFacts,
  ) {
    super("This upload is stored already.");
  }
}

/**
 * Receives one upload; the same signed upload sent again gets the same answer. Throws
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
  const most = Object.values(files).reduce((sum, bytes) => sum + bytes, FRAME_BYTES);
  const bytes = Math.min(most, Number(request.headers.get("content-length") ?? most));
  await assertDiskRoom(expected + bytes);
  expected += bytes;
  const folder = await makeWorkFolder();
  const slot = new AbortController();
  let leaveSlot: (() => void) | undefined;
  let admitted: MediaRef | undefined;
  let admission: Promise<MediaRef> | undefined;
  let stored = 0;
  /** Lets an upload in whose signature is right. */
  const admit = async (fields: Record<string, string>, size: number): Promise<MediaRef> => {
    const ref = { publicId: verifyFields(mediaType, fields), mediaType };
    const facts = await readFacts(ref);
    if (facts) throw new StoredBefore(ref, facts);
    if (underway.has(ref.publicId)) {
      throw new ApiError("conflict", "That file is being uploaded already. Please wait a moment.");
    }
    underway.add(ref.publicId);
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
          // A film comes with its poster: the second file waits for what the first was told.
          admission ??= admit(fields, bytes);
          await admission;
        } else leaveSlot ??= takeSlot({ received, stop: (reason) => slot.abort(reason) });
      },
    });
    const size = Object.values(form.files).reduce((sum, file) => sum + (file?.bytes ?? 0), 0);
    const ref = await (admission ?? admit(form.fields, size));
    const facts = await keep(form, ref);
    stored = facts.bytes;
    return answerOf(ref, facts);
  } catch (error) {
    if (error instanceof StoredBefore) return answerOf(error.ref, error.facts);
    throw error;
  } finally {
    expected -= bytes;
    leaveSlot?.();
    await removeFolder(folder);
    if (admitted) {
      underway.delete(admitted.publicId);
      await ledger.settle(admitted.publicId, stored);
    }
  }
}

async function keep(form: ReceivedForm, ref: MediaRef): Promise<StoredFacts> {
  const { file, poster } = form.files;
  if (!file || file.bytes === 0) throw new ApiError("validation", "Please select a media file.");
  if (await isDestroyed(ref.publicId)) throw gone();
  const filled = await makeWorkFolder();
  try {
    const about =
      ref.mediaType === "image"
        ? await writePicture(filled, file.path)
        : await writeVideo(filled, file.path, poster?.path);
    if (await publishFolder(filled, ref.publicId)) return about;
    const first = await readFacts(ref);
    if (!first) throw gone();
    return first;
  } finally {
    await removeFolder(filled);
  }
}

const gone = () => new ApiError("validation", "That upload was removed. Please upload the file again.");

function answerOf({ publicId }: MediaRef, stored: StoredFacts): UploadAnswer {
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
