import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { findAsset, parseMediaUrl } from "@/lib/platform/media";
import { type MediaType, uploadGone } from "@/lib/platform/media/host";
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

const notOwnUpload = () =>
  new ApiError(
    "validation",
    "That file is not one of your uploads. Please select a media file and try again.",
  );

/**
 * Returns the ids of the uploads at these URLs after the host has confirmed them. Calls the host,
 * so call it outside a transaction. Throws `validation` (400) when a URL is not on our media host,
 * or the upload is of another type or another person's; `upload_gone` (410) when it is missing;
 * `provider_failed` or `unavailable` when the host does not respond.
 */
export async function claimAssets(
  viewer: Viewer,
  media: { cloudinaryUrl: string; mediaType: MediaType }[],
): Promise<string[]> {
  const refs = media.map(({ cloudinaryUrl }) => parseMediaUrl(cloudinaryUrl));
  const publicIds = refs.flatMap((ref) => (ref ? [ref.publicId] : []));
  if (publicIds.length < refs.length) throw notOwnUpload();
  const found = await db().mediaAsset.findMany({ where: { publicId: { in: publicIds } } });
  const assets = media.map(({ mediaType }, place) => {
    const asset = found.find(({ publicId }) => publicId === publicIds[place]);
    if (!asset) throw uploadGone();
    if (asset.ownerId !== viewer.id || asset.purpose !== "post") throw notOwnUpload();
    if (asset.mediaType !== mediaType || refs[place]?.mediaType !== mediaType) {
      throw new ApiError("validation", `That file is not ${mediaType === "image" ? "an image" : "a video"}.`);
    }
    return asset;
  });
  await confirm(assets.filter(({ width }) => width === 0));
  return assets.map(({ id }) => id);
}

/** Has the host confirm uploads, and stores what it says of them in one statement. */
async function confirm(assets: MediaAsset[]): Promise<void> {
  if (assets.length === 0) return;
  const hosted = await Promise.all(
    assets.map(async (asset) => {
      const facts = await findAsset(asset);
      if (!facts) throw uploadGone();
      return { id: asset.id, ...facts };
    }),
  );
  await db().sql`
    UPDATE media_assets a SET format = h.format, width = h.width, height = h.height, duration = h.duration,
      bytes = h.bytes, placeholder = h.placeholder, has_poster = h."hasPoster"
    FROM jsonb_to_recordset(${JSON.stringify(hosted)}::jsonb) AS h (id uuid, format text, width int, height int,
      duration float8, bytes int, placeholder text, "hasPoster" boolean)
    WHERE a.id = h.id`;
}

/**
 * Attaches claimed uploads to a post, in the caller's transaction: all of them or none. Throws
 * `upload_gone` when one has been attached elsewhere or removed.
 */
export async function attachAssets(tx: Tx, viewer: Viewer, assetIds: string[]): Promise<void> {
  const { count } = await tx.mediaAsset.updateMany({
    where: { id: { in: assetIds }, ownerId: viewer.id, purpose: "post", attachedAt: null },
    data: { attachedAt: new Date() },
  });
  if (count < assetIds.length) throw uploadGone();
}

/** Has the host confirm a picture before `claimPicture`. Call it outside a transaction. */
export async function confirmPicture(viewer: Viewer, url: string): Promise<void> {
  const ref = parseMediaUrl(url);
  if (!ref) return;
  const asset = await db().mediaAsset.findUnique({
    where: { ...ref, ownerId: viewer.id, attachedAt: null, width: 0 },
  });
  if (asset) await confirm([asset]);
}

/**
 * Makes a confirmed picture the viewer's avatar or banner and releases the previous one, in the
 * caller's transaction. An empty `url` removes the picture. Returns the public id to store,
 * or null. Throws `validation` when it is not the viewer's own unused picture.
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
