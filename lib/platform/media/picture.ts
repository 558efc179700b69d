import "server-only";
import { readFile } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { ApiError } from "@/lib/platform/errors";
import { createSemaphore } from "@/lib/platform/semaphore";
import { PICTURE_WIDTHS } from "@/lib/text/media-url";
import { fitPicture, type PictureLimits } from "@/lib/text/picture-size";

/**
 * Re-encodes pictures: decode once, rotate upright, encode again. Only the pixels survive.
 * Location, camera data, colour profiles, scripts hidden in comments and files appended to the
 * picture are all removed.
 */

/** Maximum pixels of a picture, all frames of an animation together. */
export const PIXELS_MAX = 40_000_000;
/**
 * Maximum of an animation, of all frames together: 120 of 640 × 360, as messengers make them. Noise
 * in all of it takes two seconds.
 */
export const ANIMATED_PIXELS_MAX = 28_000_000;
export const ANIMATED_FRAMES_MAX = 300;
/** Processing time limit, in seconds. */
const WORK_SECONDS = 10;

/** Decoding is expensive: a 40-megapixel picture takes 160 MB of memory. So at most two at once. */
const withDecodeSlot = createSemaphore(2);

/** The largest width of the still picture of an animation, in pixels. */
const STILL_WIDTH = 1080;

/** The longest sides of the formats, in pixels. */
const WEBP_SIDE_MAX = 16_383;
const JPEG_SIDE_MAX = 65_000;

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

export type ProcessedPicture = {
  format: "jpg" | "webp";
  width: number;
  height: number;
  master: Buffer;
  sizes: { width: number; data: Buffer }[];
  /** The first frame, as WebP, if it moves. */
  still?: Buffer;
  /** A blurred 16-pixel picture as a data URL of about 150 bytes. */
  placeholder: string;
};

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

const NOT_READABLE = "We couldn't read that picture. Please choose another one.";
const TOO_MANY_PIXELS = "That picture is too large. Please choose one of at most 40 megapixels.";
const TOO_COSTLY =
  "That picture has too many pixels for its kind of file. Please save it as a JPG, or choose a smaller one.";
const ANIMATION_TOO_LARGE = `That animation is too long. Please choose one of at most ${ANIMATED_FRAMES_MAX} pictures and ${ANIMATED_PIXELS_MAX / 1_000_000} megapixels in all, or post it as a video.`;

/**
 * Re-encodes a picture (path or bytes of a JPEG, PNG, WebP, GIF or AVIF). Throws `too_large` (413)
 * from its header if it has too many pixels, `validation` (400) if it is damaged.
 */
export function processPicture(input: string | Buffer, shape: PictureShape): Promise<ProcessedPicture> {
  return withDecodeSlot(async () => {
    try {
      return await encode(input, shape);
    } catch (cause) {
      if (cause instanceof ApiError) throw cause;
      throw new ApiError("validation", NOT_READABLE, { cause });
    }
  });
}

async function encode(input: string | Buffer, shape: PictureShape): Promise<ProcessedPicture> {
  const header = await sharp(input, { limitInputPixels: false }).metadata();
  const frames = header.pages ?? 1;
  const pixels = header.width * header.height;
  if (pixels > PIXELS_MAX) throw new ApiError("too_large", TOO_MANY_PIXELS);
  if (pixels * costOfPixel(header) > PIXELS_MAX) throw new ApiError("too_large", TOO_COSTLY);
  if (frames > 1 && (header.format === "gif" || header.format === "webp")) {
    const allPixels = header.width * (header.pageHeight ?? header.height) * frames;
    if (frames > ANIMATED_FRAMES_MAX || allPixels > ANIMATED_PIXELS_MAX) {
      throw new ApiError("too_large", ANIMATION_TOO_LARGE);
    }
    const size = { width: header.width, height: header.pageHeight ?? header.height };
    return encodeAnimation(input, shape, sizeFor(size, shape, WEBP_SIDE_MAX));
  }
  const upright = uprightSize(header);
  const hasAlpha = header.hasAlpha === true;
  const mayBeWebp = shape.format === "webp" || hasAlpha || header.format !== "jpeg";
  const size = sizeFor(upright, shape, hasAlpha || shape.format === "webp" ? WEBP_SIDE_MAX : JPEG_SIDE_MAX);
  const { data, info } = await decodeWithoutEnd(input, header, (source, failOn) =>
    sharp(source, { limitInputPixels: PIXELS_MAX, failOn })
      .autoOrient()
      .resize({ ...size, fit: "fill" })
      .toColourspace("srgb")
      .timeout({ seconds: WORK_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });
  const asWebp = mayBeWebp && Math.max(width, height) <= WEBP_SIDE_MAX;
  // Transparency is compressed losslessly, which at full effort takes twice as long as the rest.
  const effort = shape.effort ?? (channels === 4 ? 2 : 4);
  const master = asWebp
    ? decoded().webp({ quality: shape.quality, effort })
    : decoded().jpeg({ quality: shape.quality, progressive: true });
  const [masterData, placeholder, ...sizes] = await Promise.all([
    master.toBuffer(),
    placeholderOf(decoded()),
    ...smallerWidths(shape, { width, height }).map(async (size) => ({
      width: size,
      data: await decoded().resize({ width: size }).webp({ quality: 80, effort }).toBuffer(),
    })),
  ]);
  return { format: asWebp ? "webp" : "jpg", width, height, master: masterData, sizes, placeholder };
}

/** The size that a picture is shown in, once it is turned as its header says. */
function uprightSize({ width, height, orientation = 1 }: Metadata) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function sizeFor(size: { width: number; height: number }, { limits }: PictureShape, side: number) {
  if ("longSide" in limits) return fitPicture(size, { ...limits, side });
  const scale = Math.min(1, limits.width / size.width, limits.height / size.height);
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** What marks the end of a JPEG. Panoramas of some phones and photos of some cameras have none. */
const END_MARKER = Buffer.from([0xff, 0xd9]);
/** How much of a picture may be missing below: a row of blocks, or some more of a large one. */
const MISSING_ROWS = 32;
const MISSING_SHARE = 0.03;

/**
 * Decodes a picture, also a JPEG whose last bytes are missing, as every browser shows it: all but
 * its last rows have to be there.
 */
async function decodeWithoutEnd<T>(
  input: string | Buffer,
  { format, width, height }: Metadata,
  decode: (source: string | Buffer, failOn: "error") => Promise<T>,
): Promise<T> {
  try {
    return await decode(input, "error");
  } catch (error) {
    if (format !== "jpeg") throw error;
    const missing = Math.min(Math.max(MISSING_ROWS, height * MISSING_SHARE), height / 4);
    const rows = height - Math.floor(missing);
    const ended = Buffer.concat([typeof input === "string" ? await readFile(input) : input, END_MARKER]);
    await sharp(ended, { limitInputPixels: PIXELS_MAX, failOn: "warning", sequentialRead: true })
      .extract({ left: 0, top: 0, width, height: rows })
      .resize({ width: 16, height: 16, fit: "fill" })
      .timeout({ seconds: WORK_SECONDS })
      .raw()
      .toBuffer();
    return decode(ended, "error");
  }
}

/**
 * How often each pixel counts against `PIXELS_MAX`, so that a full budget is about a second of work
 * on two cores in any format. AV1 takes three times as long to decode, samples of more than 8 bits
 * have twice the bytes, an interlaced PNG is decoded in passes, and transparency makes each of
 * these more expensive. So the limit is 13 megapixels for AVIF (10 if deep or transparent), 20 for
 * deep or interlaced PNG (13 with one more of these), and 40 for everything else.
 */
function costOfPixel({ format, depth, hasAlpha, isProgressive }: Metadata): number {
  const opaque =
    (format === "heif" ? 3 : 1) + (depth === "uchar" ? 0 : 1) + (format === "png" && isProgressive ? 1 : 0);
  return opaque > 1 && hasAlpha ? opaque + 1 : opaque;
}

async function encodeAnimation(
  input: string | Buffer,
  shape: PictureShape,
  size: { width: number; height: number },
): Promise<ProcessedPicture> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: "error", animated: true } as const;
  const { data, info } = await sharp(input, options)
    .resize({ ...size, fit: "fill" })
    .timeout({ seconds: WORK_SECONDS })
    .webp({ quality: shape.quality, effort: 0 })
    .toBuffer({ resolveWithObject: true });
  const first = () => sharp(data, { limitInputPixels: PIXELS_MAX });
  return {
    format: "webp",
    width: info.width,
    height: info.pageHeight ?? info.height,
    master: data,
    sizes: [],
    still: await first()
      .resize({ width: STILL_WIDTH, withoutEnlargement: true })
      .webp({ quality: shape.quality })
      .toBuffer(),
    placeholder: await placeholderOf(first()),
  };
}

/** Converts the browser's still picture of a video to JPEG. Throws like `processPicture`. */
export async function makePoster(input: string | Buffer): Promise<{ poster: Buffer; placeholder: string }> {
  const picture = await processPicture(input, {
    limits: { width: 1080, height: 1920 },
    widths: [],
    quality: 80,
  });
  const poster = await sharp(picture.master)
    .flatten({ background: "#15181e" })
    .jpeg({ quality: 80 })
    .toBuffer();
  return { poster, placeholder: picture.placeholder };
}

/** The poster of a video that came without one: a gradient with the video's aspect ratio. */
export async function defaultPoster(
  width: number,
  height: number,
): Promise<{ poster: Buffer; placeholder: string }> {
  const scale = Math.min(1, 1080 / width, 1080 / height);
  const [w, h] = [Math.max(2, Math.round(width * scale)), Math.max(2, Math.round(height * scale))];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">
    <linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#3046e6"/><stop offset=".55" stop-color="#4b3a8f"/><stop offset="1" stop-color="#1d2129"/>
    </linearGradient><rect width="${w}" height="${h}" fill="url(#g)"/></svg>`;
  const poster = await sharp(Buffer.from(drawing)).jpeg({ quality: 80 }).toBuffer();
  return { poster, placeholder: await placeholderOf(sharp(poster)) };
}

/** A copy is a WebP, which may not be high enough for a very tall picture. */
function smallerWidths(shape: PictureShape, { width, height }: { width: number; height: number }): number[] {
  return shape.widths.filter((size) => size < width && (height * size) / width <= WEBP_SIDE_MAX);
}

async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture
    // On the light ground that transparent pictures are shown on.
    .flatten({ background: "#fff" })
    .resize({ width: 16, height: 16, fit: "inside" })
    .blur(0.6)
    .webp({ quality: 40, alphaQuality: 20, effort: 4, smartSubsample: false })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

/** A single-colour placeholder (`#rrggbb`), for pictures whose pixels we never see. */
export async function colourPlaceholder(colour: string): Promise<string> {
  const swatch = await sharp({ create: { width: 2, height: 2, channels: 3, background: colour } })
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${swatch.toString("base64")}`;
}
