import "server-only";
import { env } from "@/lib/platform/env";
import { cloudinaryHost } from "@/lib/platform/media/cloudinary";
import type { HostedMedia, MediaHost, MediaRef, UploadTicket } from "@/lib/platform/media/host";
import { localHost } from "@/lib/platform/media/local";
import type { ProcessedPicture } from "@/lib/platform/media/picture";

/**
 * Media: Cloudinary where `CLOUDINARY_URL` is set, else the app's own host with files in
 * DATA_DIR/media.
 */

let cached: { url: string | undefined; app: string; host: MediaHost } | undefined;

export function mediaHost(): MediaHost {
  const { CLOUDINARY_URL: url, APP_URL: app } = env();
  if (!cached || cached.url !== url || cached.app !== app) {
    cached = { url, app, host: url ? cloudinaryHost(url) : localHost(`${app}/media`) };
  }
  return cached.host;
}

/**
 * Where a browser sends a file that is to become `publicId`, and the signed fields to send beside
 * it.
 */
export function signUpload(ref: MediaRef): UploadTicket {
  return mediaHost().signUpload(ref);
}

/** The public id and type that one of our own addresses names; null for every other address. */
export function parseMediaUrl(url: string): MediaRef | null {
  return mediaHost().parseMediaUrl(url);
}

/**
 * What the host knows of a file; null when it holds none. Throws `provider_failed` or
 * `unavailable`.
 */
export function findAsset(ref: MediaRef): Promise<HostedMedia | null> {
  return mediaHost().findAsset(ref);
}

/** Stores a picture made on the server. Throws `provider_failed` or `unavailable`. */
export function storePicture(publicId: string, picture: ProcessedPicture): Promise<HostedMedia> {
  return mediaHost().storePicture(publicId, picture);
}

/**
 * Removes a file from the host; one that is gone already is a success. Throws `provider_failed` or
 * `unavailable`.
 */
export function destroyMedia(ref: MediaRef): Promise<void> {
  return mediaHost().destroy(ref);
}

/** The address a browser loads media from; with `poster`, that of a video's still picture. */
export function deliveryUrl(asset: MediaRef & { format: string; poster?: boolean }): string {
  return mediaHost().deliveryUrl(asset);
}

/** Resolves when the media host works. Throws `provider_failed` or `unavailable`. */
export function checkMedia(): Promise<void> {
  return mediaHost().check();
}
