import "server-only";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "@/lib/api/errors";
import { mediaHost } from "@/lib/platform/media";
import { type MediaType, UPLOAD_BYTES_MAX } from "@/lib/platform/media/host";
import { pictureFacts, pictureFiles, SIGNED_FIELDS, verifyFields } from "@/lib/platform/media/local";
import {
  fillFolder,
  isDestroyed,
  makeWorkFolder,
  publishFolder,
  readFacts,
  removeFolder,
  type StoredFacts,
} from "@/lib/platform/media/local-files";
import { type ReceivedForm, receiveForm } from "@/lib/platform/media/multipart";
import { defaultPoster, makePicture, makePoster, POST_PICTURE } from "@/lib/platform/media/picture";
import { expectPicture, expectVideo, SNIFF_BYTES } from "@/lib/platform/media/sniff";
import { cleanVideo } from "@/lib/platform/media/video";

/** What the built-in host does with an upload, from the form to Cloudinary's answer. */

/** Uploads being received at a time; each holds a file on disk and a connection. */
const AT_ONCE = 24;
let receiving = 0;

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
  if (receiving >= AT_ONCE) {
    throw new ApiError(
      "unavailable",
      "Many people are uploading right now. Please try again in a few seconds.",
      {
        headers: { "Retry-After": "5" },
      },
    );
  }
  receiving++;
  const folder = await makeWorkFolder();
  try {
    const form = await receiveForm(request, {
      directory: folder,
      files: {
        file: UPLOAD_BYTES_MAX[mediaType],
        ...(mediaType === "video" ? { poster: UPLOAD_BYTES_MAX.image } : {}),
      },
      // Fields may come after the file (browsers send them in the order the page added them); those that came
      // before are checked before a byte of the file is kept.
      beforeFile: (fields) => {
        if (SIGNED_FIELDS.every((name) => fields[name] !== undefined)) verifyFields(mediaType, fields);
      },
    });
    const publicId = verifyFields(mediaType, form.fields);
    const stored = (await readFacts({ publicId, mediaType })) ?? (await keep(form, publicId, mediaType));
    return answerOf(publicId, stored);
  } finally {
    receiving--;
    await removeFolder(folder);
  }
}

async function keep(form: ReceivedForm, publicId: string, mediaType: MediaType): Promise<StoredFacts> {
  const { file, poster } = form.files;
  if (!file || file.bytes === 0) throw new ApiError("validation", "Please select a media file.");
  if (await isDestroyed(publicId)) throw gone();
  const filled = await makeWorkFolder();
  try {
    const about =
      mediaType === "image"
        ? await keepPicture(filled, file.path)
        : await keepVideo(filled, file.path, file.bytes, poster?.path);
    if (await publishFolder(filled, publicId)) return about;
    const first = await readFacts({ publicId, mediaType });
    if (!first) throw gone();
    return first;
  } finally {
    await removeFolder(filled);
  }
}

const gone = () => new ApiError("validation", "That upload was removed. Please upload the file again.");

async function keepPicture(folder: string, path: string): Promise<StoredFacts> {
  expectPicture(await headOf(path));
  const picture = await makePicture(path, POST_PICTURE);
  const about = pictureFacts(picture);
  await fillFolder(folder, pictureFiles(picture), about);
  return about;
}

async function keepVideo(
  folder: string,
  path: string,
  bytes: number,
  posterPath?: string,
): Promise<StoredFacts> {
  const format = expectVideo(await headOf(path));
  const { width, height, duration } = await cleanVideo(path, format);
  const still = posterPath ? await posterFrom(posterPath) : await defaultPoster(width, height);
  await rename(path, join(folder, `master.${format}`));
  const { placeholder } = still;
  const about = {
    mediaType: "video" as const,
    format,
    width,
    height,
    duration,
    bytes,
    placeholder,
    widths: [],
  };
  await fillFolder(folder, [{ name: "poster.jpg", data: still.poster }], about);
  return about;
}

async function posterFrom(path: string): Promise<{ poster: Buffer; placeholder: string }> {
  expectPicture(await headOf(path));
  return makePoster(path);
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(SNIFF_BYTES);
    const { bytesRead } = await file.read(head, 0, SNIFF_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

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
