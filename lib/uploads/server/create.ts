import "server-only";
import { randomUUID } from "node:crypto";
import { v7 as uuid } from "uuid";
import { db, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { deliveryUrl, signUpload, storePicture } from "@/lib/platform/media";
import { FOLDER, type MediaType } from "@/lib/platform/media/host";
import { AVATAR_PICTURE, BANNER_PICTURE, processPicture } from "@/lib/platform/media/picture";
import { expectPicture, headOf } from "@/lib/platform/media/sniff";
import { refundUses } from "@/lib/platform/rate-limit";
import type { Viewer } from "@/lib/sessions/server/access";
import { USER_NOT_FOUND } from "@/lib/text/errors";
import { NO_PICTURE } from "@/lib/uploads/policy";
import type { PictureKind, UploadTicket } from "@/lib/uploads/schema";
import { assertUploadQuota } from "@/lib/uploads/server/quota";
import { enqueueMediaDeletion } from "@/lib/uploads/server/sweep";

/**
 * Every file has a row from the moment its upload is allowed, so that an unused, replaced or
 * deleted file can always be found and destroyed.
 */

/** Allows one upload under an unguessable public id. Throws as `assertUploadQuota` does. */
export async function createUpload(viewer: Viewer, mediaType: MediaType): Promise<UploadTicket> {
  return signUpload({ publicId: await createRow(viewer, mediaType, "post"), mediaType });
}

async function createRow(
  viewer: Viewer,
  mediaType: MediaType,
  purpose: "post" | PictureKind,
): Promise<string> {
  const publicId = `${FOLDER}/${randomUUID()}`;
  const empty = { format: "", width: 0, height: 0, bytes: 0 };
  await transaction(async (tx) => {
    await lockUsers(tx, [viewer.id]);
    await assertUploadQuota(tx, viewer.id);
    await tx.mediaAsset.create({
      data: { id: uuid(), publicId, ownerId: viewer.id, mediaType, purpose, ...empty },
    });
  });
  return publicId;
}

/**
 * Stores an avatar or banner of the viewer, the file at `path`: checked by its content, resized,
 * without metadata. They can use it with `claimPicture` for two hours. Throws `unsupported_type`
 * (415), `too_large` (413), `validation` (400), `unavailable` (503) when too many wait,
 * `provider_failed` (502) when the host rejects it, and as `assertUploadQuota` does.
 */
export async function uploadPicture(
  viewer: Viewer,
  path: string | undefined,
  kind: PictureKind,
): Promise<{ imageUrl: string }> {
  const head = path ? await headOf(path) : undefined;
  if (!path || !head?.length) throw new ApiError("validation", NO_PICTURE);
  expectPicture(head);
  // The row comes first: it counts against the quota before any work, and a file without one could
  // never be found again.
  const publicId = await createRow(viewer, "image", kind);
  const shape = kind === "avatar" ? AVATAR_PICTURE : BANNER_PICTURE;
  const picture = await processPicture(path, shape, viewer.id).catch(async (error: unknown) => {
    await db().mediaAsset.deleteMany({ where: { publicId } });
    // It was not its turn, so nothing was done.
    if (error instanceof ApiError && [429, 503].includes(error.status)) {
      await refundUses([["upload", viewer.id]]);
    }
    throw error;
  });
  const stored = await storePicture(publicId, picture);
  const { count } = await db().mediaAsset.updateMany({ where: { publicId }, data: stored });
  if (count === 0) {
    // The account has been deleted, and its files may have been swept before this one arrived.
    await enqueueMediaDeletion(db(), publicId, "image");
    throw new ApiError("not_found", USER_NOT_FOUND);
  }
  return { imageUrl: deliveryUrl({ publicId, mediaType: "image", format: "webp" }) };
}
