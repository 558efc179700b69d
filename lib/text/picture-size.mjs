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
