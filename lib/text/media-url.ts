/**
 * Media URLs for both hosts, in Cloudinary's format:
 * `<base>/<image|video>/upload/<transformation>/<id>.<ext>`. The built-in host supports exactly the
 * transformations that this file uses.
 */

/**
 * The widths in pixels in which the built-in host stores pictures. For any other width it sends the
 * next larger one.
 */
export const PICTURE_WIDTHS = [320, 640, 1080] as const;

/**
 * A whole picture on Cloudinary, where no address is without a transformation. It is stored no
 * wider than this.
 */
export const PICTURE_TRANSFORMATION = "c_limit,q_auto,w_2048";

/** The first frame of a picture that moves. */
export const STILL_TRANSFORMATION = "c_limit,pg_1,q_auto,w_1080";

/** Whether an address is of the first frame of an animated picture. */
export const isStillUrl = (url: string): boolean => url.includes(`/${STILL_TRANSFORMATION}/`);

/** The poster of a video: its first frame, in a size that suits every screen. */
export const POSTER_TRANSFORMATION = "c_limit,q_auto,so_0,w_1080";
/** A poster that was uploaded as a picture of its own, in a size that suits every screen. */
export const UPLOADED_POSTER_TRANSFORMATION = "c_limit,q_auto,w_1080";

/**
 * The only format in which Cloudinary delivers videos, never the original. The built-in host stores
 * no other.
 */
export const VIDEO_TRANSFORMATION = "q_auto,vc_h264";

const PLAIN = /^(.+\/(?:image|video)\/upload\/)(?:c_limit,q_auto,w_2048\/)?((?:v\d+\/)?[\w-]+\/[\w-]+\.\w+)$/;

/**
 * The URL of a picture at most `width` pixels wide. URLs that are not on the media host stay the
 * same.
 */
export function sizedImageUrl(url: string, width: number): string {
  return transformed(url, `c_limit,f_auto,q_auto,w_${Math.ceil(width)}`);
}

/**
 * The `srcset` of a picture that is `naturalWidth` pixels wide: the stored widths up to that, and
 * with `whole` its full width too, for pictures that may fill a large screen. Empty for URLs that
 * are not on the media host.
 */
export function imageSrcSet(url: string, naturalWidth: number, { whole = false } = {}): string {
  if (!PLAIN.test(url)) return "";
  const smaller = PICTURE_WIDTHS.filter((width) => width < naturalWidth);
  const isEnough = smaller.length === PICTURE_WIDTHS.length && !whole;
  const widths = isEnough ? smaller : [...smaller, naturalWidth];
  return widths.map((width) => `${sizedImageUrl(url, width)} ${width}w`).join(", ");
}

/** The URL of a video's poster. */
export function posterUrl(videoUrl: string): string {
  const still = transformed(videoUrl, POSTER_TRANSFORMATION);
  return still === videoUrl ? videoUrl : still.replace(/\.\w+$/, ".jpg");
}

function transformed(url: string, transformation: string): string {
  const match = PLAIN.exec(url);
  return match ? `${match[1]}${transformation}/${match[2]}` : url;
}
