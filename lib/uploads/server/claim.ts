import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { findAsset, parseMediaUrl } from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import type { Viewer } from "@/lib/sessions/server/access";
import type { PictureKind } from "@/lib/uploads/schema";
import { enqueueMediaDeletion } from "@/lib/uploads/server/sweep";
import { filesNamed, setWithheld } from "@/lib/uploads/server/withhold";
import type { MediaAsset } from "@/prisma/generated/client/client";

/**
 * Attaches an upload to its one use: a post, an avatar or a banner. This takes two steps. First the
 * host confirms the file, outside any transaction. Then the transaction that uses the file attaches
 * its row; the first one wins.
 */

export const notOwnUpload = () =>
  new ApiError(
    "validation",
    "That file is not one of your uploads. Please select a media file and try again.",
  );

/**
 * Returns the upload at `url` after the host has confirmed it, with its size and placeholder. Calls
 * the host, so call it outside a transaction. Throws `validation` (400) when the URL is not on our
 * media host, or the upload is missing, of another type or not the viewer's; `provider_failed` or
 * `unavailable` when the host does not respond.
 */
export async function claimAsset(viewer: Viewer, url: string, mediaType: MediaType): Promise<MediaAsset> {
  const ref = parseMediaUrl(url);
  if (!ref) throw notOwnUpload();
  const asset = await db().mediaAsset.findUnique({ where: { publicId: ref.publicId } });
  if (!asset || asset.ownerId !== viewer.id || asset.purpose !== "post") throw notOwnUpload();
  if (asset.mediaType !== mediaType || ref.mediaType !== mediaType) {
    throw new ApiError("validation", `That file is not ${mediaType === "image" ? "an image" : "a video"}.`);
  }
  return asset.width > 0 ? asset : confirm(asset);
}

async function confirm(asset: MediaAsset): Promise<MediaAsset> {
  const hosted = await findAsset(asset);
  if (!hosted) throw new ApiError("validation", "That file was not uploaded completely. Please try again.");
  return db().mediaAsset.update({ where: { id: asset.id }, data: hosted });
}

/**
 * Attaches claimed uploads to a post, in the caller's transaction: all of them or none. Throws
 * `validation` when one has been attached elsewhere meanwhile.
 */
export async function attachAssets(tx: Tx, viewer: Viewer, assetIds: string[]): Promise<void> {
  const { count } = await tx.mediaAsset.updateMany({
    where: { id: { in: assetIds }, ownerId: viewer.id, purpose: "post", attachedAt: null },
    data: { attachedAt: new Date() },
  });
  if (count < assetIds.length) throw notOwnUpload();
}

/** Has the host confirm a picture before `claimPicture`. Call it outside a transaction. */
export async function confirmPicture(viewer: Viewer, url: string): Promise<void> {
  const ref = parseMediaUrl(url);
  if (!ref) return;
  const asset = await db().mediaAsset.findUnique({
    where: { ...ref, ownerId: viewer.id, attachedAt: null, width: 0 },
  });
  if (asset) await confirm(asset);
}

/**
 * Makes a confirmed picture the viewer's avatar or banner and releases the previous one, in the
 * caller's transaction. An empty `url` removes the picture. Returns the public id to store,
 * or null. Throws `validation` as `claimAsset` does.
 */
export async function claimPicture(
  tx: Tx,
  viewer: Viewer,
  url: string,
  kind: PictureKind,
  current: string | null,
): Promise<string | null> {
  const ref = url === "" ? null : parseMediaUrl(url);
  if (url !== "" && ref?.mediaType !== "image") throw notOwnUpload();
  if (ref && ref.publicId === current) return current;
  if (ref) await attachPicture(tx, viewer, ref.publicId, kind);
  if (current) await releasePicture(tx, viewer, current);
  return ref?.publicId ?? null;
}

/**
 * Queues a picture for deletion. One that a case shows stays for moderators alone, as long as what
 * they remove (lib/moderation/server/sweep.ts).
 */
async function releasePicture(tx: Tx, viewer: Viewer, publicId: string): Promise<void> {
  const own = { publicId, ownerId: viewer.id };
  if (await isShownByCase(tx, viewer, publicId)) {
    const { count } = await tx.mediaAsset.updateMany({ where: own, data: { attachedAt: new Date() } });
    if (count > 0) {
      await setWithheld(tx, filesNamed([publicId]), true);
      return;
    }
  }
  await tx.mediaAsset.deleteMany({ where: own });
  await enqueueMediaDeletion(tx, publicId, "image");
}

/** Copies of cases name their media, and are emptied some time after the case was closed. */
async function isShownByCase(tx: Tx, viewer: Viewer, publicId: string): Promise<boolean> {
  const shows = { path: ["versions"], array_contains: [{ media: [{ publicId }] }] };
  return (await tx.moderationCase.count({ where: { personId: viewer.id, snapshot: shows } })) > 0;
}

async function attachPicture(tx: Tx, viewer: Viewer, publicId: string, kind: PictureKind): Promise<void> {
  const { count } = await tx.mediaAsset.updateMany({
    where: { publicId, ownerId: viewer.id, mediaType: "image", width: { gt: 0 }, attachedAt: null },
    data: { purpose: kind, attachedAt: new Date() },
  });
  if (count === 0) throw notOwnUpload();
}
