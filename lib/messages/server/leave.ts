import "server-only";
import type { Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";

/**
 * What becomes of messages when an account is deleted: what the person wrote stays with the others,
 * without a name. Each function does one batch and returns how many rows that were.
 */

/** Rows of one batch: locks of about ten milliseconds. */
const BATCH = 500;

/**
 * Takes the person out of conversations. Those that have no one left go, and those in which nothing
 * was said.
 */
export async function leaveConversations(tx: Tx, userId: string): Promise<number> {
  const left = await tx.conversationParticipant.findMany({
    where: { personId: userId },
    take: BATCH,
    select: { conversationId: true },
  });
  const ids = left.map(({ conversationId }) => conversationId);
  await lockRows(tx, "conversations", ids);
  await tx.conversationParticipant.deleteMany({
    where: { personId: userId, conversationId: { in: ids } },
  });
  await tx.conversation.deleteMany({
    where: { id: { in: ids }, OR: [{ lastSeq: 0 }, { participants: { none: {} } }] },
  });
  return ids.length;
}

/** Takes the person's name off messages. */
export async function forgetSender(tx: Tx, userId: string): Promise<number> {
  const messages = await tx.message.findMany({
    where: { senderId: userId },
    take: BATCH,
    select: { id: true },
  });
  await tx.message.updateMany({
    where: { id: { in: messages.map(({ id }) => id) } },
    data: { senderId: null },
  });
  return messages.length;
}
