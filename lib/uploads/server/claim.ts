import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { findAsset, parseMediaUrl } from "@/lib/platform/media";
import type { MediaType } from "@/lib/platform/media/host";
import type { Viewer } from "@/lib/sessions/server/access";
import type { PictureKind } from "@/lib/uploads/schema";
import { enqueueMediaDeletion } from "@/lib/uploads/server/sweep";
import type { MediaAsset } from "@/prisma/generated/client/client";

/**
 * Putting an upload to its one use, a post or a picture of a person. It takes two steps: the host
 * is asked about the file outside of any transaction, and the row is taken inside the one that uses
 * it, by whoever comes first.
 */

const notYours = () =>
  new ApiError(
    "validation",
    "That file is not one of your uploads. Please select a media file and try again.",
  );

/**
 * The upload an address names, once the host has confirmed it; its size and placeholder are known
 * from then on. Asks the host, so call it outside a transaction. Throws `validation` (400) when the
 * address is not of our own media host, the upload is not the viewer's, of another type or not
 * there; `provider_failed` or `unavailable` when the host does not answer.
 */
export async function claimAsset(viewer: Viewer, url: string, mediaType: MediaType): Promise<MediaAsset> {
  const named = parseMediaUrl(url);
  if (!named) throw notYours();
  const asset = await db().mediaAsset.findUnique({ where: { publicId: named.publicId } });
  if (!asset || asset.ownerId !== viewer.id || asset.purpose !== "post") throw notYours();
  if (asset.mediaType !== mediaType || named.mediaType !== mediaType) {
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
 * Makes a claimed upload the media of a post, in the caller's transaction. Throws `validation` when
 * something else has taken it since.
 */
export async function attachAsset(tx: Tx, viewer: Viewer, assetId: string): Promise<void> {
  const { count } = await tx.mediaAsset.updateMany({
    where: { id: assetId, ownerId: viewer.id, purpose: "post", attachedAt: null },
    data: { attachedAt: new Date() },
  });
  if (count === 0) throw notYours();
}

/**
 * Has the host confirm a picture before `claimPicture` takes it. Asks the host, so call it outside
 * a transaction.
 */
export async function confirmPicture(viewer: Viewer, url: string): Promise<void> {
  const named = parseMediaUrl(url);
  if (!named) return;
  const asset = await db().mediaAsset.findUnique({
    where: { ...named, ownerId: viewer.id, attachedAt: null, width: 0 },
  });
  if (asset) await confirm(asset);
}

/**
 * Makes a picture that `confirmPicture` has seen the viewer's avatar or banner and sends the one
 * before it to be destroyed, in the caller's transaction. `url` empty removes the picture. Returns
 * the public id to keep, null for none. Throws `validation` as `claimAsset` does.
 */
export async function claimPicture(
  tx: Tx,
  viewer: Viewer,
  url: string,
  kind: PictureKind,
  current: string | null,
): Promise<string | null> {
  const named = url === "" ? null : parseMediaUrl(url);
  if (url !== "" && named?.mediaType !== "image") throw notYours();
  if (named && named.publicId === current) return current;
  if (named) await attachPicture(tx, viewer, named.publicId, kind);
  if (current) {
    await tx.mediaAsset.deleteMany({ where: { publicId: current, ownerId: viewer.id } });
    await enqueueMediaDeletion(tx, current, "image");
  }
  return named?.publicId ?? null;
}

async function attachPicture(tx: Tx, viewer: Viewer, publicId: string, kind: PictureKind): Promise<void> {
  const { count } = await tx.mediaAsset.updateMany({
    where: { publicId, ownerId: viewer.id, mediaType: "image", width: { gt: 0 }, attachedAt: null },
    data: { purpose: kind, attachedAt: new Date() },
  });
  if (count === 0) throw notYours();
}
