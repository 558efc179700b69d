import { open, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { AVIF_HEAD_BYTES, fitPicture, isAvifSequence, withStillBrand } from "../../text/picture-size.mjs";

/**
 * Re-encodes pictures: decode once, rotate upright, encode again. Only the pixels survive.
 * Location, camera data, colour profiles, scripts hidden in comments and files appended to the
 * picture are all removed. Uploads are untrusted, so the server runs it in a process of its own
 * (worker-process.mjs). Plain JavaScript, so that Node runs it as it is.
 *
 * @typedef {import("./picture.ts").PictureShape} PictureShape
 * @typedef {import("./picture.ts").PictureFault} PictureFault
 * @typedef {import("./picture.ts").PictureFacts} PictureFacts
 * @typedef {import("./picture.ts").ProcessedPicture} ProcessedPicture
 * @typedef {import("sharp").Metadata} Metadata
 * @typedef {{ width: number, height: number }} Size
 */

/** Maximum pixels of a picture, all frames of an animation together. */
const PIXELS_MAX = 40_000_000;
/**
 * Maximum of an animation, of all frames together: 120 of 640 × 360, as messengers make them. Noise
 * in all of it takes two seconds.
 */
export const ANIMATED_PIXELS_MAX = 28_000_000;
export const ANIMATED_FRAMES_MAX = 300;
/** Processing time limit, in seconds. */
const WORK_SECONDS = 10;

/** The largest width of the still picture of an animation, in pixels. */
const STILL_WIDTH = 1080;

/** The longest sides of the formats, in pixels. */
const WEBP_SIDE_MAX = 16_383;
const JPEG_SIDE_MAX = 65_000;

export class PictureFaultError extends Error {
  /** @param {PictureFault} fault @param {unknown} [cause] */
  constructor(fault, cause) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/**
 * Re-encodes a picture: a path, or the bytes of a JPEG, PNG, WebP, GIF or AVIF. Throws
 * `PictureFaultError`, by its header if it has too many pixels.
 * @param {string | Buffer} input
 * @param {PictureShape} shape
 * @returns {Promise<ProcessedPicture>}
 */
export async function encodePicture(input, shape) {
  try {
    return await encode(await decodable(input), shape);
  } catch (error) {
    throw error instanceof PictureFaultError ? error : new PictureFaultError("damaged", error);
  }
}

/** @param {string | Buffer} input a path, or a file @returns {Promise<string | Buffer>} */
async function decodable(input) {
  if (typeof input !== "string") return Buffer.from(withStillBrand(input));
  const file = await open(input, "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(AVIF_HEAD_BYTES), 0, AVIF_HEAD_BYTES, 0);
    return isAvifSequence(buffer) ? Buffer.from(withStillBrand(await readFile(input))) : input;
  } finally {
    await file.close();
  }
}

/**
 * Re-encodes the picture `from` into files of the folder `to`.
 * @param {string} from
 * @param {string} to
 * @param {PictureShape} shape
 * @returns {Promise<import("./worker.ts").Outcome<PictureFacts, PictureFault>>}
 */
export async function encodeOrExplain(from, to, shape) {
  // One thread of the decoder: what several pictures share is the machine.
  sharp.concurrency(1);
  sharp.cache(false);
  /** @type {ProcessedPicture} */
  let picture;
  try {
    picture = await encodePicture(from, shape);
  } catch (error) {
    if (error instanceof PictureFaultError) return { fault: error.fault };
    throw error;
  }
  const { master, sizes, still, ...facts } = picture;
  await writeFile(path.join(to, "master"), master);
  for (const { width, data } of sizes) await writeFile(path.join(to, `w${width}`), data);
  if (still) await writeFile(path.join(to, "still"), still);
  return { facts: { ...facts, widths: sizes.map(({ width }) => width), hasStill: still !== undefined } };
}

/** @param {string | Buffer} input @param {PictureShape} shape @returns {Promise<ProcessedPicture>} */
async function encode(input, shape) {
  const header = await sharp(input, { limitInputPixels: false }).metadata();
  const frames = header.pages ?? 1;
  const pixels = header.width * header.height;
  if (pixels > PIXELS_MAX) throw new PictureFaultError("pixels");
  if (pixels * costOfPixel(header) > PIXELS_MAX) throw new PictureFaultError("costly");
  if (frames > 1 && (header.format === "gif" || header.format === "webp")) {
    const size = { width: header.width, height: header.pageHeight ?? header.height };
    if (frames > ANIMATED_FRAMES_MAX || size.width * size.height * frames > ANIMATED_PIXELS_MAX) {
      throw new PictureFaultError("animation");
    }
    return encodeAnimation(input, shape, sizeFor(size, shape, WEBP_SIDE_MAX));
  }
  const hasAlpha = header.hasAlpha === true;
  const mayBeWebp = shape.format === "webp" || hasAlpha || header.format !== "jpeg";
  const side = hasAlpha || shape.format === "webp" ? WEBP_SIDE_MAX : JPEG_SIDE_MAX;
  const size = sizeFor(uprightSize(header), shape, side);
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

/** The size of a picture once it is turned as its header says. @param {Metadata} header */
function uprightSize({ width, height, orientation = 1 }) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** @param {Size} size @param {PictureShape} shape @param {number} side @returns {Size} */
function sizeFor(size, { limits }, side) {
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
 * @template T
 * @param {string | Buffer} input
 * @param {Metadata} header
 * @param {(source: string | Buffer, failOn: "error") => Promise<T>} decode
 * @returns {Promise<T>}
 */
async function decodeWithoutEnd(input, { format, width, height }, decode) {
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
 * @param {Metadata} header
 */
function costOfPixel({ format, depth, hasAlpha, isProgressive }) {
  const opaque =
    (format === "heif" ? 3 : 1) + (depth === "uchar" ? 0 : 1) + (format === "png" && isProgressive ? 1 : 0);
  return opaque > 1 && hasAlpha ? opaque + 1 : opaque;
}

/**
 * @param {string | Buffer} input
 * @param {PictureShape} shape
 * @param {Size} size
 * @returns {Promise<ProcessedPicture>}
 */
async function encodeAnimation(input, shape, size) {
  const { data, info } = await sharp(input, {
    limitInputPixels: PIXELS_MAX,
    failOn: "error",
    animated: true,
  })
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

/**
 * A copy is a WebP, which may not be high enough for a very tall picture.
 * @param {PictureShape} shape @param {Size} size
 */
function smallerWidths(shape, { width, height }) {
  return shape.widths.filter((size) => size < width && (height * size) / width <= WEBP_SIDE_MAX);
}

/** @param {import("sharp").Sharp} picture */
export async function placeholderOf(picture) {
  const tiny = await picture
    // On the light ground that transparent pictures are shown on.
    .flatten({ background: "#fff" })
    .resize({ width: 16, height: 16, fit: "inside" })
    .blur(0.6)
    .webp({ quality: 40, alphaQuality: 20, effort: 4, smartSubsample: false })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}
