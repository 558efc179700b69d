import "server-only";
import type { Tx } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Locks rows until the transaction ends, always in the same order so that transactions cannot
 * deadlock. `UPDATE`, for a row about to be deleted, also blocks inserts that refer to it. Prisma
 * has no row locks.
 */
export async function lockRows(
  tx: Tx,
  table: "users" | "posts",
  ids: string[],
  strength: "NO KEY UPDATE" | "UPDATE" = "NO KEY UPDATE",
): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM ${Prisma.raw(table)} WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR ${Prisma.raw(strength)}`;
}
