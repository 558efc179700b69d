import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/** The longest wait between two tries, in seconds. */
const WAIT_MAX = 3_600;

/** A row of an outbox that this instance is to see to, in its nth try. */
export type Leased = { id: string; attempts: number };

/**
 * Takes some of what is due in an outbox for this instance, by moving its next try ahead by
 * `firstWait` seconds, doubled with each try up to an hour. No transaction is open while it is
 * worked on, others leave it alone meanwhile, and a crash in the middle loses nothing. Whoever is
 * done deletes the row.
 */
export async function lease(
  outbox: "media_deletions" | "push_messages",
  { firstWait, limit }: { firstWait: number; limit: number },
): Promise<Leased[]> {
  const table = Prisma.raw(outbox);
  return db().$queryRaw<Leased[]>`
    UPDATE ${table} SET attempts = attempts + 1, next_attempt_at =
      now() + make_interval(secs => least(${WAIT_MAX}::float8, ${firstWait} * power(2, least(attempts, 12))))
    WHERE id IN (
      SELECT id FROM ${table} WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    RETURNING id, attempts`;
}
