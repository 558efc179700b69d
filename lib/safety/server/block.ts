import "server-only";
import { randomInt } from "node:crypto";
import { afterCommit, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows, lockUsers } from "@/lib/platform/locks";
import { publishChange, publishLater, publishMessage, publishSafety } from "@/lib/platform/realtime";
import { userNotFound } from "@/lib/profiles/server/profile";
import { BLOCKS_MAX, canHide, OWN_BLOCK, TOO_MANY_BLOCKS } from "@/lib/safety/policy";
import type { BlockAnswer } from "@/lib/safety/schema";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Blocking. What two people see of each other follows from the row alone
 * (lib/audience); likes and comments stay, and are hidden. Here is what ends
 * with a block: circles, notifications and the place of the conversation in the blocker's list. The
 * other's stays where it is, as that with a deleted member: it neither reveals who blocked them,
 * nor takes away what they may want to report.
 */

/**
 * How long it takes until the open pages of the other notice, in milliseconds: at random, so that
 * the moment does not tell whose act it was.
 */
const NOTICED_AFTER_MS = { min: 2_000, max: 7_000 };

/**
 * Blocks or unblocks a person. Someone blocked may block as well, so that they are hidden from each
 * other until both are done with it. Throws `validation` for oneself and past the most blocks, and
 * `not_found`.
 */
export async function setBlock(viewer: Viewer, userId: string, blocked: boolean): Promise<BlockAnswer> {
  if (!canHide(viewer, userId)) throw new ApiError("validation", OWN_BLOCK);
  await transaction(async (tx) => {
    // In the order of all writers: people first, then the conversation.
    const people = await lockUsers(tx, [viewer.id, userId]);
    if (blocked) {
      if (!people.has(userId)) throw userNotFound();
      await block(tx, viewer.id, userId);
    } else {
      await unblock(tx, viewer.id, userId, people.has(userId));
    }
  });
  return { isBlocked: blocked };
}

/** Returns false when they had done it. Both are locked. */
export async function block(tx: Tx, blockerId: string, blockedId: string): Promise<boolean> {
  const { count } = await tx.block.createMany({ data: { blockerId, blockedId }, skipDuplicates: true });
  if (count === 0) return false;
  if ((await tx.block.count({ where: { blockerId } })) > BLOCKS_MAX) {
    throw new ApiError("validation", TOO_MANY_BLOCKS);
  }
  await leaveCircle(tx, blockerId, blockedId);
  await leaveCircle(tx, blockedId, blockerId);
  await removeNotifications(tx, blockerId, blockedId);
  await removeNotifications(tx, blockedId, blockerId);
  await unlistConversation(tx, blockerId, blockedId);
  announce(tx, blockerId, blockedId, blockedId);
  return true;
}

/** Restores the conversation's place in the viewer's list; no circle. */
async function unblock(tx: Tx, blockerId: string, blockedId: string, isKnown: boolean): Promise<void> {
  const { count } = await tx.block.deleteMany({ where: { blockerId, blockedId } });
  if (count === 0) {
    if (!isKnown) throw userNotFound();
    return;
  }
  await relistConversation(tx, blockerId, blockedId);
  announce(tx, blockerId, blockedId);
}

async function leaveCircle(tx: Tx, followerId: string, followeeId: string): Promise<void> {
  const { count } = await tx.follow.deleteMany({ where: { followerId, followeeId } });
  if (count === 0) return;
  await tx.user.update({ where: { id: followeeId }, data: { followersCount: { decrement: 1 } } });
  await tx.user.update({ where: { id: followerId }, data: { followingCount: { decrement: 1 } } });
}

/** Deletes the notifications of one person that another sent, and their pushes that wait. */
async function removeNotifications(tx: Tx, receiverId: string, senderId: string): Promise<void> {
  const theirs = { receiverId, senderId };
  await tx.pushMessage.deleteMany({ where: { notification: theirs } });
  await tx.notification.updateMany({
    where: { ...theirs, deletedAt: null },
    data: { deletedAt: new Date() },
  });
}

/**
 * Takes the conversation of two people out of the blocker's list. Senders hold the conversation's
 * lock too, and ask for blocks under it.
 */
async function unlistConversation(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
  const conversationId = await lockConversationOf(tx, blockerId, blockedId);
  if (!conversationId) return;
  await tx.pushMessage.deleteMany({ where: { conversationId } });
  await list(tx, conversationId, blockerId, null);
}

/** Puts it back where it was, by its last message, unless the blocker has hidden all of it. */
async function relistConversation(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
  const conversationId = await lockConversationOf(tx, blockerId, blockedId);
  if (!conversationId) return;
  const last = await tx.message.findFirst({
    where: { conversationId },
    orderBy: { seq: "desc" },
    select: { seq: true, createdAt: true },
  });
  if (last) await list(tx, conversationId, blockerId, last);
}

/** Locks the conversation of two people and returns its id; undefined when they have none. */
async function lockConversationOf(tx: Tx, one: string, other: string): Promise<string | undefined> {
  const [firstId, secondId] = [one, other].sort() as [string, string];
  const pair = await tx.conversation.findUnique({ where: { firstId_secondId: { firstId, secondId } } });
  if (pair) await lockRows(tx, "conversations", [pair.id]);
  return pair?.id;
}

async function list(
  tx: Tx,
  conversationId: string,
  personId: string,
  last: { seq: number; createdAt: Date } | null,
): Promise<void> {
  await tx.conversationParticipant.updateMany({
    where: { conversationId, personId, ...(last && { hiddenSeq: { lt: last.seq } }) },
    data: { listedAt: last?.createdAt ?? null },
  });
  afterCommit(tx, () => publishMessage(personId, { conversationId, messageId: null }));
}

/**
 * After the commit, notifies the open pages of both. The blocker's drop the person at once;
 * the other's read all again after a while, without learning who it was.
 */
function announce(tx: Tx, blockerId: string, otherId: string, hiddenId?: string): void {
  afterCommit(tx, () => {
    publishSafety(blockerId, hiddenId);
    publishChange(blockerId);
    const { min, max } = NOTICED_AFTER_MS;
    publishLater(randomInt(min, max), () => {
      publishSafety(otherId);
      publishChange(otherId);
    });
  });
}
