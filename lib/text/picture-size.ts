/** How large a picture may be, for all shapes: screens, tall screenshots and panoramas. */
export type PictureLimits = {
  /** The longer side, in pixels; and the shorter one of what would be too narrow with that. */
  longSide: number;
  shortSide: number;
  /** All of them, and either side, in any case. */
  pixels: number;
  side: number;
};

/**
 * The size of a picture that is scaled down to fit: into a square of `longSide`, or, where its
 * shorter side would become too narrow to read, until that has `shortSide`. Nothing is enlarged.
 */
export function fitPicture(
  { width, height }: { width: number; height: number },
  { longSide, shortSide, pixels, side }: PictureLimits,
): { width: number; height: number } {
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
