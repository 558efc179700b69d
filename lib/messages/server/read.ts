import "server-only";
import { encodeCursor } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { REQUESTS_COUNTED } from "@/lib/messages/policy";
import type {
  Conversation,
  ConversationsAnswer,
  ConversationsQuery,
  Message,
  MessagesAnswer,
  MessagesQuery,
} from "@/lib/messages/schema";
import {
  type ConversationRow,
  conversationColumns,
  conversationJoins,
  type MessageRow,
  messageColumns,
  messageJoins,
  toConversation,
  toMessage,
} from "@/lib/messages/server/rows";
import type { NotificationCounts } from "@/lib/notifications/schema";
import { notificationCounts } from "@/lib/notifications/server/inbox";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** Reading conversations and messages. Each list is a single query. */

/** The error for a conversation that is missing or of other people. */
export const conversationNotFound = () =>
  new ApiError("not_found", "This conversation is no longer available.");

/** The conversations in one of the viewer's boxes, latest first. */
export async function listConversations(
  viewer: Viewer,
  { box, cursor, limit }: ConversationsQuery,
): Promise<ConversationsAnswer> {
  const page = keyset(
    { page: 1, limit, cursor },
    { at: Prisma.sql`listed_at`, id: Prisma.sql`conversation_id` },
  );
  const { rows, requestsCount } = await readConversations(
    viewer,
    Prisma.sql`AND box = ${box}::"MessageBox" AND listed_at IS NOT NULL ${page}`,
  );
  const conversations = rows.slice(0, limit);
  const last = conversations.at(-1);
  const hasMore = rows.length > limit;
  return {
    conversations: conversations.map(toConversation),
    requestsCount,
    hasMore,
    nextCursor: hasMore && last ? encodeCursor({ at: last.updatedAt, id: last.id }) : null,
  };
}

/** One of the viewer's conversations. Throws `not_found`, also for one of other people. */
export async function getConversation(viewer: Viewer, conversationId: string): Promise<Conversation> {
  return toConversation(await getConversationRow(viewer, conversationId));
}

/** The row of one conversation. Throws `not_found`. */
export async function getConversationRow(viewer: Viewer, conversationId: string): Promise<ConversationRow> {
  const { rows } = await readConversations(viewer, Prisma.sql`AND conversation_id = ${conversationId}::uuid`);
  if (!rows[0]) throw conversationNotFound();
  return rows[0];
}

async function readConversations(
  viewer: Viewer,
  where: Prisma.Sql,
): Promise<{ rows: ConversationRow[]; requestsCount: number }> {
  const rows = await db().sql<ConversationRow & { requestsCount: number }>`
    SELECT counts."requestsCount", listed.*
    FROM (
      SELECT count(*)::int AS "requestsCount" FROM (
        SELECT FROM conversation_participants
        WHERE person_id = ${viewer.id}::uuid AND box = 'requests' AND listed_at IS NOT NULL
        LIMIT ${REQUESTS_COUNTED}
      ) requests
    ) counts LEFT JOIN (
      SELECT ${conversationColumns(viewer.id)}
      FROM (SELECT * FROM conversation_participants WHERE person_id = ${viewer.id}::uuid ${where}) me
      ${conversationJoins(viewer.id)}
    ) listed ON true
    ORDER BY listed."updatedAt" DESC, listed.id DESC`;
  return { rows: rows.filter(({ id }) => id !== null), requestsCount: rows[0]?.requestsCount ?? 0 };
}

/** A conversation's messages, newest first. Throws `not_found` like `getConversation`. */
export async function listMessages(
  viewer: Viewer,
  conversationId: string,
  { cursor, limit }: MessagesQuery,
): Promise<MessagesAnswer> {
  const before = cursor === undefined ? Prisma.empty : Prisma.sql`AND seq < ${cursor}`;
  const shown = Prisma.sql`seq > me.hidden_seq ${before}`;
  const rows = await readMessages(viewer, conversationId, shown, limit + 1);
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    messages: page.map(toMessage),
    hasMore,
    nextCursor: hasMore ? String(page.at(-1)?.seq) : null,
  };
}

/**
 * One message, by its number, also when the viewer has just hidden the conversation on another
 * device: what they sent or deleted has been sent or deleted. Throws `not_found`.
 */
export async function getMessage(viewer: Viewer, conversationId: string, seq: number): Promise<Message> {
  const [row] = await readMessages(viewer, conversationId, Prisma.sql`seq = ${seq}`, 1);
  if (!row) throw messageNotFound();
  return toMessage(row);
}

/** The error for a message that is missing, hidden or in another conversation. */
export const messageNotFound = () => new ApiError("not_found", "This message is no longer available.");

async function readMessages(
  viewer: Viewer,
  conversationId: string,
  where: Prisma.Sql,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await db().sql<MessageRow | { messageId: null }>`
    SELECT ${messageColumns(viewer.id)}
    FROM conversation_participants me
    LEFT JOIN (LATERAL (
      SELECT * FROM messages
      WHERE conversation_id = ${conversationId}::uuid AND ${where}
      ORDER BY seq DESC LIMIT ${limit}
    ) m ${messageJoins(viewer.id)}) ON true
    WHERE me.conversation_id = ${conversationId}::uuid AND me.person_id = ${viewer.id}::uuid
    ORDER BY m.seq DESC`;
  // Without a message there is still the row of the person, unless it is not their conversation.
  if (rows.length === 0) throw conversationNotFound();
  return rows.filter((row) => row.messageId !== null);
}

type Unread = { notifications: NotificationCounts; conversations: number };

/** What is unread, for every page: notifications, and conversations of the inbox. One query. */
export async function countUnread(viewer: Viewer): Promise<Unread> {
  const [row] = await db().sql<Unread>`
    SELECT ${notificationCounts(viewer.id)} AS notifications, (
      SELECT count(*)::int FROM conversation_participants
      WHERE person_id = ${viewer.id}::uuid AND unread_count > 0 AND box = 'inbox' AND listed_at IS NOT NULL
    ) AS conversations`;
  return row ?? { notifications: { unreadCount: 0, newCount: 0 }, conversations: 0 };
}

/**
 * In how many conversations of the viewer's inbox something is unread. By the query above: in one
 * of Prisma's the box is a parameter, for which the index on what is unread can't be used.
 */
export const countUnreadConversations = async (viewer: Viewer): Promise<number> =>
  (await countUnread(viewer)).conversations;
