import "server-only";
import type { Tx } from "@/lib/platform/db";

/**
 * Locks users' rows, always in the same order so that transactions cannot deadlock. Returns the ids
 * that exist, are active and have a proven address.
 */
export async function lockUsers(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ANY(${ids}::uuid[]) AND is_active AND verified_at IS NOT NULL
    ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.map((row) => row.id));
}
