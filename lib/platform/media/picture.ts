import "server-only";
import sharp, { type Metadata, type Sharp } from "sharp";
import { ApiError } from "@/lib/platform/errors";
import { createSemaphore } from "@/lib/platform/semaphore";
import { PICTURE_WIDTHS } from "@/lib/text/media-url";

/**
 * Re-encodes pictures: decode once, rotate upright, encode again. Only the pixels survive.
 * Location, camera data, colour profiles, scripts hidden in comments and files appended to the
 * picture are all removed.
 */

/** Maximum pixels of a picture, all frames of an animation together. */
export const PIXELS_MAX = 40_000_000;
/**
 * An animation is processed frame by frame, so it gets a smaller budget for the same second of
 * work.
 */
const ANIMATED_PIXELS_MAX = 8_000_000;
const ANIMATED_FRAMES_MAX = 150;
/** Processing time limit, in seconds. */
const WORK_SECONDS = 10;

/** Decoding is expensive: a 40-megapixel picture takes 160 MB of memory. So at most two at once. */
const withDecodeSlot = createSemaphore(2);

/** The bounding box of a picture and the widths of its resized copies, in pixels. */
export type PictureShape = {
  width: number;
  height: number;
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
  /** A blurred 16-pixel picture as a data URL of about 150 bytes. */
  placeholder: string;
};

/** Pictures of a post: sized for large screens, with copies in `PICTURE_WIDTHS`. */
export const POST_PICTURE: PictureShape = { width: 2048, height: 2048, widths: PICTURE_WIDTHS, quality: 82 };
/** Sizes as in docs/product.md, Numbers. */
export const AVATAR_PICTURE: PictureShape = {
  width: 500,
  height: 500,
  widths: [96, 192],
  quality: 80,
  format: "webp",
};
export const BANNER_PICTURE: PictureShape = {
  width: 1500,
  height: 500,
  widths: [640, 1080],
  quality: 80,
  format: "webp",
};

const NOT_READABLE = "We couldn't read that picture. Please choose another one.";
const TOO_MANY_PIXELS = "That picture is too large. Please choose one of at most 40 megapixels.";
const TOO_COSTLY =
  "That picture has too many pixels for its kind of file. Please save it as a JPG, or choose a smaller one.";
const ANIMATION_TOO_LARGE = "That animation is too long. Please choose a shorter one, or post it as a video.";

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
  const options = { limitInputPixels: PIXELS_MAX, failOn: "error" } as const;
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
    return encodeAnimation(input, shape);
  }
  const { data, info } = await sharp(input, options)
    .autoOrient()
    .resize({ width: shape.width, height: shape.height, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: WORK_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const decoded = () => sharp(data, { raw: { width, height, channels } });
  const asWebp = shape.format === "webp" || channels === 4 || header.format !== "jpeg";
  // Transparency is compressed losslessly, which at full effort takes twice as long as the rest.
  const effort = shape.effort ?? (channels === 4 ? 2 : 4);
  const master = asWebp
    ? decoded().webp({ quality: shape.quality, effort })
    : decoded().jpeg({ quality: shape.quality, progressive: true });
  const [masterData, placeholder, ...sizes] = await Promise.all([
    master.toBuffer(),
    placeholderOf(decoded()),
    ...smallerWidths(shape, width).map(async (size) => ({
      width: size,
      data: await decoded().resize({ width: size }).webp({ quality: 80, effort }).toBuffer(),
    })),
  ]);
  return { format: asWebp ? "webp" : "jpg", width, height, master: masterData, sizes, placeholder };
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

async function encodeAnimation(input: string | Buffer, shape: PictureShape): Promise<ProcessedPicture> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: "error", animated: true } as const;
  const { data, info } = await sharp(input, options)
    .resize({ width: shape.width, height: shape.height, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: WORK_SECONDS })
    .webp({ quality: shape.quality, effort: 0 })
    .toBuffer({ resolveWithObject: true });
  const still = sharp(data, { limitInputPixels: PIXELS_MAX });
  return {
    format: "webp",
    width: info.width,
    height: info.pageHeight ?? info.height,
    master: data,
    sizes: [],
    placeholder: await placeholderOf(still),
  };
}

/** Converts the browser's still picture of a video to JPEG. Throws like `processPicture`. */
export async function makePoster(input: string | Buffer): Promise<{ poster: Buffer; placeholder: string }> {
  const picture = await processPicture(input, { width: 1080, height: 1920, widths: [], quality: 80 });
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

function smallerWidths(shape: PictureShape, width: number): number[] {
  return shape.widths.filter((size) => size < width);
}

async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture
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
