import { imageSize } from "image-size";
import { fileKindOf, type PictureKind } from "@/lib/uploads/client/file-kind";
import { cleanGif, cleanWebp } from "@/lib/uploads/client/moving-picture";
import { type Area, InvalidMediaError } from "@/lib/uploads/client/prepared-media";
import {
  CHOSEN_PIXELS_MAX,
  IMAGE_BYTES_MAX,
  PREPARED_SIDE_MAX,
  UNREADABLE_PICTURE,
  UNSUPPORTED_FILE,
} from "@/lib/uploads/policy";

/**
 * Decodes a picture, turns it upright, makes it small enough and encodes it anew, so that nothing
 * but its pixels is uploaded: no location, no camera, no former version of it. Runs in a worker,
 * and on the page where browsers lack what the worker needs.
 */

export type PictureJob = {
  file: Blob;
  /** The part to keep, in pixels of the upright picture; all of it by default. */
  area?: Area | undefined;
};
/** `isMoving`: as it was chosen, because encoding it anew would leave only its first frame. */
export type EncodedPicture = { file: Blob; width: number; height: number; isMoving?: boolean };

type Canvas = HTMLCanvasElement | OffscreenCanvas;

/** What a worker and a page do in different ways. */
export type PictureTools<C extends Canvas> = {
  createCanvas: (width: number, height: number) => C;
  toBlob: (canvas: C, type: string, quality?: number) => Promise<Blob>;
  /** Decodes HEIC where the browser does not. */
  decodeHeic: (bytes: Uint8Array<ArrayBuffer>) => Promise<ImageData>;
};

const JPEG_QUALITY = 0.85;
/** For a picture that was compressed more than that already, and would grow. */
const LOWER_QUALITY = 0.75;
const WEBP_QUALITY = 0.9;

/** Throws `InvalidMediaError`. */
export async function encodePicture<C extends Canvas>(
  { file, area }: PictureJob,
  tools: PictureTools<C>,
): Promise<EncodedPicture> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = fileKindOf(bytes);
  if (kind === undefined || kind === "video") throw new InvalidMediaError(UNSUPPORTED_FILE);
  const size = checkedSize(bytes);
  const moving = movingPicture(kind, bytes);
  if (moving) {
    if (area) throw new InvalidMediaError("A picture that moves can't be cropped.");
    const clean = new Blob([moving], { type: `image/${kind}` });
    if (clean.size > IMAGE_BYTES_MAX)
      throw new InvalidMediaError("That animation is larger than 10 MB. Please choose a smaller one.");
    return { file: clean, ...size, isMoving: true };
  }
  const picture = await decode(kind, bytes, tools);
  try {
    return await encode(picture, area, { kind, bytes: bytes.length }, tools);
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
    size = imageSize(bytes);
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
): Uint8Array<ArrayBuffer> | undefined {
  if (kind !== "gif" && kind !== "webp") return undefined;
  try {
    const { frames, bytes: clean } = kind === "gif" ? cleanGif(bytes) : cleanWebp(bytes);
    return frames > 1 ? clean : undefined;
  } catch (cause) {
    throw new InvalidMediaError(UNREADABLE_PICTURE, { cause });
  }
}

async function decode<C extends Canvas>(
  kind: PictureKind,
  bytes: Uint8Array<ArrayBuffer>,
  tools: PictureTools<C>,
): Promise<ImageBitmap | ImageData> {
  try {
    // Upright, as it is the default everywhere.
    return await createImageBitmap(new Blob([bytes], { type: `image/${kind}` }));
  } catch (cause) {
    if (kind === "heic") return tools.decodeHeic(bytes);
    throw new InvalidMediaError(UNREADABLE_PICTURE, { cause });
  }
}

async function encode<C extends Canvas>(
  picture: ImageBitmap | ImageData,
  area: Area | undefined,
  source: { kind: PictureKind; bytes: number },
  tools: PictureTools<C>,
): Promise<EncodedPicture> {
  const part = area
    ? areaWithin(picture, area)
    : { x: 0, y: 0, width: picture.width, height: picture.height };
  // A transparent picture may need a second try: where browsers can't encode WebP, it becomes a PNG.
  for (const side of [PREPARED_SIDE_MAX, PREPARED_SIDE_MAX / 2]) {
    const { width, height } = fitWithin(part, side);
    const canvas = tools.createCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D | null;
    if (!context) throw new Error("The browser gives no canvas.");
    await draw(context, picture, part, { width, height });
    const isTransparent = mayBeTransparent(source.kind) && hasTransparency(context, width, height);
    const file = await smallestFile(canvas, source, isTransparent, tools);
    // Gives the memory back at once.
    canvas.width = 0;
    if (file.size <= IMAGE_BYTES_MAX) return { file, width, height };
  }
  throw new InvalidMediaError("That picture is too large. Please choose a smaller one.");
}

async function draw(
  context: CanvasRenderingContext2D,
  picture: ImageBitmap | ImageData,
  { x, y, ...part }: Area,
  { width, height }: { width: number; height: number },
): Promise<void> {
  // Pixels that need no scaling go straight in, without a copy of 48 MB in between.
  if ("data" in picture && part.width === width && part.height === height)
    return context.putImageData(picture, -x, -y);
  const bitmap = "data" in picture ? await createImageBitmap(picture) : picture;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, x, y, part.width, part.height, 0, 0, width, height);
  if (bitmap !== picture) bitmap.close();
}

async function smallestFile<C extends Canvas>(
  canvas: C,
  source: { kind: PictureKind; bytes: number },
  isTransparent: boolean,
  { toBlob }: PictureTools<C>,
): Promise<Blob> {
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

/** The size of a picture that is scaled down to have no side longer than `side`. */
export function fitWithin({ width, height }: { width: number; height: number }, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
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
