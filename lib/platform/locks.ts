import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Locks users' rows, always in the same order so that transactions cannot deadlock. Returns the ids
 * that exist, are active and have a proven address.
 */
export async function lockUsers(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.sql<{ id: string }>`
    SELECT id FROM users WHERE id = ANY(${ids}::uuid[]) AND is_active AND verified_at IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.map((row) => row.id));
}

/**
 * Locks rows until the transaction ends, always in the same order so that transactions cannot
 * deadlock. `UPDATE`, for a row about to be deleted, also blocks inserts that refer to it. Prisma
 * has no row locks.
 */
export async function lockRows(
  tx: Tx,
  table: "users" | "posts" | "conversations" | "moderation_cases",
  ids: string[],
  strength: "NO KEY UPDATE" | "UPDATE" = "NO KEY UPDATE",
): Promise<void> {
  await tx.sql`
    SELECT 1 FROM ${Prisma.raw(table)} WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR ${Prisma.raw(strength)}`;
}

/** How many rows wait in each outbox. */
export async function queueLengths(): Promise<{ mail: number; push: number; media_deletion: number }> {
  const [mail, push, media_deletion] = await Promise.all([
    db().outboxMail.count({ where: { nextAttemptAt: { not: null } } }),
    db().pushMessage.count(),
    db().mediaDeletion.count(),
  ]);
  return { mail, push, media_deletion };
}

/** The longest delay between two attempts, in seconds. */
const DELAY_MAX = 3_600;

/** An outbox row that this instance processes, and the number of this attempt. */
export type Leased = { id: string; attempts: number };

/**
 * Claims due outbox rows for this instance by postponing their next attempt by `firstWait` seconds,
 * doubled with each attempt up to an hour. No transaction stays open during the work, other
 * instances skip the rows until then, and after a crash they come due again. The caller deletes a
 * row once it is done.
 */
export async function lease(
  outbox: "media_deletions" | "push_messages",
  { firstWait, limit }: { firstWait: number; limit: number },
): Promise<Leased[]> {
  const table = Prisma.raw(outbox);
  return db().sql<Leased>`
    UPDATE ${table} SET attempts = attempts + 1, next_attempt_at =
      now() + make_interval(secs => least(${DELAY_MAX}::float8, ${firstWait} * power(2, least(attempts, 12))))
    WHERE id IN (
      SELECT id FROM ${table} WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED)
    RETURNING id, attempts`;
}
