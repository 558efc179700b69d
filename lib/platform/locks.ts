import "server-only";
import type { Tx } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Locks rows for the rest of the transaction, in one order for all, so that no two transactions
 * wait for each other. `UPDATE`, for a row that is about to go, also keeps out those that would
 * refer to it. Prisma has no locks.
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
