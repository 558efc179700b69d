import { type EncodedPicture, encodePicture, type PictureJob } from "@/lib/uploads/client/encode-picture";
import { serveJobs } from "@/lib/uploads/client/media-worker";
import { InvalidMediaError } from "@/lib/uploads/client/prepared-media";
import { UNREADABLE_PICTURE } from "@/lib/uploads/policy";

/** Prepares pictures off the page (app/workers). */

/**
 * The address of libheif, which is loaded for the first HEIC photo that the browser can't decode.
 */
declare const LIBHEIF: string;
declare function importScripts(url: string): void;

/** What is used of it, and its types leave out. */
type Decoder = { decode: (bytes: Uint8Array) => HeicImage[] };
type HeicImage = {
  is_primary: () => boolean;
  get_width: () => number;
  get_height: () => number;
  /** Writes the upright picture into `pixels`; the callback gets null when that fails. */
  display: (pixels: ImageData, done: (result: ImageData | null) => void) => void;
  free: () => void;
};

/** Holds the photo it decoded last, until the next one. */
let decoder: Decoder | undefined;

function createDecoder(): Decoder {
  try {
    importScripts(LIBHEIF);
  } catch (cause) {
    throw new InvalidMediaError(
      "That photo can't be prepared right now. Please check your connection and try again.",
      { cause },
    );
  }
  const libheif: () => { HeifDecoder: new () => Decoder } = Reflect.get(globalThis, "libheif");
  return new (libheif().HeifDecoder)();
}

async function decodeHeic(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  decoder ??= createDecoder();
  const images = decoder.decode(bytes);
  try {
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
    if (!image) throw new InvalidMediaError(UNREADABLE_PICTURE);
    const pixels = new ImageData(image.get_width(), image.get_height());
    await new Promise<void>((resolve, reject) => {
      image.display(pixels, (result) =>
        result ? resolve() : reject(new InvalidMediaError(UNREADABLE_PICTURE)),
      );
    });
    return pixels;
  } finally {
    for (const image of images) image.free();
  }
}

/** A picture that only a page can decode. */
class NeedsPageError extends Error {}

serveJobs<PictureJob, EncodedPicture | "needs page">((job) =>
  encodePicture(job, {
    createCanvas: (width, height) => new OffscreenCanvas(width, height),
    toBlob: (canvas, type, quality) => canvas.convertToBlob({ type, ...(quality && { quality }) }),
    decodeAsShown: async () => {
      throw new NeedsPageError();
    },
    decodeHeic,
  }).catch((error: unknown) => {
    if (error instanceof NeedsPageError) return "needs page";
    throw error;
  }),
);
