import "server-only";
import { v7 as uuid } from "uuid";
import { afterResponse } from "@/lib/platform/after-response";
import { later } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { lease } from "@/lib/platform/lease";
import { log } from "@/lib/platform/log";
import { destroyMedia, mediaHost } from "@/lib/platform/media";
import { type MediaType, SIGNATURE_SECONDS } from "@/lib/platform/media/host";
import { sweepFiles } from "@/lib/platform/media/local-files";
import { UNUSED_HOURS } from "@/lib/uploads/server/room";
import { type MediaDeletion, Prisma } from "@/prisma/generated/client/client";

/**
 * Destroying on the media host what nothing shows any more, through an outbox that survives a
 * crash.
 */

/**
 * Notes, in the caller's transaction, that a file is to be destroyed on the host, which is done
 * soon after.
 */
export async function enqueueMediaDeletion(tx: Tx, publicId: string, mediaType: MediaType): Promise<void> {
  await tx.mediaDeletion.create({ data: { id: uuid(), publicId, mediaType } });
  afterResponse(sweepMedia);
}

/** Files taken from the outbox together, and calls to the host at a time. */
const ROUND = 20;
const AT_ONCE = 4;
/** Seconds until the second try. */
const FIRST_WAIT = 10;
/**
 * Seconds after which no upload signed before a deletion can still arrive: a slow one goes on when
 * its signature ends.
 */
const LAST_ARRIVAL = SIGNATURE_SECONDS + 900;

/**
 * Destroys on the host what nothing shows any more. Run it every few seconds on every instance:
 * replaced or deleted media is gone within a minute, and what the host refuses is tried again, less
 * and less often, also after a crash. Returns how many files were destroyed and how many the host
 * refused. Throws only when the database fails.
 */
export async function sweepMedia(): Promise<{ destroyed: number; failed: number }> {
  await releaseUnused();
  const tally = { destroyed: 0, failed: 0 };
  for (let due = await takeDue(); due.length > 0; due = await takeDue()) {
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
  await releaseAssets(
    db(),
    Prisma.sql`
      SELECT a.id FROM media_assets a
      WHERE a.attached_at IS NULL AND a.created_at < now() - make_interval(hours => ${UNUSED_HOURS})
        AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.asset_id = a.id)
      LIMIT 500 FOR UPDATE SKIP LOCKED`,
  );
}

/**
 * Deletes the assets whose ids `which` selects and sends their files to the outbox. Returns how
 * many there were.
 */
export async function releaseAssets(tx: Tx, which: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    WITH gone AS (DELETE FROM media_assets WHERE id IN (${which}) RETURNING public_id, media_type)
    INSERT INTO media_deletions (id, public_id, media_type) SELECT gen_random_uuid(), public_id, media_type FROM gone`;
}

/** Takes some of what is due for this instance (lib/platform/lease.ts). */
async function takeDue(): Promise<MediaDeletion[]> {
  const leased = await lease("media_deletions", { firstWait: FIRST_WAIT, limit: ROUND });
  if (leased.length === 0) return [];
  return db().mediaDeletion.findMany({ where: { id: { in: leased.map(({ id }) => id) } } });
}

async function destroy(due: MediaDeletion, tally: { destroyed: number; failed: number }): Promise<void> {
  try {
    await destroyMedia(due);
  } catch (err) {
    tally.failed++;
    log().warn({ err, publicId: due.publicId, attempts: due.attempts }, "media not destroyed yet");
    return;
  }
  tally.destroyed++;
  if (mediaHost().rejectsDestroyed) {
    await db().mediaDeletion.deleteMany({ where: { id: due.id } });
    return;
  }
  // An upload may arrive after its file was destroyed, and would stay for ever: so once more when
  // that is over.
  const lastArrival = later(due.createdAt, LAST_ARRIVAL, "seconds");
  if (lastArrival < new Date()) await db().mediaDeletion.deleteMany({ where: { id: due.id } });
  else {
    await db().mediaDeletion.updateMany({
      where: { id: due.id },
      data: { attempts: 0, nextAttemptAt: lastArrival },
    });
  }
}
