/**
 * How large a picture may be, for all shapes: screens, tall screenshots and panoramas. Plain
 * JavaScript, so that Node runs it as it is (lib/platform/media/picture-encode.mjs).
 *
 * @typedef {object} PictureLimits
 * @property {number} longSide the longer side, in pixels
 * @property {number} shortSide the shorter one of what would be too narrow with that
 * @property {number} pixels all of them, in any case
 * @property {number} side either side, in any case
 */

/**
 * The size of a picture that is scaled down to fit: into a square of `longSide`, or, where its
 * shorter side would become too narrow to read, until that has `shortSide`. Nothing is enlarged.
 * @param {{ width: number, height: number }} size
 * @param {PictureLimits} limits
 */
export function fitPicture({ width, height }, { longSide, shortSide, pixels, side }) {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const scale = Math.min(
    1,
    Math.max(longSide / long, shortSide / short),
    Math.sqrt(pixels / (width * height)),
    side / long,
  );
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** How much of a file says whether it is an AVIF sequence, in bytes. */
export const AVIF_HEAD_BYTES = 12;
/** Where it says so. */
const BRAND_AT = 4;
const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** Whether a file is an AVIF that moves. @param {Uint8Array} file or its head */
export const isAvifSequence = (file) =>
  bytesOf("ftypavis").every((byte, index) => file[BRAND_AT + index] === byte);

/**
 * A file, an AVIF sequence as its first picture: what reads sizes and what decodes on the server
 * know sequences only by the brand of a still picture.
 * @param {Uint8Array} file
 */
export function withStillBrand(file) {
  if (!isAvifSequence(file)) return file;
  const copy = new Uint8Array(file);
  copy.set(bytesOf("ftypavif"), BRAND_AT);
  return copy;
}
