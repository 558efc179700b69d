import "server-only";
import { fileTypeFromBuffer } from "file-type";
import { ApiError } from "@/lib/api/errors";

/** What a file is, by its first bytes and never by its name or the header it came with. */

/** Bytes of the beginning that decide; all formats we take show themselves in these. */
export const SNIFF_BYTES = 4_100;

export type VideoFormat = "mp4" | "webm";

const PICTURES = new Set(["image/jpeg", "image/png", "image/apng", "image/webp", "image/gif", "image/avif"]);

const VIDEOS: Record<string, VideoFormat> = {
  "video/mp4": "mp4",
  "video/x-m4v": "mp4",
  "video/webm": "webm",
};

/** A sentence for the files people really try; anything else gets the general one. */
const PICTURE_SENTENCES: Record<string, string> = {
  "image/heic": "HEIC photos cannot be shown everywhere. Please choose a JPG, PNG or WebP picture.",
  "image/heif": "HEIC photos cannot be shown everywhere. Please choose a JPG, PNG or WebP picture.",
  "image/heic-sequence": "HEIC photos cannot be shown everywhere. Please choose a JPG, PNG or WebP picture.",
};
const VIDEO_SENTENCES: Record<string, string> = {
  "video/quicktime": "QuickTime videos cannot be played everywhere. Please save it as MP4 (H.264) first.",
  "video/matroska":
    "Matroska videos cannot be played everywhere. Please save it as MP4 (H.264) or WebM first.",
};

/** Refuses what is not a picture we can re-encode. Throws `unsupported_type` (415) with a sentence. */
export async function expectPicture(head: Uint8Array): Promise<void> {
  const mime = (await typeOf(head)) ?? "";
  if (PICTURES.has(mime)) return;
  throw new ApiError(
    "unsupported_type",
    PICTURE_SENTENCES[mime] ?? "That is not a picture we can show. Please choose a JPG, PNG, WebP or GIF.",
  );
}

/** The container of a video. Throws `unsupported_type` (415) with a sentence. */
export async function expectVideo(head: Uint8Array): Promise<VideoFormat> {
  const mime = (await typeOf(head)) ?? "";
  const format = VIDEOS[mime];
  if (format) return format;
  throw new ApiError(
    "unsupported_type",
    VIDEO_SENTENCES[mime] ?? "That is not a video we can play. Please choose an MP4 (H.264) or WebM file.",
  );
}

async function typeOf(head: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(head.subarray(0, SNIFF_BYTES)))?.mime;
}
