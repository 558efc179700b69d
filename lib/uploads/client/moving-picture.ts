import { join } from "@/lib/video/bytes.mjs";

/**
 * GIFs and WebPs that move are uploaded as they are, because a canvas would keep one frame only.
 * What says something about the person or the device (comments, EXIF, XMP) is left out.
 */

type MovingPicture = { frames: number; bytes: Uint8Array<ArrayBuffer> };

/** Application extensions that only say how often to play. */
const LOOP_EXTENSIONS = ["NETSCAPE2.0", "ANIMEXTS1.0"];

const EXTENSION = 0x21;
const APPLICATION = 0xff;
const COMMENT = 0xfe;
const IMAGE = 0x2c;

/**
 * The GIF without comments, metadata and what is behind its end. Throws a `RangeError` if damaged.
 */
export function cleanGif(gif: Uint8Array<ArrayBuffer>): MovingPicture {
  const view = new DataView(gif.buffer, gif.byteOffset, gif.byteLength);
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  /** The end of a row of blocks, each with its length in front; the last is empty. */
  const endOfBlocks = (start: number): number => {
    let offset = start;
    for (let length = view.getUint8(offset); length > 0; length = view.getUint8(offset)) offset += length + 1;
    return offset + 1;
  };
  let offset = 13 + colours(view.getUint8(10));
  const parts = [gif.subarray(0, offset)];
  let frames = 0;
  for (;;) {
    const start = offset;
    const label = view.getUint8(start);
    if (label === EXTENSION) {
      const type = view.getUint8(start + 1);
      offset = endOfBlocks(start + 2);
      const name = String.fromCharCode(...gif.subarray(start + 3, start + 14));
      if (type === COMMENT || (type === APPLICATION && !LOOP_EXTENSIONS.includes(name))) continue;
    } else if (label === IMAGE) {
      frames += 1;
      offset = endOfBlocks(start + 11 + colours(view.getUint8(start + 9)));
    } else {
      return { frames, bytes: join([...parts, Uint8Array.of(0x3b)]) };
    }
    parts.push(gif.subarray(start, offset));
  }
}

const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/** The WebP without metadata and what is behind its end. Throws a `RangeError` if damaged. */
export function cleanWebp(webp: Uint8Array<ArrayBuffer>): MovingPicture {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const end = Math.min(webp.length, view.getUint32(4, true) + 8);
  const parts: Uint8Array<ArrayBuffer>[] = [webp.slice(0, 12)];
  let frames = 0;
  for (let offset = 12; offset + 8 <= end; ) {
    const name = String.fromCharCode(...webp.subarray(offset, offset + 4));
    const length = view.getUint32(offset + 4, true);
    const next = offset + 8 + length + (length % 2);
    const chunk = webp.slice(offset, next);
    if (name === "ANMF") frames += 1;
    if (name === "VP8X") chunk[8] = (chunk[8] ?? 0) & ~(EXIF_FLAG | XMP_FLAG);
    if (name !== "EXIF" && name !== "XMP ") parts.push(chunk);
    offset = next;
  }
  const bytes = join(parts);
  new DataView(bytes.buffer).setUint32(4, bytes.length - 8, true);
  return { frames, bytes };
}

/** Whether a PNG has several frames: it says so in a chunk in front of its first. */
export function isAnimatedPng(kind: string, png: Uint8Array): boolean {
  if (kind !== "png") return false;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let offset = 8; offset + 12 <= png.length; offset += view.getUint32(offset) + 12) {
    const name = String.fromCharCode(...png.subarray(offset + 4, offset + 8));
    if (name === "acTL") return view.getUint32(offset + 8) > 1;
    if (name === "IDAT") return false;
  }
  return false;
}
