import "server-only";
import { db } from "@/lib/platform/db";

/**
 * Whose notifications are followed live. The database tells of nobody else's, because every transaction that tells
 * waits for every other (see the migration `who_is_live`).
 */

/** A server that dies leaves its rows behind for so long, in seconds; a living one renews them much sooner. */
const KEPT_SECONDS = 180;
/** Waits for writers that did not see us, in milliseconds: each is done within milliseconds, and there are gaps. */
const TRY_EVERY_MS = 20;
const TRIES = 50;

/**
 * Says that a person is followed on an instance. Every change that commits from now on is told; every other one has
 * committed, so that a read from now on sees it. False when writers never left a gap: then a change of the next seconds
 * may not be told, and has to be looked for.
 */
export async function addReceiver(instanceId: string, receiverId: string): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const added = await db().$executeRaw`
      INSERT INTO live_receivers (receiver_id, instance_id, until)
      SELECT ${receiverId}::uuid, ${instanceId}::uuid, now() + make_interval(secs => ${KEPT_SECONDS})
      WHERE pg_try_advisory_xact_lock(20261121, live_receiver_lock(${receiverId}::uuid))
      ON CONFLICT (receiver_id, instance_id) DO UPDATE SET until = excluded.until`;
    if (added > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
  }
  await renewReceivers(instanceId, [receiverId]);
  return false;
}

/** Keeps those of an instance, and gives the ones that had been forgotten: what changed meanwhile was not told. */
export async function renewReceivers(instanceId: string, receiverIds: string[]): Promise<string[]> {
  // Somebody who has just left takes their streams along; they are no reason to fail for all.
  const rows = await db().$queryRaw<{ id: string; forgotten: boolean }[]>`
    INSERT INTO live_receivers (receiver_id, instance_id, until)
    SELECT u.id, ${instanceId}::uuid, now() + make_interval(secs => ${KEPT_SECONDS})
    FROM users u WHERE u.id = ANY(${receiverIds}::uuid[])
    ON CONFLICT (receiver_id, instance_id) DO UPDATE SET until = excluded.until
    RETURNING receiver_id::text AS id, xmax = 0 AS forgotten`;
  return rows.filter(({ forgotten }) => forgotten).map(({ id }) => id);
}

/** Whoever came within so many seconds is not forgotten yet: they may have come after the list was made. */
const FRESH_SECONDS = 10;

/** Forgets all of an instance but `kept`, and those of instances that are gone. */
export async function dropReceivers(instanceId: string, kept: string[]): Promise<void> {
  await db().$executeRaw`
    DELETE FROM live_receivers
    WHERE until < now() OR (instance_id = ${instanceId}::uuid AND receiver_id <> ALL(${kept}::uuid[])
      AND until < now() + make_interval(secs => ${KEPT_SECONDS - FRESH_SECONDS}))`;
}
