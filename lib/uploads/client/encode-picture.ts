import { imageSize } from "image-size";
import { fitPicture, isAvifSequence, type PictureLimits, withStillBrand } from "@/lib/text/picture-size.mjs";
import { fileKindOf, type PictureKind } from "@/lib/uploads/client/file-kind";
import { cleanGif, cleanWebp, isAnimatedPng } from "@/lib/uploads/client/moving-picture";
import { type Area, InvalidMediaError } from "@/lib/uploads/client/prepared-media";
import {
  ANIMATION_FRAMES_MAX,
  ANIMATION_PIXELS_MAX,
  CHOSEN_PIXELS_MAX,
  IMAGE_BYTES_MAX,
  PREPARED_PICTURE,
  SMALL_PICTURE,
  SMALL_PICTURE_BYTES,
  UNREADABLE_PICTURE,
  UNSUPPORTED_FILE,
} from "@/lib/uploads/policy";

/**
 * Decodes a picture, turns it upright, makes it small enough and encodes it again, so that nothing
 * but its pixels is uploaded: no location, no camera, no former version of it. Runs in a worker,
 * and on the page where browsers lack what the worker needs.
 */

export type PictureJob = {
  file: Blob;
  /** The part to keep, in pixels of the upright picture; all of it by default. */
  area?: Area | undefined;
  /** It is to be sent over a slow network. */
  isSmall?: boolean;
};
/**
 * `isMoving`: as it was chosen, because encoding it again would leave only its first frame.
 * `losesMotion`: that is what happened, as the media hosts know no other pictures that move.
 */
export type EncodedPicture = {
  file: Blob;
  width: number;
  height: number;
  isMoving?: boolean;
  losesMotion?: boolean;
};

/** The longest side of a WebP, in pixels. */
const WEBP_SIDE_MAX = 16_383;

/**
 * What is tried in turn: WebP has shorter sides and Safari smaller canvases than a tall screenshot
 * may need, and where browsers can't encode WebP, a transparent picture becomes a large PNG.
 */
const TRIES: PictureLimits[] = [
  PREPARED_PICTURE,
  { ...PREPARED_PICTURE, side: WEBP_SIDE_MAX, pixels: 4096 ** 2 },
  { ...PREPARED_PICTURE, longSide: PREPARED_PICTURE.longSide / 2, shortSide: PREPARED_PICTURE.shortSide / 2 },
];

const triesOf = (isSmall: boolean) => (isSmall ? [SMALL_PICTURE, ...TRIES] : TRIES);

type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** What a worker and a page do in different ways. */
export type PictureTools<C extends Canvas> = {
  createCanvas: (width: number, height: number) => C;
  toBlob: (canvas: C, type: string, quality?: number) => Promise<Blob>;
  /** Decodes what `createImageBitmap` is too strict for, as a page shows it. */
  decodeAsShown: (file: Blob) => Promise<HTMLImageElement>;
  /** Decodes HEIC where the browser does not. */
  decodeHeic: (bytes: Uint8Array<ArrayBuffer>) => Promise<ImageData>;
};

const JPEG_QUALITY = 0.85;
/** For a picture that was compressed more than that already, and would grow. */
const LOWER_QUALITY = 0.75;
const WEBP_QUALITY = 0.9;
/** The qualities to try until a picture is small enough; below the lowest, edges fray. */
const LOWEST_QUALITY = 0.5;
const QUALITY_STEP = 0.1;

/** Throws `InvalidMediaError`. */
export async function encodePicture<C extends Canvas>(
  { file, area, isSmall = false }: PictureJob,
  tools: PictureTools<C>,
): Promise<EncodedPicture> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = fileKindOf(bytes);
  if (kind === undefined || kind === "video") throw new InvalidMediaError(UNSUPPORTED_FILE);
  const size = checkedSize(bytes);
  const moving = movingPicture(kind, bytes, size);
  if (moving) {
    if (area) throw new InvalidMediaError("A picture that moves can't be cropped.");
    const clean = new Blob([moving], { type: `image/${kind}` });
    if (clean.size > IMAGE_BYTES_MAX)
      throw new InvalidMediaError("That animation is larger than 10 MB. Please choose a smaller one.");
    return { file: clean, ...size, isMoving: true };
  }
  const picture = await decode(kind, bytes, tools);
  try {
    const encoded = await encode(picture, area, { kind, bytes: bytes.length, isSmall }, tools);
    return isAnimatedPng(kind, bytes) || isAvifSequence(bytes) ? { ...encoded, losesMotion: true } : encoded;
  } finally {
    if ("close" in picture) picture.close();
  }
}

/**
 * The size its header declares. A small file can unpack to more pixels than a phone has memory for.
 */
function checkedSize(bytes: Uint8Array): { width: number; height: number } {
  let size: { width: number; height: number };
  try {
    size = imageSize(withStillBrand(bytes));
  } catch (cause) {
    throw new InvalidMediaError(UNREADABLE_PICTURE, { cause });
  }
  const { width, height } = size;
  if (width * height > CHOSEN_PIXELS_MAX)
    throw new InvalidMediaError(
      `That picture has more than ${CHOSEN_PIXELS_MAX / 1_000_000} megapixels. Please choose a smaller one.`,
    );
  return { width, height };
}

function movingPicture(
  kind: PictureKind,
  bytes: Uint8Array<ArrayBuffer>,
  { width, height }: { width: number; height: number },
): Uint8Array<ArrayBuffer> | undefined {
  if (kind !== "gif" && kind !== "webp") return undefined;
  const { frames, bytes: clean } = readMovingPicture(kind, bytes);
  if (frames <= 1) return undefined;
  if (frames > ANIMATION_FRAMES_MAX || frames * width * height > ANIMATION_PIXELS_MAX) {
    const most = `At most ${ANIMATION_FRAMES_MAX}, and ${ANIMATION_PIXELS_MAX / 1_000_000} megapixels in all, can be posted.`;
    throw new InvalidMediaError(
      `That animation has ${frames} pictures of ${width} × ${height} pixels. ${most} Please choose a shorter or smaller one, or post it as a video.`,
    );
  }
  return clean;
}

function readMovingPicture(kind: "gif" | "webp", bytes: Uint8Array<ArrayBuffer>) {
  try {
    return kind === "gif" ? cleanGif(bytes) : cleanWebp(bytes);
  } catch (cause) {
    throw new InvalidMediaError(UNREADABLE_PICTURE, { cause });
  }
}

type Picture = ImageBitmap | ImageData | HTMLImageElement;

async function decode<C extends Canvas>(
  kind: PictureKind,
  bytes: Uint8Array<ArrayBuffer>,
  tools: PictureTools<C>,
): Promise<Picture> {
  const file = new Blob([bytes], { type: `image/${kind}` });
  try {
    // Upright, as it is the default everywhere.
    return await createImageBitmap(file);
  } catch (cause) {
    if (kind === "heic") return tools.decodeHeic(bytes);
    const picture = await tools.decodeAsShown(file);
    // A page shows also the half of a picture.
    if (isProgressive(kind, bytes) || isCutOff(picture, tools)) {
      throw new InvalidMediaError(UNREADABLE_PICTURE, { cause });
    }
    return picture;
  }
}

const MARKER = 0xff;
const PROGRESSIVE_FRAME = 0xc2;
const SCAN = 0xda;

/** A JPEG that comes in several passes lacks detail at first, not its lower part. */
function isProgressive(kind: PictureKind, bytes: Uint8Array): boolean {
  if (kind !== "jpeg") return false;
  for (let at = 2; bytes[at] === MARKER && bytes[at + 1] !== SCAN; ) {
    if (bytes[at + 1] === PROGRESSIVE_FRAME) return true;
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  }
  return false;
}

/** The last rows of a picture, which are one colour, or none, when they are missing. */
const LAST_ROWS = 32;
const LAST_SHARE = 0.04;

function isCutOff<C extends Canvas>(picture: HTMLImageElement, { createCanvas }: PictureTools<C>): boolean {
  const { naturalWidth, naturalHeight } = picture;
  const rows = Math.min(
    Math.max(LAST_ROWS, Math.ceil(naturalHeight * LAST_SHARE)),
    Math.ceil(naturalHeight / 2),
  );
  const [width, height] = [Math.min(naturalWidth, 256), Math.min(rows, 256)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d") as CanvasRenderingContext2D | null;
  context?.drawImage(picture, 0, naturalHeight - rows, naturalWidth, rows, 0, 0, width, height);
  const data = context?.getImageData(0, 0, width, height).data ?? [];
  for (let index = 4; index < data.length; index++) if (data[index] !== data[index - 4]) return false;
  return true;
}

/** What a picture was chosen as, and whether it is to become small. */
type Source = { kind: PictureKind; bytes: number; isSmall: boolean };

async function encode<C extends Canvas>(
  picture: Picture,
  area: Area | undefined,
  source: Source,
  tools: PictureTools<C>,
): Promise<EncodedPicture> {
  const whole =
    "naturalWidth" in picture ? { width: picture.naturalWidth, height: picture.naturalHeight } : picture;
  const part = area ? areaWithin(whole, area) : { x: 0, y: 0, width: whole.width, height: whole.height };
  for (const limits of triesOf(source.isSmall)) {
    const { width, height } = fitPicture(part, limits);
    const canvas = tools.createCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D | null;
    if (!context) throw new Error("The browser gives no canvas.");
    await draw(context, picture, part, { width, height });
    const isTransparent = mayBeTransparent(source.kind) && hasTransparency(context, width, height);
    if (isTransparent && Math.max(width, height) > WEBP_SIDE_MAX) continue;
    const file = await smallestFile(canvas, source, isTransparent, tools).catch((error: unknown) => {
      // Each browser has a largest canvas, and each format a largest side.
      if (limits === TRIES.at(-1)) throw error;
      return undefined;
    });
    // Gives the memory back at once.
    canvas.width = 0;
    if (file && file.size <= IMAGE_BYTES_MAX) return { file, width, height };
  }
  throw new InvalidMediaError("That picture is too large. Please choose a smaller one.");
}

async function draw(
  context: CanvasRenderingContext2D,
  picture: Picture,
  { x, y, ...part }: Area,
  { width, height }: { width: number; height: number },
): Promise<void> {
  // Pixels that need no scaling go straight in, without a copy of 48 MB in between.
  if ("data" in picture && part.width === width && part.height === height)
    return context.putImageData(picture, -x, -y);
  const bitmap = "data" in picture ? await createImageBitmap(picture) : picture;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, x, y, part.width, part.height, 0, 0, width, height);
  if ("close" in bitmap && bitmap !== picture) bitmap.close();
}

async function smallestFile<C extends Canvas>(
  canvas: C,
  source: Source,
  isTransparent: boolean,
  { toBlob }: PictureTools<C>,
): Promise<Blob> {
  if (source.isSmall) {
    const type = isTransparent ? "image/webp" : "image/jpeg";
    let file: Blob;
    let quality = isTransparent ? WEBP_QUALITY : JPEG_QUALITY;
    do {
      file = await toBlob(canvas, type, quality);
      quality -= QUALITY_STEP;
    } while (file.size > SMALL_PICTURE_BYTES && quality >= LOWEST_QUALITY);
    return file;
  }
  if (isTransparent) return toBlob(canvas, "image/webp", WEBP_QUALITY);
  const jpeg = await toBlob(canvas, "image/jpeg", JPEG_QUALITY);
  // A screenshot is smaller as a PNG, and its letters stay sharp.
  if (source.kind === "png" || source.kind === "gif") {
    const png = await toBlob(canvas, "image/png");
    return png.size < jpeg.size ? png : jpeg;
  }
  if (source.kind !== "jpeg" || jpeg.size <= source.bytes) return jpeg;
  const lower = await toBlob(canvas, "image/jpeg", LOWER_QUALITY);
  return lower.size < jpeg.size ? lower : jpeg;
}

/** The area in whole pixels, inside the picture. */
export function areaWithin(picture: { width: number; height: number }, area: Area): Area {
  const clamp = (value: number, max: number) => Math.min(Math.max(Math.round(value), 0), max);
  const x = clamp(area.x, picture.width - 1);
  const y = clamp(area.y, picture.height - 1);
  return {
    x,
    y,
    width: Math.max(1, clamp(area.width, picture.width - x)),
    height: Math.max(1, clamp(area.height, picture.height - y)),
  };
}

const mayBeTransparent = (kind: PictureKind) => kind !== "jpeg" && kind !== "heic";

/** Rows are read in strips, because all pixels of a large picture take 64 MB once more. */
function hasTransparency(context: CanvasRenderingContext2D, width: number, height: number): boolean {
  const strip = 256;
  for (let y = 0; y < height; y += strip) {
    const { data } = context.getImageData(0, y, width, Math.min(strip, height - y));
    for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return true;
  }
  return false;
}
