import "server-only";
import { ago } from "@/lib/platform/clock";
import { type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/lock-users";
import type { UploadLedger } from "@/lib/platform/media/local-receive";

/**
 * How much a person may upload without using it, so that nobody fills the disk: what is posted is
 * limited where posts are, and what is not is destroyed after two hours. Every row of an upload
 * without a use counts, with the bytes the host holds or is about to receive.
 */

const MB = 1024 ** 2;

/** Hours after which an upload nobody used is destroyed. */
export const UNUSED_HOURS = 2;
const UNUSED_BYTES_MAX = 500 * MB;
const UNUSED_MAX = 100;

/**
 * Throws `rate_limited` (429) when the uploads somebody has not used leave no room for one more of
 * `bytes`. The caller holds the person's lock. `apart` is an upload that does not count.
 */
export async function assertRoom(tx: Tx, ownerId: string, bytes = 0, apart?: string): Promise<void> {
  const unused = await tx.mediaAsset.aggregate({
    where: { ownerId, attachedAt: null, ...(apart ? { publicId: { not: apart } } : {}) },
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

const gone = () => new ApiError("validation", "That upload was removed. Please upload the file again.");

/** What the built-in host asks about an upload that is signed, and tells of it. */
export const uploadLedger: UploadLedger = {
  reserve: ({ publicId, mediaType }, bytes) =>
    transaction(async (tx) => {
      const asset = await tx.mediaAsset.findUnique({ where: { publicId, mediaType, attachedAt: null } });
      if (!asset) throw gone();
      const found = await lockUsers(tx, [asset.ownerId]);
      if (!found.has(asset.ownerId)) throw gone();
      await assertRoom(tx, asset.ownerId, bytes, publicId);
      const { count } = await tx.mediaAsset.updateMany({ where: { publicId }, data: { bytes } });
      if (count === 0) throw gone();
    }),
  settle: async (publicId, bytes) => {
    await transaction((tx) => tx.mediaAsset.updateMany({ where: { publicId, width: 0 }, data: { bytes } }));
  },
};
