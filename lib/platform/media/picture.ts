import "server-only";
import sharp, { type Metadata, type Sharp } from "sharp";
import { ApiError } from "@/lib/platform/errors";
import { createSemaphore } from "@/lib/platform/semaphore";
import { PICTURE_WIDTHS } from "@/lib/text/media-url";

/**
 * Pictures as they are kept: decoded once, turned upright and encoded anew, so that nothing of the
 * file a person sent survives but its pixels. Location, camera data, colour profiles, scripts
 * hidden in comments and second files glued to the first are all gone.
 */

/** Most pixels a picture may have, all frames of an animation together (promises: media). */
export const PIXELS_MAX = 40_000_000;
/**
 * An animation is decoded and encoded frame by frame, so it gets a smaller budget for the same
 * second of work.
 */
const ANIMATED_PIXELS_MAX = 8_000_000;
const ANIMATED_FRAMES_MAX = 150;
/** Seconds of work after which a picture is given up. */
const WORK_SECONDS = 10;

/**
 * Decoding takes memory and processor in bulk: a 40-megapixel picture is 160 MB while it is open.
 * So two at once.
 */
const inTurn = createSemaphore(2);

/** The box a picture must fit in and the widths made beside it, in pixels. */
export type PictureShape = {
  width: number;
  height: number;
  /** Widths of the smaller copies; those not smaller than the picture are left out. */
  widths: readonly number[];
  /** Quality of the master, 1–100; the small copies are made at 80. */
  quality: number;
  /**
   * Time spent on making files smaller, 0 (none) to 6; by default 4, and 2 for what is transparent.
   */
  effort?: number;
  /**
   * The master's encoding; by default JPEG for a photograph and WebP where JPEG cannot hold the
   * picture.
   */
  format?: "webp";
};

export type ProcessedPicture = {
  format: "jpg" | "webp";
  width: number;
  height: number;
  master: Buffer;
  sizes: { width: number; data: Buffer }[];
  /** A blurred 16-pixel picture as a data URL, some 150 bytes. */
  placeholder: string;
};

/**
 * Pictures of a post: as large as a large screen shows them, and the widths of `PICTURE_WIDTHS`.
 */
export const POST_PICTURE: PictureShape = { width: 2048, height: 2048, widths: PICTURE_WIDTHS, quality: 82 };
/**
 * Pictures of a person: the specification, §5 and §9 (500 × 500 at 0.8), and contract §4 for the
 * banner.
 */
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
 * from its header when it has too many pixels, `validation` (400) when it is damaged.
 */
export function processPicture(input: string | Buffer, shape: PictureShape): Promise<ProcessedPicture> {
  return inTurn(async () => {
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
  // Transparency is packed without loss, which takes twice as long as the rest of the picture
  // unless in less effort.
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
 * How often each pixel counts against `PIXELS_MAX`, so that a full budget is a second of work on
 * two cores in any encoding: AV1 is three times the decoding, samples of more than 8 bits are twice
 * the bytes, an interlaced PNG is put together in passes, and transparency makes each of them
 * dearer still. AVIF goes up to 13 megapixels (10 when it is deep or transparent), PNG that is deep
 * or interlaced up to 20 (13 with one thing more), everything else up to 40.
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

/** A still JPEG of a video, which the browser drew. Throws as `processPicture` does. */
export async function makePoster(input: string | Buffer): Promise<{ poster: Buffer; placeholder: string }> {
  const made = await processPicture(input, { width: 1080, height: 1920, widths: [], quality: 80 });
  const poster = await sharp(made.master).flatten({ background: "#15181e" }).jpeg({ quality: 80 }).toBuffer();
  return { poster, placeholder: made.placeholder };
}

/**
 * The still picture of a video that came without one: a calm gradient in the video's own
 * proportions.
 */
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

/** A placeholder of one colour (`#rrggbb`), for pictures whose pixels we never see. */
export async function colourPlaceholder(colour: string): Promise<string> {
  const one = await sharp({ create: { width: 2, height: 2, channels: 3, background: colour } })
    .webp({ quality: 40 })
    .toBuffer();
  return `data:image/webp;base64,${one.toString("base64")}`;
}
