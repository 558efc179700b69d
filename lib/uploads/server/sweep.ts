import "server-only";
import { v7 as uuid } from "uuid";
import { afterResponse } from "@/lib/platform/after-response";
import { addTime } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { lease } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { destroyMedia, mediaHost, withholdMedia } from "@/lib/platform/media";
import { type MediaType, SIGNATURE_SECONDS } from "@/lib/platform/media/host";
import { sweepFiles } from "@/lib/platform/media/local-files";
import { UNUSED_HOURS } from "@/lib/uploads/server/quota";
import { syncHost } from "@/lib/uploads/server/withhold";
import { type MediaDeletion, Prisma } from "@/prisma/generated/client/client";

/** Destroys unused files on the media host, through an outbox that survives a crash. */

/**
 * Queues a file for deletion in the caller's transaction. A sweep after the response destroys it on
 * the host.
 */
export async function enqueueMediaDeletion(tx: Tx, publicId: string, mediaType: MediaType): Promise<void> {
  await tx.mediaDeletion.create({ data: { id: uuid(), publicId, mediaType } });
  afterResponse(sweepMedia);
}

/** Files leased from the outbox at a time, and concurrent calls to the host. */
const BATCH = 20;
const CONCURRENCY = 4;
/** Seconds until the first retry. */
const FIRST_RETRY_SECONDS = 10;
/**
 * Seconds after which no upload signed before a deletion can still arrive: a slow one may outlast
 * its signature.
 */
const LATEST_ARRIVAL_SECONDS = SIGNATURE_SECONDS + 900;

/**
 * Destroys unused files on the host, and sets which it may deliver. Runs every few seconds on
 * every instance, so that replaced or deleted media is gone within a minute. Failures are retried
 * with backoff, also after a crash. Returns how many files were destroyed and how many failed.
 * Throws only when the database fails.
 */
export async function sweepMedia(): Promise<{ destroyed: number; failed: number }> {
  await syncHost();
  await releaseUnused();
  const tally = { destroyed: 0, failed: 0 };
  for (let due = await leaseDue(); due.length > 0; due = await leaseDue()) {
    const failedBefore = tally.failed;
    for (let start = 0; start < due.length; start += CONCURRENCY) {
      await Promise.all(due.slice(start, start + CONCURRENCY).map((deletion) => destroy(deletion, tally)));
    }
    // After a failure, leave the host alone until the next sweep.
    if (tally.failed > failedBefore) break;
  }
  await sweepFiles();
  return tally;
}

/** Moves uploads that were never used to the outbox. */
async function releaseUnused(): Promise<void> {
  await releaseAssets(
    db(),
    Prisma.sql`
      SELECT a.id FROM media_assets a
      WHERE a.attached_at IS NULL AND a.created_at < now() - make_interval(hours => ${UNUSED_HOURS})
        AND NOT EXISTS (SELECT 1 FROM post_media m WHERE m.asset_id = a.id)
      LIMIT 500 FOR UPDATE SKIP LOCKED`,
  );
}

/**
 * Deletes the assets whose ids `selection` selects and queues their files. Returns their number.
 */
export async function releaseAssets(tx: Tx, selection: Prisma.Sql): Promise<number> {
  const queued = await tx.sql`
    WITH released AS (DELETE FROM media_assets WHERE id IN (${selection}) RETURNING public_id, media_type)
    INSERT INTO media_deletions (id, public_id, media_type) SELECT gen_random_uuid(), public_id, media_type FROM released
    RETURNING 1`;
  return queued.length;
}

/**
 * Leases some due deletions for this instance (lib/platform/locks.ts). Files that a case under a
 * legal hold shows stay for the staff alone; they come due again within the hour.
 */
async function leaseDue(): Promise<MediaDeletion[]> {
  const leased = await lease("media_deletions", { firstWait: FIRST_RETRY_SECONDS, limit: BATCH });
  if (leased.length === 0) return [];
  const ids = leased.map(({ id }) => id);
  const held = await db().sql<{ id: string }>`
    SELECT d.id FROM media_deletions d WHERE d.id = ANY(${ids}::uuid[]) AND EXISTS (
      SELECT FROM moderation_cases c WHERE c.preserved_at IS NOT NULL
        AND jsonb_path_exists(c.snapshot, '$.** ? (@ == $file)', jsonb_build_object('file', d.public_id)))`;
  const heldIds = new Set(held.map(({ id }) => id));
  const rows = await db().mediaDeletion.findMany({ where: { id: { in: ids } } });
  for (const row of rows.filter(({ id }) => heldIds.has(id))) {
    await withholdMedia(row, true).catch((err: unknown) =>
      log().warn({ err, publicId: row.publicId }, "held media was not withheld, will retry"),
    );
  }
  return rows.filter(({ id }) => !heldIds.has(id));
}

async function destroy(deletion: MediaDeletion, tally: { destroyed: number; failed: number }): Promise<void> {
  try {
    await destroyMedia(deletion);
  } catch (err) {
    tally.failed++;
    log().warn(
      { err, publicId: deletion.publicId, attempts: deletion.attempts },
      "failed to destroy media, will retry",
    );
    return;
  }
  tally.destroyed++;
  if (mediaHost().rejectsDestroyed) {
    await db().mediaDeletion.deleteMany({ where: { id: deletion.id } });
    return;
  }
  // An upload that arrives after its file was destroyed would stay forever, so destroy it once more
  // when none can arrive.
  const latestArrival = addTime(deletion.createdAt, LATEST_ARRIVAL_SECONDS, "seconds");
  if (latestArrival < new Date()) await db().mediaDeletion.deleteMany({ where: { id: deletion.id } });
  else {
    await db().mediaDeletion.updateMany({
      where: { id: deletion.id },
      data: { attempts: 0, nextAttemptAt: latestArrival },
    });
  }
}
