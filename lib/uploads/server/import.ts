import "server-only";
import { v7 as uuid } from "uuid";
import { findAsset, mediaHost } from "@/lib/platform/media";
import type { HostedMedia, MediaRef } from "@/lib/platform/media/host";
import {
  AVATAR_PICTURE,
  BANNER_PICTURE,
  type PictureShape,
  POST_PICTURE,
  processOwnPicture,
} from "@/lib/platform/media/picture";

/**
 * Stores media from the repository: the pictures and videos of the demo data. The caller inserts
 * the rows (`db().mediaAsset.createMany`), so that seeding needs only a few statements.
 */

type Purpose = "post" | "avatar" | "banner";

export type ImportedAsset = HostedMedia & {
  id: string;
  publicId: string;
  ownerId: string;
  mediaType: "image" | "video";
  purpose: Purpose;
  attachedAt: Date;
};

/** Flat drawings compress well at the lowest effort. */
const DRAWN = { effort: 1, format: "webp" } as const;
const SHAPES: Record<Purpose, PictureShape> = {
  post: { ...POST_PICTURE, ...DRAWN },
  avatar: { ...AVATAR_PICTURE, ...DRAWN },
  banner: { ...BANNER_PICTURE, ...DRAWN },
};

/**
 * Stores a picture (its path or its bytes) under `publicId` (`campus-circle/<uuid>`) and returns
 * the row to insert. Reuses a picture that is already stored there, so that seeding again is fast.
 * Throws as `processOwnPicture` and the host do.
 */
export async function importPicture(
  picture: string | Buffer,
  { ownerId, publicId, purpose }: { ownerId: string; publicId: string; purpose: Purpose },
): Promise<ImportedAsset> {
  const ref = { publicId, mediaType: "image" } as const;
  const stored = await findOrStore(ref, async () =>
    mediaHost().storePicture(publicId, await processOwnPicture(picture, SHAPES[purpose])),
  );
  return { ...stored, ...ref, id: uuid(), ownerId, purpose, attachedAt: new Date() };
}

/** The same for a video with its poster. */
export async function importVideo(
  video: Buffer,
  poster: Buffer,
  { ownerId, publicId }: { ownerId: string; publicId: string },
): Promise<ImportedAsset> {
  const ref = { publicId, mediaType: "video" } as const;
  const stored = await findOrStore(ref, () => mediaHost().storeVideo(publicId, video, poster));
  return { ...stored, ...ref, id: uuid(), ownerId, purpose: "post", attachedAt: new Date() };
}

async function findOrStore(ref: MediaRef, store: () => Promise<HostedMedia>): Promise<HostedMedia> {
  return (await findAsset(ref)) ?? store();
}
