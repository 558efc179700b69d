/**
 * Addresses of media, on both sides and for both hosts:
 * `<base>/<image|video>/upload/<transformation>/<id>.<ext>`, Cloudinary's grammar, of which the
 * built-in host understands exactly what is made here.
 */

/**
 * Widths of pictures in pixels that the built-in host keeps; asking for another gets the next
 * larger one.
 */
export const PICTURE_WIDTHS = [320, 640, 1080] as const;

/** The still picture of a video: its first frame, in a size every screen can use. */
export const POSTER_TRANSFORMATION = "c_limit,q_auto,so_0,w_1080";

/**
 * The one form in which Cloudinary delivers films: never as they are stored. The built-in host has
 * no other.
 */
export const VIDEO_TRANSFORMATION = "q_auto,vc_h264";

const PLAIN = /^(.+\/(?:image|video)\/upload\/)((?:v\d+\/)?[\w-]+\/[\w-]+\.\w+)$/;

/**
 * The address of a picture at most `width` pixels wide; anything but media of ours comes back as it
 * is.
 */
export function sizedImageUrl(url: string, width: number): string {
  return transformed(url, `c_limit,f_auto,q_auto,w_${Math.ceil(width)}`);
}

/**
 * A `srcset` of a picture whose own width is `naturalWidth` pixels: the kept widths up to it, and
 * with `whole` the picture as it is, for where it may fill a large screen. Empty for addresses that
 * are not ours.
 */
export function imageSrcSet(url: string, naturalWidth: number, { whole = false } = {}): string {
  if (!PLAIN.test(url)) return "";
  const smaller = PICTURE_WIDTHS.filter((width) => width < naturalWidth);
  const isEnough = smaller.length === PICTURE_WIDTHS.length && !whole;
  const widths = isEnough ? smaller : [...smaller, naturalWidth];
  return widths.map((width) => `${sizedImageUrl(url, width)} ${width}w`).join(", ");
}

/** The address of a still picture of a video. */
export function posterUrl(videoUrl: string): string {
  const still = transformed(videoUrl, POSTER_TRANSFORMATION);
  return still === videoUrl ? videoUrl : still.replace(/\.\w+$/, ".jpg");
}

function transformed(url: string, transformation: string): string {
  const match = PLAIN.exec(url);
  return match ? `${match[1]}${transformation}/${match[2]}` : url;
}
