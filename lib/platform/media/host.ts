import "server-only";
import { ApiError } from "@/lib/platform/errors";
import type { ProcessedPicture } from "@/lib/platform/media/picture";

/** The interface of a media host. Cloudinary and the built-in host implement it. */

export type MediaType = "image" | "video";
export type MediaRef = { publicId: string; mediaType: MediaType };

/** Where to upload a file, and every form field to send with it. */
type SignedUpload = { uploadUrl: string; fields: Record<string, string> };
/** `poster` is for the still picture of a video, which is sent before it. */
export type UploadTicket = SignedUpload & { poster?: SignedUpload };

/** A stored file's metadata. */
export type HostedMedia = {
  format: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Seconds; null for pictures and when the container does not specify it. */
  duration: number | null;
  bytes: number;
  placeholder: string;
  /**
   * Whether the still picture of a video is a file of its own, or a picture moves and has one.
   */
  hasPoster: boolean;
};

/** What of a file has an address; with `poster`, its still picture, if it moves. */
export type Delivered = MediaRef & { format: string; hasPoster?: boolean; poster?: boolean };

export type MediaHost = {
  name: "cloudinary" | "local";
  /**
   * Whether the host rejects an upload that arrives after its file was destroyed. Otherwise the
   * file has to be destroyed again.
   */
  rejectsDestroyed: boolean;
  signUpload(ref: MediaRef): UploadTicket;
  /** What a URL of our own media refers to; null for any other URL. */
  parseMediaUrl(url: string): MediaRef | null;
  /**
   * Null if the host has no such file. Throws `provider_failed` or `unavailable` when the host does
   * not respond.
   */
  findAsset(ref: MediaRef): Promise<HostedMedia | null>;
  /** Stores a picture processed on the server. Throws like `findAsset`. */
  storePicture(publicId: string, picture: ProcessedPicture): Promise<HostedMedia>;
  /** Stores a video and its still picture from the server. Throws like `findAsset`. */
  storeVideo(publicId: string, video: Buffer, poster: Buffer): Promise<HostedMedia>;
  /** Deletes a file; a missing one counts as success. Throws like `findAsset`. */
  destroy(ref: MediaRef): Promise<void>;
  /**
   * Delivers a file and its variants to no one from now on, or to everyone again. Repeating it
   * changes nothing, and a missing file counts as success. Throws like `findAsset`.
   */
  withhold(ref: MediaRef, isWithheld: boolean): Promise<void>;
  /**
   * The file itself, withheld or not; null if the host has no such file. Throws like `findAsset`.
   */
  open(asset: Delivered): Promise<AsyncIterable<Uint8Array> | null>;
  deliveryUrl(asset: Delivered): string;
  /** Resolves if the host works. Throws like `findAsset`. */
  check(): Promise<void>;
};

/** All media are in one folder, so that another product can share the account. */
export const FOLDER = "campus-circle";

/** How long a signature is valid, in seconds; Cloudinary's own limit. */
export const SIGNATURE_SECONDS = 3_600;

/** Maximum upload size (docs/product.md, Numbers). */
export const UPLOAD_BYTES_MAX: Record<MediaType, number> = { image: 10 * 1024 ** 2, video: 100 * 1024 ** 2 };

const VIDEO_MINUTES_MAX = 3;
/** The longest video, in seconds. Its container may say a little more than it was cut to. */
export const VIDEO_SECONDS_MAX = VIDEO_MINUTES_MAX * 60 + 1;

/** A video is longer than `VIDEO_SECONDS_MAX`. */
export const videoTooLong = () =>
  new ApiError(
    "too_large",
    `That video is longer than ${VIDEO_MINUTES_MAX} minutes. Please choose a shorter one.`,
  );

/** In milliseconds; shorter than the 10 s within which the caller must respond. */
export const HOST_TIMEOUT_MS = 8_000;

/** `<folder>/<id>`, which is the path of an upload in the storage as well. */
const ID = `${FOLDER}/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
export const PUBLIC_ID = new RegExp(`^${ID}$`);

/**
 * The path of a media file below the host's base URL:
 * `<type>/upload/[transformation/][v1/]<folder>/<id>.<ext>`.
 */
const PATH = new RegExp(
  `^(image|video)/upload/(?:([a-z0-9_,]+)/)?(?:v\\d{1,12}/)?(${ID})\\.([a-z0-9]{2,4})$`,
);

export type MediaPath = MediaRef & { transformation: string; extension: string };

/**
 * Parses a path below a host's base URL. Null for anything but our exact format, so that dots,
 * encoded slashes, queries and fragments need no rules of their own.
 */
export function parseMediaPath(path: string): MediaPath | null {
  const match = PATH.exec(path);
  if (!match) return null;
  const [, mediaType, transformation = "", publicId = "", extension = ""] = match;
  return { mediaType: mediaType === "video" ? "video" : "image", transformation, publicId, extension };
}

/** What `url` refers to below one of the base URLs. */
export function parseUrlBelow(bases: string[], url: string): MediaRef | null {
  const base = bases.find((candidate) => url.startsWith(`${candidate}/`));
  const path = base === undefined ? null : parseMediaPath(url.slice(base.length + 1));
  return path && { publicId: path.publicId, mediaType: path.mediaType };
}

/**
 * An upload that was removed, never completed, or used elsewhere: the file has to be sent again.
 */
export const uploadGone = () =>
  new ApiError("upload_gone", "That upload is no longer there. Please upload the file again.");

export const hostUnavailable = (cause: unknown) =>
  new ApiError("provider_failed", "The media service is not answering. Please try again in a moment.", {
    cause,
  });
