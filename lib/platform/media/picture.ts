import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { ApiError } from "@/lib/platform/errors";
import { makePassingFolder, removeFolder } from "@/lib/platform/media/local-files";
import {
  ANIMATED_FRAMES_MAX,
  ANIMATED_PIXELS_MAX,
  encodePicture,
  PictureFaultError,
  placeholderOf,
} from "@/lib/platform/media/picture-encode.mjs";
import { runWorker } from "@/lib/platform/media/worker";
import { createSemaphore } from "@/lib/platform/semaphore";
import { PICTURE_WIDTHS } from "@/lib/text/media-url";
import type { PictureLimits } from "@/lib/text/picture-size.mjs";

/**
 * Pictures: what they are re-encoded to, and the queue of those that are uploaded. The work itself
 * is in picture-encode.mjs.
 */

/** The size of a picture and the widths of its resized copies, in pixels. */
export type PictureShape = {
  /** A box that it fits, or limits for all shapes. */
  limits: { width: number; height: number } | Omit<PictureLimits, "side">;
  /** Widths of the resized copies; those not smaller than the picture are skipped. */
  widths: readonly number[];
  /** Quality of the master, 1–100; the resized copies use 80. */
  quality: number;
  /** Compression effort, 0 to 6; 4 by default, and 2 for transparent pictures. */
  effort?: number;
  /** Format of the master; by default JPEG, and WebP for whatever JPEG cannot represent. */
  format?: "webp";
};

type Measures = {
  format: "jpg" | "webp";
  width: number;
  height: number;
  /** A blurred 16-pixel picture as a data URL of about 150 bytes. */
  placeholder: string;
};
export type ProcessedPicture = Measures & {
  master: Buffer;
  sizes: { width: number; data: Buffer }[];
  /** The first frame, as WebP, if it moves. */
  still?: Buffer;
};
/** What the worker says of a picture whose files it has written. */
export type PictureFacts = Measures & { widths: number[]; hasStill: boolean };

/** Pictures of a post: sized for large screens, with copies in `PICTURE_WIDTHS`. */
export const POST_PICTURE: PictureShape = {
  // As wide as a phone at least: a tall screenshot is for reading.
  limits: { longSide: 2048, shortSide: 1080, pixels: 24_000_000 },
  widths: PICTURE_WIDTHS,
  quality: 82,
};
/** Sizes as in docs/product.md, Numbers. */
export const AVATAR_PICTURE: PictureShape = {
  limits: { width: 500, height: 500 },
  widths: [96, 192],
  quality: 80,
  format: "webp",
};
export const BANNER_PICTURE: PictureShape = {
  limits: { width: 1500, height: 500 },
  widths: [640, 1080],
  quality: 80,
  format: "webp",
};
const POSTER: PictureShape = { limits: { width: 1080, height: 1920 }, widths: [], quality: 80 };

/** Why a picture is rejected. */
export type PictureFault = "damaged" | "pixels" | "costly" | "animation";

const MESSAGES: Record<PictureFault, string> = {
  damaged: "We couldn't read that picture. Please choose another one.",
  pixels: "That picture is too large. Please choose one of at most 40 megapixels.",
  costly:
    "That picture has too many pixels for its kind of file. Please save it as a JPG, or choose a smaller one.",
  animation: `That animation is too long. Please choose one of at most ${ANIMATED_FRAMES_MAX} pictures and ${ANIMATED_PIXELS_MAX / 1_000_000} megapixels in all, or post it as a video.`,
};

const errorFor = (fault: PictureFault, cause?: unknown) =>
  new ApiError(fault === "damaged" ? "validation" : "too_large", MESSAGES[fault], { cause });

/**
 * Two uploaded pictures are processed at a time, of one person one, so that nobody holds up anyone
 * else; files of twenty more may wait, of one person two.
 */
const withPictureSlot = createSemaphore(2, 20, { running: 1, waiting: 2 });

/**
 * Limits of a process: an AVIF of 13 megapixels takes 320 MB, any other picture at most 210. The
 * decoder has limits of time of its own; these are for what it does not notice.
 */
const MEMORY_MB = 384;
const HEAP_MB = 128;
const WORK_MS = 20_000;

/**
 * Re-encodes the picture at `path` (a JPEG, PNG, WebP, GIF or AVIF) in a process of its own, when
 * it is `person`'s turn. Throws `too_large` (413) from its header if it has too many pixels,
 * `validation` (400) if it is damaged, `rate_limited` (429) or `unavailable` (503) when too many
 * wait.
 */
export function processPicture(
  path: string,
  shape: PictureShape,
  person?: string,
): Promise<ProcessedPicture> {
  return withPictureSlot(async () => {
    const folder = await makePassingFolder();
    try {
      const facts = await runWorker<PictureFacts, PictureFault>({
        kind: "picture",
        values: [path, folder, JSON.stringify(shape)],
        memoryMb: MEMORY_MB,
        heapMb: HEAP_MB,
        msAfter: () => WORK_MS,
        errorFor,
        tooMuch: "costly",
      });
      return await readPicture(folder, facts);
    } finally {
      await removeFolder(folder);
    }
  }, person);
}

async function readPicture(
  folder: string,
  { widths, hasStill, ...measures }: PictureFacts,
): Promise<ProcessedPicture> {
  const read = (name: string) => readFile(join(folder, name));
  const [master, ...sizes] = await Promise.all([
    read("master"),
    ...widths.map(async (width) => ({ width, data: await read(`w${width}`) })),
  ]);
  return { ...measures, master, sizes, ...(hasStill && { still: await read("still") }) };
}

/**
 * Re-encodes a picture of our own (a path or bytes) in this process. Throws as `processPicture`
 * does, but never because others wait.
 */
export async function processOwnPicture(
  input: string | Buffer,
  shape: PictureShape,
): Promise<ProcessedPicture> {
  try {
    return await encodePicture(input, shape);
  } catch (error) {
    if (error instanceof PictureFaultError) throw errorFor(error.fault, error.cause);
    throw error;
  }
}

type Poster = { poster: Buffer; placeholder: string };

/** Converts the browser's still picture of a video to JPEG. Throws like `processPicture`. */
export async function makePoster(path: string, person?: string): Promise<Poster> {
  const { master, placeholder } = await processPicture(path, POSTER, person);
  const poster = await sharp(master).flatten({ background: "#15181e" }).jpeg({ quality: 80 }).toBuffer();
  return { poster, placeholder };
}

/** The poster of a video that came without one: a gradient with the video's aspect ratio. */
export async function defaultPoster(width: number, height: number): Promise<Poster> {
  const scale = Math.min(1, 1080 / width, 1080 / height);
  const [w, h] = [Math.max(2, Math.round(width * scale)), Math.max(2, Math.round(height * scale))];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#3046e6"/><stop offset=".55" stop-color="#4b3a8f"/><stop offset="1" stop-color="#1d2129"/>
    </linearGradient><rect width="${w}" height="${h}" fill="url(#g)"/></svg>`;
  const poster = await sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer();
  return { poster, placeholder: await placeholderOf(sharp(poster)) };
}

/** A single-colour placeholder (`#rrggbb`), for pictures whose pixels we never see. */
export async function colourPlaceholder(colour: string): Promise<string> {
  const swatch = await sharp({ create: { width: 2, height: 2, channels: 3, background: colour } })
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${swatch.toString("base64")}`;
}
