import "server-only";
import { env } from "@/lib/platform/env";
import { cloudinaryHost } from "@/lib/platform/media/cloudinary";
import type { Delivered, HostedMedia, MediaHost, MediaRef, UploadTicket } from "@/lib/platform/media/host";
import { localHost } from "@/lib/platform/media/local";
import type { ProcessedPicture } from "@/lib/platform/media/picture";

/**
 * Media storage: Cloudinary if `CLOUDINARY_URL` is set, otherwise the built-in host with files in
 * the bucket of `S3_URL` or in DATA_DIR/media.
 */

let cached: { key: string; host: MediaHost } | undefined;

export function mediaHost(): MediaHost {
  const { CLOUDINARY_URL: url, S3_URL: bucket, APP_URL: app } = env();
  const key = [url, bucket, app].join(" ");
  if (cached?.key !== key) cached = { key, host: url ? cloudinaryHost(url) : localHost(`${app}/media`) };
  return cached.host;
}

/**
 * Where a browser uploads the file that becomes `publicId`, and the signed form fields to send with
 * it.
 */
export function signUpload(ref: MediaRef): UploadTicket {
  return mediaHost().signUpload(ref);
}

/** The public id and type in a URL of our own media; null for any other URL. */
export function parseMediaUrl(url: string): MediaRef | null {
  return mediaHost().parseMediaUrl(url);
}

/**
 * The file's metadata; null if the host has no such file. Throws `provider_failed` or
 * `unavailable`.
 */
export function findAsset(ref: MediaRef): Promise<HostedMedia | null> {
  return mediaHost().findAsset(ref);
}

/** Stores a picture processed on the server. Throws `provider_failed` or `unavailable`. */
export function storePicture(publicId: string, picture: ProcessedPicture): Promise<HostedMedia> {
  return mediaHost().storePicture(publicId, picture);
}

/** Deletes a file; a missing one counts as success. Throws `provider_failed` or `unavailable`. */
export function destroyMedia(ref: MediaRef): Promise<void> {
  return mediaHost().destroy(ref);
}

/**
 * Whether the host delivers a stored file to no one, or to everyone again. Throws `provider_failed`
 * or `unavailable`.
 */
export function withholdMedia(ref: MediaRef, isWithheld: boolean): Promise<void> {
  return mediaHost().withhold(ref, isWithheld);
}

/**
 * The content of a stored file, withheld or not; null if the host has no such file. Throws
 * `provider_failed` when the host does not start responding.
 */
export function openMedia(asset: Delivered): Promise<AsyncIterable<Uint8Array> | null> {
  return mediaHost().open(asset);
}

/** The URL a browser loads media from; with `poster`, that of a video's still picture. */
export function deliveryUrl(asset: Delivered): string {
  return mediaHost().deliveryUrl(asset);
}

/** Resolves if the media host works. Throws `provider_failed` or `unavailable`. */
export function checkMedia(): Promise<void> {
  return mediaHost().check();
}
