import "server-only";
import { ago } from "@/lib/platform/clock";
import { type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { uploadGone } from "@/lib/platform/media/host";
import type { UploadLedger } from "@/lib/platform/media/local-receive";

/**
 * Limits a person's unused uploads, so that no one can fill the disk: the number of posts is
 * limited elsewhere, and unused uploads are destroyed after two hours. Every unattached row counts,
 * with the bytes the host stores or is about to receive.
 */

const MB = 1024 ** 2;

/** Hours after which an unused upload is destroyed. */
export const UNUSED_HOURS = 2;
/** A post of ten of the largest videos, and some room. */
const UNUSED_BYTES_MAX = 1_024 * MB;
const UNUSED_MAX = 100;

/**
 * Throws `rate_limited` (429) when an upload of `bytes` would exceed the owner's quota of unused
 * uploads. The caller has locked the owner. `excludedId` is an upload that does not count.
 */
export async function assertUploadQuota(
  tx: Tx,
  ownerId: string,
  bytes = 0,
  excludedId?: string,
): Promise<void> {
  const unused = await tx.mediaAsset.aggregate({
    where: { ownerId, attachedAt: null, ...(excludedId ? { publicId: { not: excludedId } } : {}) },
    _count: true,
    _sum: { bytes: true },
    _min: { createdAt: true },
  });
  if (unused._count < UNUSED_MAX && (unused._sum.bytes ?? 0) + bytes <= UNUSED_BYTES_MAX) return;
  const oldest = unused._min.createdAt ?? new Date();
  const wait = Math.max(60, Math.ceil((oldest.getTime() - ago(UNUSED_HOURS, "hours").getTime()) / 1_000));
  throw new ApiError(
    "rate_limited",
    `You have uploaded a lot without posting it. Please try again in ${Math.ceil(wait / 60)} minutes.`,
    { headers: { "Retry-After": String(wait) } },
  );
}

/** Lets the built-in host reserve quota for a signed upload and report its final size. */
export const uploadLedger: UploadLedger = {
  reserve: ({ publicId, mediaType }, bytes, total) =>
    transaction(async (tx) => {
      const asset = await tx.mediaAsset.findUnique({ where: { publicId, mediaType, attachedAt: null } });
      if (!asset) throw uploadGone();
      const owners = await lockUsers(tx, [asset.ownerId]);
      if (!owners.has(asset.ownerId)) throw uploadGone();
      // Signed before they were suspended.
      const suspended = { id: asset.ownerId, suspendedUntil: { gt: new Date() } };
      if ((await tx.user.count({ where: suspended })) > 0) {
        throw new ApiError("forbidden", "Your account is suspended.");
      }
      await assertUploadQuota(tx, asset.ownerId, total, publicId);
      // Never less: the video may still be on its way when its poster is sent.
      const reserved = await tx.sql`
        UPDATE media_assets SET bytes = GREATEST(bytes, ${bytes}) WHERE public_id = ${publicId} RETURNING 1`;
      if (reserved.length === 0) throw uploadGone();
      return { ownerId: asset.ownerId };
    }),
  settle: (publicId, bytes) =>
    transaction(async (tx) => {
      await tx.mediaAsset.updateMany({ where: { publicId, width: 0 }, data: { bytes } });
      return (await tx.mediaAsset.count({ where: { publicId } })) > 0;
    }),
};
