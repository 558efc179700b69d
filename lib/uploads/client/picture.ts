import { sendsSmallPictures } from "@/lib/settings/client/preferences";
import type { EncodedPicture, PictureJob } from "@/lib/uploads/client/encode-picture";
import { MediaWorker } from "@/lib/uploads/client/media-worker";
import {
  InvalidMediaError,
  type PreparedMedia,
  type PrepareOptions,
} from "@/lib/uploads/client/prepared-media";
import { UNREADABLE_PICTURE } from "@/lib/uploads/policy";

/** Prepares pictures in a worker, or on the page where browsers have no canvas for workers. */

/**
 * A picture that takes longer was made to. A 48-megapixel HEIC photo takes a slow phone some 20 s.
 */
const TIMEOUT_MS = 60_000;

const pictureWorker = new MediaWorker<PictureJob, EncodedPicture | "needs page">("/workers/picture.js");

/** Throws `InvalidMediaError`. */
export async function preparePicture(job: PictureJob, options: PrepareOptions = {}): Promise<PreparedMedia> {
  const { file, width, height, isMoving, losesMotion } = await run(job, options);
  options.signal?.throwIfAborted();
  const extension = file.type.slice("image/".length).replace("jpeg", "jpg");
  return {
    file,
    fileName: `photo.${extension}`,
    mediaType: "image",
    objectUrl: URL.createObjectURL(file),
    width,
    height,
    ...(isMoving && { isMoving }),
    ...(losesMotion && { losesMotion }),
  };
}

async function run(picture: PictureJob, options: PrepareOptions): Promise<EncodedPicture> {
  const job = { ...picture, isSmall: sendsSmallPictures() };
  const hasWorker = typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined";
  if (!hasWorker) return encodeOnPage(job);
  try {
    const result = await pictureWorker.run(job, { ...options, timeoutMs: TIMEOUT_MS });
    if (result !== "needs page") return result;
  } catch (error) {
    if (error instanceof InvalidMediaError || options.signal?.aborted) throw error;
    if (error instanceof DOMException && error.name === "TimeoutError")
      throw new InvalidMediaError(UNREADABLE_PICTURE, { cause: error });
    // The worker could not be loaded, or its canvas is not enough.
  }
  return encodeOnPage(job);
}

async function encodeOnPage(job: PictureJob): Promise<EncodedPicture> {
  const { encodePicture } = await import("@/lib/uploads/client/encode-picture");
  return encodePicture(job, {
    createCanvas: (width, height) => Object.assign(document.createElement("canvas"), { width, height }),
    toBlob: (canvas, type, quality) =>
      new Promise((resolve, reject) =>
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new InvalidMediaError(UNREADABLE_PICTURE))),
          type,
          quality,
        ),
      ),
    decodeAsShown,
    decodeHeic: async () => {
      throw new InvalidMediaError(
        "This browser can't read HEIC photos. Please choose a JPG, PNG or WebP picture.",
      );
    },
  });
}

/** Throws `InvalidMediaError`. */
async function decodeAsShown(file: Blob): Promise<HTMLImageElement> {
  const picture = document.createElement("img");
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
  } catch (cause) {
    // A browser says of a picture that it shows in part that it can't be decoded.
    if (!picture.complete || picture.naturalWidth === 0) {
      throw new InvalidMediaError(UNREADABLE_PICTURE, { cause });
    }
  } finally {
    URL.revokeObjectURL(picture.src);
  }
  return picture;
}
