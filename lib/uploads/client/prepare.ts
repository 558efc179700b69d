import { IMAGE_BYTES_MAX, VIDEO_BYTES_MAX } from "@/lib/uploads/limits";
import { NO_MEDIA, UNREADABLE_PICTURE } from "@/lib/uploads/messages";
import type { MediaType } from "@/lib/uploads/schema";

/**
 * What happens to a chosen file in the browser before anything is sent: its kind and size are
 * checked, a photo only this browser can read is turned into one everybody can, and a video gets a
 * still picture.
 */

export type PreparedMedia = {
  file: Blob;
  fileName: string;
  mediaType: MediaType;
  /** For the preview. Whoever holds it revokes it. */
  objectUrl: string;
  /** Pixels; 0 when the browser cannot tell. */
  width: number;
  height: number;
  poster?: Blob | undefined;
};

/** A file we do not take; `message` is for the person who chose it. */
export class InvalidMediaError extends Error {
  override name = "InvalidMediaError";
}

const HEIC = "HEIC photos can't be shown everywhere. Please choose a JPG, PNG or WebP picture.";

/** Most pixels of a picture (the server refuses more, after the upload). */
const PIXELS_MAX = 40_000_000;

/** Longest edge of a video's still picture, in pixels, and its quality. */
const POSTER_EDGE = 1280;
const POSTER_QUALITY = 0.82;

/** How long a browser may take to show a video's first picture, in milliseconds. */
const VIDEO_PATIENCE = 8_000;

/**
 * The media type of a file by its declared type; undefined for anything but pictures and videos
 * (the specification, §5).
 */
export function mediaTypeOf(type: string): MediaType | undefined {
  if (type.startsWith("image/")) return "image";
  return type.startsWith("video/") ? "video" : undefined;
}

/** Refuses by size with a sentence; undefined when the file fits. */
export function sizeError(mediaType: MediaType, bytes: number): string | undefined {
  const max = mediaType === "image" ? IMAGE_BYTES_MAX : VIDEO_BYTES_MAX;
  if (bytes === 0) return "That file is empty. Please choose another one.";
  if (bytes <= max) return undefined;
  const noun = mediaType === "image" ? "picture" : "video";
  return `That ${noun} is larger than ${max / 1024 ** 2} MB. Please choose a smaller one.`;
}

/** Checks and prepares a chosen file. Throws `InvalidMediaError`. */
export async function prepareMedia(file: File): Promise<PreparedMedia> {
  const type = await typeOf(file);
  const mediaType = mediaTypeOf(type);
  if (!mediaType) throw new InvalidMediaError(NO_MEDIA);
  if (type === "image/svg+xml") throw new InvalidMediaError("Please choose a JPG, PNG, WebP or GIF picture.");
  return mediaType === "image" ? preparePicture(file, type) : prepareVideo(file);
}

/** Windows and Android leave the type of some photos empty; then the bytes decide. */
async function typeOf(file: File): Promise<string> {
  const brand = await brandOf(file);
  if (/^(heic|heix|hevc|heim|heis|mif1|msf1)$/.test(brand)) return "image/heic";
  if (brand === "qt  ") return "video/quicktime";
  // A recorder adds its codecs: `video/webm;codecs=vp9`.
  return (file.type.split(";")[0] ?? "").toLowerCase();
}

/**
 * The brand of an ISO media file (MP4, MOV, HEIC), from its first bytes; empty for any other file.
 */
async function brandOf(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const text = String.fromCharCode(...head);
  return text.slice(4, 8) === "ftyp" ? text.slice(8, 12) : "";
}

async function preparePicture(file: File, type: string): Promise<PreparedMedia> {
  const isHeic = /^image\/hei[cf]/.test(type);
  const picture = await decode(file);
  if (!picture) {
    throw new InvalidMediaError(isHeic ? HEIC : UNREADABLE_PICTURE);
  }
  const { width, height } = picture;
  if (width * height > PIXELS_MAX) {
    picture.close();
    throw new InvalidMediaError("That picture has more than 40 megapixels. Please choose a smaller one.");
  }
  // Safari reads HEIC; what it draws, everyone can read.
  const readable = isHeic ? await encode(picture, width, height, 0.9) : file;
  picture.close();
  if (!readable) throw new InvalidMediaError(HEIC);
  const refusal = sizeError("image", readable.size);
  if (refusal) throw new InvalidMediaError(refusal);
  const fileName = isHeic ? "photo.jpg" : file.name || "picture";
  return {
    file: readable,
    fileName,
    mediaType: "image",
    objectUrl: URL.createObjectURL(readable),
    width,
    height,
  };
}

async function decode(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    // The browser cannot read it; the caller says so.
    return undefined;
  }
}

function encode(
  source: CanvasImageSource,
  width: number,
  height: number,
  quality: number,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(source, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

async function prepareVideo(file: File): Promise<PreparedMedia> {
  const refusal = sizeError("video", file.size);
  if (refusal) throw new InvalidMediaError(refusal);
  const objectUrl = URL.createObjectURL(file);
  const media = { file, fileName: file.name || "video", mediaType: "video" as const, objectUrl };
  try {
    const video = await firstFrame(objectUrl);
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, POSTER_EDGE / Math.max(videoWidth, videoHeight, 1));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    const poster = width && height ? await encode(video, width, height, POSTER_QUALITY) : null;
    video.removeAttribute("src");
    video.load();
    return { ...media, width: videoWidth, height: videoHeight, poster: poster ?? undefined };
  } catch {
    // Not every browser has every codec. The media host decides what it takes; here there is only
    // no preview.
    return { ...media, width: 0, height: 0 };
  }
}

/** A video element that shows a picture near the start (the very first one is often black). */
function firstFrame(url: string): Promise<HTMLVideoElement> {
  return new Promise((resolve, reject) => {
    const video = document.createElement("video");
    const timer = setTimeout(() => reject(new Error("The video shows nothing.")), VIDEO_PATIENCE);
    const done = (act: () => void) => () => {
      clearTimeout(timer);
      act();
    };
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    video.addEventListener(
      "error",
      done(() => reject(new Error("The video can't be decoded."))),
      { once: true },
    );
    video.addEventListener(
      "seeked",
      done(() => resolve(video)),
      { once: true },
    );
    video.addEventListener(
      "loadeddata",
      () => {
        // A recording without a length reports Infinity.
        video.currentTime = Number.isFinite(video.duration) ? Math.min(0.5, video.duration / 4) : 0.01;
      },
      { once: true },
    );
    video.src = url;
  });
}
