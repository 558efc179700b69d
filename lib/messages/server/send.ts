import "server-only";
import { v7 as uuid } from "uuid";
import { openPosts } from "@/lib/audience/server/posts";
import { outsideLinks } from "@/lib/limits/server/outside-links";
import { refundUnlessNew, takeWriteLimits } from "@/lib/limits/server/write-limits";
import { canStillDelete, reachesInbox, TOO_MANY_NEW_PEOPLE, whyNotWrite } from "@/lib/messages/policy";
import type { Message, NewMessage, NewMessageAnswer } from "@/lib/messages/schema";
import { announce, lockConversation, updateParticipant } from "@/lib/messages/server/conversation";
import { getConversationRow, getMessage, messageNotFound } from "@/lib/messages/server/read";
import { toConversation, toMessage, writingFacts } from "@/lib/messages/server/rows";
import { PUSH_AFTER_SECONDS, sendPushesWhenDue } from "@/lib/notifications/server/push";
import { afterResponse } from "@/lib/platform/after-response";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import type { Use } from "@/lib/platform/rate-limit";
import { postNotFound } from "@/lib/posts/server/read";
import { storeMentions } from "@/lib/profiles/server/mentions";
import { areBlocked } from "@/lib/profiles/server/profile";
import { storeFormerText } from "@/lib/reports/server/former-texts";
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
  const [existing, row] = await Promise.all([
    findSent(db(), viewer, conversationId, message.clientId),
    getConversationRow(viewer, conversationId),
  ]);
  if (existing !== undefined) return answer(viewer, conversationId, { seq: existing, isNew: false });
  const facts = writingFacts(row);
  assertMayWrite(facts);
  if (message.postId) await assertShownPost(viewer, message.postId);
  const isRequest = !reachesInbox(facts) && facts.messageCount === 0;
  const uses: Use[] = [];
  if (!facts.hasAnswered) uses.push(["message_unanswered", viewer.id]);
  if (isRequest) uses.push(["message_request", viewer.id]);
  const limits = await takeWriteLimits(viewer.id, {
    firstDay: isRequest ? "new_message_request" : undefined,
    isRepeated: async () => (await findSent(db(), viewer, conversationId, message.clientId)) !== undefined,
    links: outsideLinks(message.text ?? ""),
    repeatedLinks: "reject",
    others: { uses, wording: TOO_MANY_NEW_PEOPLE },
  });
  const sent = await refundUnlessNew(limits, async () => {
    const result = await transaction((tx) => write(tx, viewer, conversationId, message, facts));
    return { result, isNew: result.isNew };
  });
  return answer(viewer, conversationId, sent);
}

type Sent = { seq: number; isNew: boolean };

type Facts = ReturnType<typeof writingFacts>;

function assertMayWrite(facts: Facts): void {
  const rejection = whyNotWrite(facts);
  if (rejection) throw new ApiError(rejection.code, rejection.message);
}

/** The number of the message that was sent under this id; undefined when it is new. */
async function findSent(
  client: Tx,
  viewer: Viewer,
  conversationId: string,
  clientId: string,
): Promise<number | undefined> {
  const [sent] = await client.sql<{ conversationId: string; seq: number }>`
    SELECT conversation_id AS "conversationId", seq FROM messages
    WHERE sender_id = ${viewer.id}::uuid AND client_id = ${clientId}::uuid`;
  if (sent && sent.conversationId !== conversationId) {
    throw new ApiError("conflict", "That message belongs to another conversation.");
  }
  return sent?.seq;
}

async function assertShownPost(viewer: Viewer, postId: string): Promise<void> {
  if ((await db().post.count({ where: { id: postId, ...openPosts(viewer.id).where } })) === 0)
    throw postNotFound();
}

/**
 * Writes a message under the conversation's lock: it gets the next number, and what others did in
 * the meantime counts.
 */
async function write(
  tx: Tx,
  viewer: Viewer,
  conversationId: string,
  { text = "", postId, clientId }: NewMessage,
  before: Facts,
): Promise<Sent> {
  const { me, them, lastSeq } = await lockConversation(tx, viewer, conversationId);
  const [existing, blocked] = await Promise.all([
    findSent(tx, viewer, conversationId, clientId),
    them && areBlocked(tx, viewer.id, them.personId),
  ]);
  const id = uuid();
  if (existing !== undefined) return { seq: existing, isNew: false };
  const facts = {
    ...before,
    isReachable: before.isReachable && blocked === false,
    hasAnswered: them?.hasAnswered ?? false,
    messageCount: lastSeq,
  };
  assertMayWrite(facts);
  const [seq, now] = [lastSeq + 1, new Date()];
  const box = reachesInbox(facts) ? "inbox" : "requests";
  await Promise.all([
    tx.sql`
      WITH message AS (
        INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, text, post_id, created_at)
        VALUES (${id}::uuid, ${conversationId}::uuid, ${seq}, ${viewer.id}::uuid, ${clientId}::uuid, ${text},
          ${postId ?? null}::uuid, ${now})
      ), conversation AS (
        UPDATE conversations SET last_seq = ${seq} WHERE id = ${conversationId}::uuid
      ), sender AS (
        UPDATE conversation_participants SET box = 'inbox', has_answered = true, listed_at = ${now}
        WHERE conversation_id = ${conversationId}::uuid AND person_id = ${viewer.id}::uuid
      )
      UPDATE conversation_participants
      SET box = ${box}::"MessageBox", unread_count = unread_count + 1, listed_at = ${now}
      WHERE conversation_id = ${conversationId}::uuid AND person_id <> ${viewer.id}::uuid`,
    them && box === "inbox" && queuePush(tx, conversationId, them.personId),
  ]);
  await storeMentions(tx, viewer.id, { messageId: id }, text, { isNew: true });
  announce(tx, [me, them], id);
  return { seq, isNew: true };
}

/**
 * Queues a push of what is unread in a conversation to each of a person's browsers. Until one is
 * sent it covers all messages; one that is being sent is sent again.
 */
async function queuePush(tx: Tx, conversationId: string, receiverId: string): Promise<void> {
  // The update also locks those that wait, so that none is sent without this message.
  const pushes = await tx.sql`
    INSERT INTO push_messages (id, conversation_id, subscription_id, next_attempt_at)
    SELECT gen_random_uuid(), ${conversationId}::uuid, id, now() + make_interval(secs => ${PUSH_AFTER_SECONDS})
    FROM push_subscriptions WHERE user_id = ${receiverId}::uuid
    ON CONFLICT (conversation_id, subscription_id) DO UPDATE SET attempts = 0
    RETURNING 1`;
  if (pushes.length > 0) afterCommit(tx, () => afterResponse(sendPushesWhenDue));
}

async function answer(viewer: Viewer, conversationId: string, { seq, isNew }: Sent): Promise<SentMessage> {
  const row = await getConversationRow(viewer, conversationId);
  const isLast = row.messageId !== null && row.seq === seq;
  const message = isLast ? toMessage(row) : await getMessage(viewer, conversationId, seq);
  return { message, conversation: toConversation(row), isNew };
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
    const { text, postId, decisionId } = message;
    if (!decisionId) {
      await storeFormerText(tx, {
        subject: "message",
        subjectId: messageId,
        personId: viewer.id,
        text,
        postId,
      });
    }
    await tx.message.update({
      where: { id: messageId },
      data: { text: "", postId: null, deletedAt: new Date() },
    });
    await tx.mention.deleteMany({ where: { messageId } });
    if (them && !message.withheldAt && message.seq > Math.max(them.seenSeq, them.hiddenSeq)) {
      await updateParticipant(tx, them, { unreadCount: them.unreadCount - 1 });
    }
    announce(tx, [me, them], messageId);
    return message.seq;
  });
  return getMessage(viewer, conversationId, seq);
}
