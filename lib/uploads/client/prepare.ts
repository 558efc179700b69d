import { IMAGE_BYTES_MAX, UNREADABLE_PICTURE, UNSUPPORTED_FILE, VIDEO_BYTES_MAX } from "@/lib/uploads/policy";
import type { MediaType } from "@/lib/uploads/schema";

/**
 * Prepares a chosen file before the upload: checks its type and size, converts HEIC photos to JPEG,
 * and makes a poster for a video.
 */

export type PreparedMedia = {
  file: Blob;
  fileName: string;
  mediaType: MediaType;
  /** For the preview. The owner revokes it. */
  objectUrl: string;
  /** Pixels; 0 when the browser can't determine them. */
  width: number;
  height: number;
  poster?: Blob | undefined;
};

/** An unsupported file; `message` is shown to the person who chose it. */
export class InvalidMediaError extends Error {
  override name = "InvalidMediaError";
}

const HEIC = "HEIC photos can't be shown everywhere. Please choose a JPG, PNG or WebP picture.";

/** The server rejects larger pictures too, but only after the upload. */
const PIXELS_MAX = 40_000_000;

/** The longest edge of a video's poster, in pixels, and its JPEG quality. */
const POSTER_EDGE = 1280;
const POSTER_QUALITY = 0.82;

/** How long a browser may take to show a video's first frame. */
const FRAME_TIMEOUT_MS = 8_000;

/** The media type for a MIME type; undefined for anything but pictures and videos. */
export function mediaTypeOf(type: string): MediaType | undefined {
  if (type.startsWith("image/")) return "image";
  return type.startsWith("video/") ? "video" : undefined;
}

/** The error message for a file of this size; undefined when it is allowed. */
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
  if (!mediaType) throw new InvalidMediaError(UNSUPPORTED_FILE);
  if (type === "image/svg+xml") throw new InvalidMediaError("Please choose a JPG, PNG, WebP or GIF picture.");
  return mediaType === "image" ? preparePicture(file, type) : prepareVideo(file);
}

/** Checks the bytes first, because Windows and Android leave the type of some photos empty. */
async function typeOf(file: File): Promise<string> {
  const brand = await brandOf(file);
  if (/^(heic|heix|hevc|heim|heis|mif1|msf1)$/.test(brand)) return "image/heic";
  if (brand === "qt  ") return "video/quicktime";
  // Recorders append codecs: `video/webm;codecs=vp9`.
  return (file.type.split(";")[0] ?? "").toLowerCase();
}

/** The brand of an ISO media file (MP4, MOV, HEIC) from its first bytes; empty for other files. */
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
  // Safari decodes HEIC, and re-encoding makes it readable everywhere.
  const readable = isHeic ? await encode(picture, width, height, 0.9) : file;
  picture.close();
  if (!readable) throw new InvalidMediaError(HEIC);
  const invalidSize = sizeError("image", readable.size);
  if (invalidSize) throw new InvalidMediaError(invalidSize);
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
    // The browser can't decode it; the caller reports that.
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
  const invalidSize = sizeError("video", file.size);
  if (invalidSize) throw new InvalidMediaError(invalidSize);
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
    // This browser lacks the codec, so there is no preview. The media host decides what it accepts.
    return { ...media, width: 0, height: 0 };
  }
}

/** A video element showing a frame near the start, because the very first one is often black. */
function firstFrame(url: string): Promise<HTMLVideoElement> {
  return new Promise((resolve, reject) => {
    const video = document.createElement("video");
    const timer = setTimeout(() => reject(new Error("The video shows no frame in time.")), FRAME_TIMEOUT_MS);
    const settle = (callback: () => void) => () => {
      clearTimeout(timer);
      callback();
    };
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    video.addEventListener(
      "error",
      settle(() => reject(new Error("The video can't be decoded."))),
      { once: true },
    );
    video.addEventListener(
      "seeked",
      settle(() => resolve(video)),
      { once: true },
    );
    video.addEventListener(
      "loadeddata",
      () => {
        // A recording without a known duration reports Infinity.
        video.currentTime = Number.isFinite(video.duration) ? Math.min(0.5, video.duration / 4) : 0.01;
      },
      { once: true },
    );
    video.src = url;
  });
}
