import "server-only";
import { ApiError } from "@/lib/api/errors";
import { mediaHost } from "@/lib/platform/media";
import { type MediaType, UPLOAD_BYTES_MAX } from "@/lib/platform/media/host";
import { SIGNED_FIELDS, verifyFields } from "@/lib/platform/media/local";
import {
  isDestroyed,
  makeWorkFolder,
  publishFolder,
  readFacts,
  removeFolder,
  type StoredFacts,
} from "@/lib/platform/media/local-files";
import { keepPicture, keepVideo } from "@/lib/platform/media/local-keep";
import { type ReceivedForm, receiveForm } from "@/lib/platform/media/multipart";

/** What the built-in host does with an upload, from the form to Cloudinary's answer. */

/**
 * Uploads whose file came before its signature (browsers send fields in the order the page added them), so that nobody
 * knows yet who sends them. So many may fill the disk at a time; signed ones are limited where they are signed.
 */
const UNSIGNED_AT_ONCE = 24;
let unsigned = 0;

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

/**
 * Receives one upload; the same signed upload sent again gets the same answer. Throws `unauthenticated` (401),
 * `too_large` (413), `unsupported_type` (415), `validation` or `bad_request` (400), `unavailable` (503).
 */
export async function receiveUpload(request: Request, mediaType: MediaType): Promise<UploadAnswer> {
  const folder = await makeWorkFolder();
  let isUnsigned = false;
  try {
    const form = await receiveForm(request, {
      directory: folder,
      files: {
        file: UPLOAD_BYTES_MAX[mediaType],
        ...(mediaType === "video" ? { poster: UPLOAD_BYTES_MAX.image } : {}),
      },
      beforeFile: (fields) => {
        if (SIGNED_FIELDS.every((name) => fields[name] !== undefined)) {
          verifyFields(mediaType, fields);
        } else if (!isUnsigned) {
          if (unsigned >= UNSIGNED_AT_ONCE) throw busy();
          isUnsigned = true;
          unsigned++;
        }
      },
    });
    const publicId = verifyFields(mediaType, form.fields);
    const stored = (await readFacts({ publicId, mediaType })) ?? (await keep(form, publicId, mediaType));
    return answerOf(publicId, stored);
  } finally {
    if (isUnsigned) unsigned--;
    await removeFolder(folder);
  }
}

const busy = () =>
  new ApiError("unavailable", "Many people are uploading right now. Please try again in a few seconds.", {
    headers: { "Retry-After": "5" },
  });

async function keep(form: ReceivedForm, publicId: string, mediaType: MediaType): Promise<StoredFacts> {
  const { file, poster } = form.files;
  if (!file || file.bytes === 0) throw new ApiError("validation", "Please select a media file.");
  if (await isDestroyed(publicId)) throw gone();
  const filled = await makeWorkFolder();
  try {
    const about =
      mediaType === "image"
        ? await keepPicture(filled, file.path)
        : await keepVideo(filled, file.path, poster?.path);
    if (await publishFolder(filled, publicId)) return about;
    const first = await readFacts({ publicId, mediaType });
    if (!first) throw gone();
    return first;
  } finally {
    await removeFolder(filled);
  }
}

const gone = () => new ApiError("validation", "That upload was removed. Please upload the file again.");

function answerOf(publicId: string, stored: StoredFacts): UploadAnswer {
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
