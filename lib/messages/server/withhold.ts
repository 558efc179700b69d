import "server-only";
import { announce } from "@/lib/messages/server/conversation";
import type { Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import type { ConversationParticipant, Message } from "@/prisma/generated/client/client";

/** Messages that moderators remove: both people see that one was here. */

/** Hides what a message says. */
export async function withholdMessage(tx: Tx, messageId: string, decisionId: string | null): Promise<void> {
  const locked = await lockMessage(tx, messageId);
  if (!locked) return;
  const { message, people } = locked;
  if (message.withheldAt) {
    // By another decision from now on: what was removed is deleted some time later.
    const data = { decisionId, withheldAt: new Date() };
    if (decisionId) await tx.message.update({ where: { id: messageId }, data });
    return;
  }
  await tx.message.update({ where: { id: messageId }, data: { withheldAt: new Date(), decisionId } });
  await countUnread(tx, message, people, -1);
}

/** Shows a message again that this decision removed; null: that is held for review. */
export async function releaseMessage(tx: Tx, messageId: string, decisionId: string | null): Promise<void> {
  const locked = await lockMessage(tx, messageId);
  if (!locked?.message.withheldAt || locked.message.decisionId !== decisionId) return;
  const { message, people } = locked;
  await tx.message.update({ where: { id: messageId }, data: { withheldAt: null, decisionId: null } });
  await countUnread(tx, message, people, 1);
}

/** Deletes what a message says. False when there is none, or it was deleted before. */
export async function emptyMessage(tx: Tx, messageId: string): Promise<boolean> {
  const locked = await lockMessage(tx, messageId);
  if (!locked || locked.message.deletedAt) return false;
  const { message, people } = locked;
  if (!message.withheldAt) await countUnread(tx, message, people, -1);
  await tx.message.update({
    where: { id: messageId },
    data: { text: "", postId: null, deletedAt: new Date() },
  });
  await tx.mention.deleteMany({ where: { messageId } });
  return true;
}

async function lockMessage(tx: Tx, messageId: string) {
  const found = await tx.message.findUnique({ where: { id: messageId }, select: { conversationId: true } });
  if (!found) return undefined;
  await lockRows(tx, "conversations", [found.conversationId]);
  const message = await tx.message.findUnique({
    where: { id: messageId },
    include: { conversation: { select: { participants: true } } },
  });
  return message && { message, people: message.conversation.participants };
}

/** Counts a message in or out for those who have not seen it, and hints at the change. */
async function countUnread(
  tx: Tx,
  { id, conversationId, seq, senderId, deletedAt }: Message,
  people: ConversationParticipant[],
  change: 1 | -1,
): Promise<void> {
  const unread = { seenSeq: { lt: seq }, hiddenSeq: { lt: seq } };
  if (!deletedAt) {
    await tx.conversationParticipant.updateMany({
      where: { conversationId, ...unread, ...(senderId && { personId: { not: senderId } }) },
      data: { unreadCount: { increment: change } },
    });
  }
  announce(tx, people, id);
}
