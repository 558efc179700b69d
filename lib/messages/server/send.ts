import "server-only";
import { v7 as uuid } from "uuid";
import { canStillDelete, reachesInbox, whyNotWrite } from "@/lib/messages/policy";
import type { Message, NewMessage, NewMessageAnswer } from "@/lib/messages/schema";
import { announce, lockConversation, updateParticipant } from "@/lib/messages/server/conversation";
import { getConversation, getConversationRow, getMessage, messageNotFound } from "@/lib/messages/server/read";
import { writingFacts } from "@/lib/messages/server/rows";
import { withholdMessage } from "@/lib/messages/server/withhold";
import { PUSH_AFTER_SECONDS, sendPushesWhenDue } from "@/lib/notifications/server/push";
import { afterResponse } from "@/lib/platform/after-response";
import { addTime } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { refundUses, takeLimits, type Use } from "@/lib/platform/rate-limit";
import { postNotFound } from "@/lib/posts/server/read";
import { withFirstDayLimit } from "@/lib/profiles/server/first-day";
import { areBlocked } from "@/lib/profiles/server/profile";
import { SHOWN_TO } from "@/lib/profiles/server/visibility";
import { openCase } from "@/lib/reports/server/cases";
import { outsideLinks, withCountedLinks } from "@/lib/reports/server/repeated-links";
import type { Viewer } from "@/lib/sessions/server/access";

/** Sending and deleting messages. */

type SentMessage = NewMessageAnswer & { isNew: boolean };

/**
 * Sends a message. Idempotent per sender and `clientId`: a repeated call returns the first message.
 * Throws `not_found` for the conversation or the post, `forbidden` or `request_pending` when the
 * viewer may not write, `rate_limited`, and `conflict` when the id belongs to another conversation.
 */
export async function sendMessage(
  viewer: Viewer,
  conversationId: string,
  message: NewMessage,
): Promise<SentMessage> {
  const existing = await findSent(viewer, conversationId, message.clientId);
  if (existing !== undefined) return answer(viewer, conversationId, existing, false);
  const facts = writingFacts(await getConversationRow(viewer, conversationId));
  assertMayWrite(facts);
  if (message.postId) await assertShownPost(viewer, message.postId);
  const isRequest = !reachesInbox(facts) && facts.messageCount === 0;
  const uses: Use[] = [];
  if (!facts.hasAnswered) uses.push(["message_unanswered", viewer.id]);
  if (isRequest) uses.push(["message_request", viewer.id]);
  const send = async () => {
    if (uses.length > 0) await takeLimits(uses, "You're writing to many new people. Please try again");
    const sent = await withCountedLinks(viewer.id, outsideLinks(message.text ?? ""), (isHeld) =>
      transaction((tx) => write(tx, viewer, conversationId, { ...message, isHeld }, facts)),
    );
    if (!sent.isNew && uses.length > 0) await refundUses(uses);
    return sent;
  };
  const isRepeated = async () => (await findSent(viewer, conversationId, message.clientId)) !== undefined;
  const { seq, isNew } = isRequest
    ? await withFirstDayLimit("new_message_request", viewer.id, isRepeated, send)
    : (await send()).result;
  return answer(viewer, conversationId, seq, isNew);
}

type Sent = { seq: number; isNew: boolean };

type Facts = ReturnType<typeof writingFacts>;

function assertMayWrite(facts: Facts): void {
  const rejection = whyNotWrite(facts);
  if (rejection) throw new ApiError(rejection.code, rejection.message);
}

/** The number of the message that was sent under this id; undefined when it is new. */
async function findSent(
  viewer: Viewer,
  conversationId: string,
  clientId: string,
  client: Pick<Tx, "message"> = db(),
): Promise<number | undefined> {
  const sent = await client.message.findUnique({
    where: { senderId_clientId: { senderId: viewer.id, clientId } },
    select: { conversationId: true, seq: true },
  });
  if (sent && sent.conversationId !== conversationId) {
    throw new ApiError("conflict", "That message belongs to another conversation.");
  }
  return sent?.seq;
}

async function assertShownPost(viewer: Viewer, postId: string): Promise<void> {
  if ((await db().post.count({ where: { id: postId, ...SHOWN_TO(viewer.id) } })) === 0) throw postNotFound();
}

/**
 * Writes a message under the conversation's lock: it gets the next number, and what others did in
 * the meantime counts.
 */
async function write(
  tx: Tx,
  viewer: Viewer,
  conversationId: string,
  { text = "", postId, clientId, isHeld }: NewMessage & { isHeld: boolean },
  before: Facts,
): Promise<{ result: Sent; isNew: boolean }> {
  const { me, them, lastSeq } = await lockConversation(tx, viewer, conversationId);
  const existing = await findSent(viewer, conversationId, clientId, tx);
  if (existing !== undefined) return { result: { seq: existing, isNew: false }, isNew: false };
  const facts = {
    ...before,
    isReachable:
      before.isReachable && them !== undefined && !(await areBlocked(tx, viewer.id, them.personId)),
    hasAnswered: them?.hasAnswered ?? false,
    isInInbox: them?.box === "inbox",
    messageCount: lastSeq,
  };
  assertMayWrite(facts);
  const [id, seq, now] = [uuid(), lastSeq + 1, new Date()];
  await tx.message.create({
    data: {
      id,
      conversationId,
      seq,
      senderId: viewer.id,
      clientId,
      text,
      postId: postId ?? null,
      createdAt: now,
    },
  });
  await tx.conversation.update({ where: { id: conversationId }, data: { lastSeq: seq } });
  await updateParticipant(tx, me, { box: "inbox", hasAnswered: true, listedAt: now });
  if (them) {
    const box = reachesInbox(facts) ? "inbox" : "requests";
    await updateParticipant(tx, them, { box, unreadCount: them.unreadCount + 1, listedAt: now });
    if (box === "inbox" && !isHeld) await queuePush(tx, conversationId, them.personId);
  }
  if (isHeld) {
    await openCase(tx, { subject: "message", subjectId: id, isHeld });
    await withholdMessage(tx, id, null);
  }
  announce(tx, [me, them], id);
  return { result: { seq, isNew: true }, isNew: true };
}

/**
 * Queues a push of what is unread in a conversation to each of a person's browsers. Until one is
 * sent it stands for all messages; one that is being sent is sent again.
 */
async function queuePush(tx: Tx, conversationId: string, receiverId: string): Promise<void> {
  const browsers = await tx.pushSubscription.findMany({
    where: { userId: receiverId },
    select: { id: true },
  });
  if (browsers.length === 0) return;
  // Also locks those that wait, so that none is sent without this message.
  await tx.pushMessage.updateMany({
    where: { conversationId, subscription: { userId: receiverId } },
    data: { attempts: 0 },
  });
  const nextAttemptAt = addTime(new Date(), PUSH_AFTER_SECONDS, "seconds");
  await tx.pushMessage.createMany({
    data: browsers.map(({ id }) => ({ id: uuid(), conversationId, subscriptionId: id, nextAttemptAt })),
    skipDuplicates: true,
  });
  afterCommit(tx, () => afterResponse(sendPushesWhenDue));
}

async function answer(
  viewer: Viewer,
  conversationId: string,
  seq: number,
  isNew: boolean,
): Promise<SentMessage> {
  const [message, conversation] = await Promise.all([
    getMessage(viewer, conversationId, seq),
    getConversation(viewer, conversationId),
  ]);
  return { message, conversation, isNew };
}

/**
 * Deletes a message of the viewer for both people; its place stays. Throws `not_found`, and
 * `forbidden` for the other's message or when it is too late.
 */
export async function deleteMessage(
  viewer: Viewer,
  conversationId: string,
  messageId: string,
): Promise<Message> {
  const seq = await transaction(async (tx) => {
    const { me, them } = await lockConversation(tx, viewer, conversationId);
    const message = await tx.message.findUnique({ where: { id: messageId, conversationId } });
    if (!message || message.seq <= me.hiddenSeq) throw messageNotFound();
    if (message.senderId !== viewer.id) {
      throw new ApiError("forbidden", "You can only delete your own messages.");
    }
    if (message.deletedAt) return message.seq;
    if (!canStillDelete(message)) {
      throw new ApiError("forbidden", "A message can only be deleted within an hour of sending it.");
    }
    await tx.message.update({
      where: { id: messageId },
      data: { text: "", postId: null, deletedAt: new Date() },
    });
    if (them && !message.withheldAt && message.seq > Math.max(them.seenSeq, them.hiddenSeq)) {
      await updateParticipant(tx, them, { unreadCount: them.unreadCount - 1 });
    }
    announce(tx, [me, them], messageId);
    return message.seq;
  });
  return getMessage(viewer, conversationId, seq);
}
