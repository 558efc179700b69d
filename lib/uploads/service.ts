import "server-only";
import { randomUUID } from "node:crypto";
import { v7 as uuid } from "uuid";
import { ApiError } from "@/lib/api/errors";
import type { Viewer } from "@/lib/auth/access";
import { afterResponse } from "@/lib/platform/after-response";
import { db, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import {
  deliveryUrl,
  describeUpload,
  destroyMedia,
  findAsset,
  mediaHost,
  signUpload,
  storePicture,
} from "@/lib/platform/media";
import { FOLDER, type MediaType } from "@/lib/platform/media/host";
import { sweepFiles } from "@/lib/platform/media/local-files";
import { AVATAR_PICTURE, BANNER_PICTURE, makePicture } from "@/lib/platform/media/picture";
import { expectPicture } from "@/lib/platform/media/sniff";
import type { PictureKind, UploadTicket } from "@/lib/uploads/contract";
import type { MediaAsset } from "@/prisma/generated/client/client";

/**
 * Uploads: every file has a row from the moment its upload is allowed, so that whatever is never used, replaced or
 * deleted is known and can be destroyed.
 */

/** Allows one upload, under a public id nobody can guess. */
export async function createUpload(viewer: Viewer, mediaType: MediaType): Promise<UploadTicket> {
  const publicId = newPublicId();
  await db().mediaAsset.create({
    data: { id: uuid(), publicId, ownerId: viewer.id, mediaType, format: "", width: 0, height: 0, bytes: 0 },
  });
  return signUpload({ publicId, mediaType });
}

const newPublicId = () => `${FOLDER}/${randomUUID()}`;

const notYours = () =>
  new ApiError(
    "validation",
    "That file is not one of your uploads. Please select a media file and try again.",
  );

/**
 * The upload an address names, once the host has confirmed it; its size and placeholder are known from then on.
 * Asks the host, so call it outside a transaction. Throws `validation` (400) when the address is not of our own media
 * host, the upload is not the viewer's, of another type or not there; `provider_failed` or `unavailable` when the
 * host does not answer.
 */
export async function claimAsset(viewer: Viewer, url: string, mediaType: MediaType): Promise<MediaAsset> {
  const named = describeUpload(url);
  if (!named) throw notYours();
  const asset = await db().mediaAsset.findUnique({ where: { publicId: named.publicId } });
  if (!asset || asset.ownerId !== viewer.id || asset.purpose !== "post") throw notYours();
  if (asset.mediaType !== mediaType || named.mediaType !== mediaType) {
    throw new ApiError("validation", `That file is not ${mediaType === "image" ? "an image" : "a video"}.`);
  }
  return asset.width > 0 ? asset : confirm(db(), asset);
}

async function confirm(tx: Tx, asset: MediaAsset): Promise<MediaAsset> {
  const hosted = await findAsset(asset);
  if (!hosted) throw new ApiError("validation", "That file was not uploaded completely. Please try again.");
  return tx.mediaAsset.update({ where: { id: asset.id }, data: hosted });
}

/**
 * Makes an uploaded picture the viewer's avatar or banner and sends the one before it to be destroyed, in the caller's
 * transaction. `url` empty removes the picture. Returns the public id to keep, null for none. Throws `validation`
 * as `claimAsset` does.
 */
export async function claimPicture(
  tx: Tx,
  viewer: Viewer,
  url: string,
  kind: PictureKind,
  current: string | null,
): Promise<string | null> {
  const named = url === "" ? null : describeUpload(url);
  if (url !== "" && named?.mediaType !== "image") throw notYours();
  if (named && named.publicId === current) return current;
  if (named) await attachPicture(tx, viewer, named.publicId, kind);
  if (current) {
    await tx.mediaAsset.deleteMany({ where: { publicId: current, ownerId: viewer.id } });
    await deleteMediaLater(tx, current, "image");
  }
  return named?.publicId ?? null;
}

async function attachPicture(tx: Tx, viewer: Viewer, publicId: string, kind: PictureKind): Promise<void> {
  const asset = await tx.mediaAsset.findUnique({
    where: { publicId },
    include: { post: { select: { id: true } } },
  });
  if (!asset || asset.ownerId !== viewer.id || asset.mediaType !== "image") throw notYours();
  if (asset.attachedAt || asset.post) throw notYours();
  if (asset.width === 0) await confirm(tx, asset);
  await tx.mediaAsset.update({ where: { id: asset.id }, data: { purpose: kind, attachedAt: new Date() } });
}

/**
 * Stores a picture of the viewer: checked by its content, made to fit, without metadata. It is theirs to use with
 * `claimPicture` for a day. Throws `unsupported_type` (415), `too_large` (413), `validation` (400), or
 * `provider_failed` (502) when the host does not take it.
 */
export async function uploadPicture(
  viewer: Viewer,
  bytes: Buffer | undefined,
  kind: PictureKind,
): Promise<{ imageUrl: string }> {
  if (!bytes?.length) throw new ApiError("validation", "Please choose an image first");
  expectPicture(bytes);
  const picture = await makePicture(bytes, kind === "avatar" ? AVATAR_PICTURE : BANNER_PICTURE);
  const publicId = newPublicId();
  const row = { id: uuid(), publicId, ownerId: viewer.id, mediaType: "image", purpose: kind } as const;
  // The row comes first: a file without one could never be found again.
  await db().mediaAsset.create({ data: { ...row, format: "", width: 0, height: 0, bytes: 0 } });
  const stored = await storePicture(publicId, picture);
  const { count } = await db().mediaAsset.updateMany({ where: { publicId }, data: stored });
  if (count === 0) {
    // The account ended meanwhile, and its outbox may have run before the file was there.
    await deleteMediaLater(db(), publicId, "image");
    throw new ApiError("not_found", "User not found");
  }
  return { imageUrl: deliveryUrl({ publicId, mediaType: "image", format: "webp" }) };
}

/** Notes, in the caller's transaction, that a file is to be destroyed on the host, which is done soon after. */
export async function deleteMediaLater(tx: Tx, publicId: string, mediaType: MediaType): Promise<void> {
  await tx.mediaDeletion.create({ data: { id: uuid(), publicId, mediaType } });
  afterResponse(sweepMedia);
}

/** Hours after which an upload nobody used is destroyed. */
const UNUSED_HOURS = 24;
/** Files taken from the outbox together, and calls to the host at a time. */
const ROUND = 20;
const AT_ONCE = 4;
/** Seconds until the second try, doubled with each further one up to an hour. */
const FIRST_WAIT = 10;
const LONGEST_WAIT = 3_600;

type Due = { id: string; publicId: string; mediaType: "image" | "video"; attempts: number };

/**
 * Destroys on the host what nothing shows any more. Run it every few seconds on every instance: replaced or deleted media
 * is gone within a minute (promises: media), and what the host refuses is tried again, less and less often, also after
 * a crash. Returns how many files were destroyed and how many the host refused. Throws only
 * when the database fails.
 */
export async function sweepMedia(): Promise<{ destroyed: number; failed: number }> {
  await releaseUnused();
  const tally = { destroyed: 0, failed: 0 };
  for (let due = await lease(); due.length > 0; due = await lease()) {
    const failedBefore = tally.failed;
    for (let at = 0; at < due.length; at += AT_ONCE) {
      await Promise.all(due.slice(at, at + AT_ONCE).map((each) => destroy(each, tally)));
    }
    // A host that refuses is left in peace until the next round.
    if (tally.failed > failedBefore) break;
  }
  if (mediaHost().name === "local") await sweepFiles();
  return tally;
}

/** Sends uploads that were never used to the outbox. */
async function releaseUnused(): Promise<void> {
  await db().$executeRaw`
    WITH unused AS (
      SELECT a.id FROM media_assets a
      WHERE a.attached_at IS NULL AND a.created_at < now() - make_interval(hours => ${UNUSED_HOURS})
        AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.asset_id = a.id)
      LIMIT 500 FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM media_assets WHERE id IN (SELECT id FROM unused) RETURNING public_id, media_type
    )
    INSERT INTO media_deletions (id, public_id, media_type)
    SELECT gen_random_uuid(), public_id, media_type FROM gone`;
}

/**
 * Takes some of what is due for this instance, by moving its next try ahead: a crash in the middle loses nothing, and no
 * transaction is open while the host is asked.
 */
async function lease(): Promise<Due[]> {
  return db().$queryRaw<Due[]>`
    UPDATE media_deletions SET
      attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(${LONGEST_WAIT}, ${FIRST_WAIT} * power(2, least(attempts, 12))))
    WHERE id IN (
      SELECT id FROM media_deletions WHERE next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT ${ROUND} FOR UPDATE SKIP LOCKED)
    RETURNING id, public_id AS "publicId", media_type::text AS "mediaType", attempts`;
}

async function destroy(due: Due, tally: { destroyed: number; failed: number }): Promise<void> {
  try {
    await destroyMedia(due);
  } catch (err) {
    tally.failed++;
    log().warn({ err, publicId: due.publicId, attempts: due.attempts }, "media not destroyed yet");
    return;
  }
  await db().mediaDeletion.deleteMany({ where: { id: due.id } });
  tally.destroyed++;
}
