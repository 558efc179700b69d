import "server-only";
import { ApiError } from "@/lib/platform/errors";
import type { ProcessedPicture } from "@/lib/platform/media/picture";

/** What a media host can do; Cloudinary and the built-in one are two of them, side by side. */

export type MediaType = "image" | "video";
export type MediaRef = { publicId: string; mediaType: MediaType };

/** Where to send a file, and every form field to send beside it. */
export type UploadTicket = { uploadUrl: string; fields: Record<string, string> };

/** What the host knows of a file it holds. */
export type HostedMedia = {
  format: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Seconds; null for pictures and when the container does not say. */
  duration: number | null;
  bytes: number;
  placeholder: string;
};

export type MediaHost = {
  name: "cloudinary" | "local";
  /**
   * Whether an upload that arrives after its file was destroyed is refused; else it has to be
   * destroyed again.
   */
  rejectsDestroyed: boolean;
  signUpload(ref: MediaRef): UploadTicket;
  /** What one of our own addresses names; null for every other address. */
  parseMediaUrl(url: string): MediaRef | null;
  /**
   * Null when the host holds no such file. Throws `provider_failed` or `unavailable` when it does
   * not answer.
   */
  findAsset(ref: MediaRef): Promise<HostedMedia | null>;
  /** Stores a picture made on the server. Throws as `findAsset` does. */
  storePicture(publicId: string, picture: ProcessedPicture): Promise<HostedMedia>;
  /** Stores a video with its still picture, from the server. Throws as `findAsset` does. */
  storeVideo(publicId: string, video: Buffer, poster: Buffer): Promise<HostedMedia>;
  /** Removes a file; one that is gone already is a success. Throws as `findAsset` does. */
  destroy(ref: MediaRef): Promise<void>;
  deliveryUrl(asset: MediaRef & { format: string; poster?: boolean }): string;
  /** Resolves when the host works. Throws as `findAsset` does. */
  check(): Promise<void>;
};

/**
 * All media lie in one folder of the host, so that an account can be shared with another product.
 */
export const FOLDER = "campus-circle";

/** Seconds a signature is good for; Cloudinary's own rule. */
export const SIGNATURE_SECONDS = 3_600;

/** Most bytes of an upload (contract §4). */
export const UPLOAD_BYTES_MAX: Record<MediaType, number> = { image: 10 * 1024 ** 2, video: 100 * 1024 ** 2 };

/**
 * Longest wait for a host, in milliseconds: its caller answers within 10 s (promises: providers).
 */
export const HOST_TIMEOUT = 8_000;

/**
 * A path of our own media below the host's base:
 * `<type>/upload/[transformation/][v1/]<folder>/<id>.<ext>`.
 */
const PATH = new RegExp(
  `^(image|video)/upload/(?:([a-z0-9_,]+)/)?(?:v\\d{1,12}/)?(${FOLDER}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.([a-z0-9]{2,4})$`,
);

export type MediaPath = MediaRef & { transformation: string; extension: string };

/**
 * Takes a path below a host's base apart; null for anything that is not exactly of our making, so
 * that dots, encoded slashes, queries and fragments need no rule of their own.
 */
export function parseMediaPath(path: string): MediaPath | null {
  const match = PATH.exec(path);
  if (!match) return null;
  const [, mediaType, transformation = "", publicId = "", extension = ""] = match;
  return { mediaType: mediaType === "video" ? "video" : "image", transformation, publicId, extension };
}

/** What `url` names below one of the bases. */
export function parseUrlBelow(bases: string[], url: string): MediaRef | null {
  const base = bases.find((each) => url.startsWith(`${each}/`));
  const path = base === undefined ? null : parseMediaPath(url.slice(base.length + 1));
  return path && { publicId: path.publicId, mediaType: path.mediaType };
}

export const hostUnavailable = (cause: unknown) =>
  new ApiError("provider_failed", "The media service is not answering. Please try again in a moment.", {
    cause,
  });
