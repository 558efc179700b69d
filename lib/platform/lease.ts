import "server-only";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/** The longest delay between two attempts, in seconds. */
const DELAY_MAX = 3_600;

/** An outbox row that this instance processes, and the number of this attempt. */
export type Leased = { id: string; attempts: number };

/**
 * Claims due outbox rows for this instance by postponing their next attempt by `firstWait` seconds,
 * doubled with each attempt up to an hour. No transaction stays open during the work, other
 * instances skip the rows meanwhile, and after a crash they come due again. The caller deletes a
 * row once it is done.
 */
export async function lease(
  outbox: "media_deletions" | "push_messages",
  { firstWait, limit }: { firstWait: number; limit: number },
): Promise<Leased[]> {
  const table = Prisma.raw(outbox);
  return db().$queryRaw<Leased[]>`
    UPDATE ${table} SET attempts = attempts + 1, next_attempt_at =
      now() + make_interval(secs => least(${DELAY_MAX}::float8, ${firstWait} * power(2, least(attempts, 12))))
    WHERE id IN (
      SELECT id FROM ${table} WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    RETURNING id, attempts`;
}
