import "server-only";
import type { Tx } from "@/lib/platform/db";

/**
 * Adds `change` to the author's post count and to the feed's total. Every transaction locks the
 * total last, so that it is held briefly.
 */
export async function adjustPostCounts(tx: Tx, authorId: string, change: 1 | -1): Promise<void> {
  await tx.user.updateMany({ where: { id: authorId }, data: { postsCount: { increment: change } } });
  await tx.tally.upsert({
    where: { name: "posts" },
    create: { name: "posts", value: Math.max(change, 0) },
    update: { value: { increment: change } },
  });
}
