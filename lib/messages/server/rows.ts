import "server-only";
import { hiddenPeopleIds } from "@/lib/audience/server/people";
import { openPosts } from "@/lib/audience/server/posts";
import { messagesLeft, REQUEST_MESSAGES_MAX, whyNotWrite } from "@/lib/messages/policy";
import type { Conversation, Message, MessagePost } from "@/lib/messages/schema";
import { type MentionsRow, mentionsColumn } from "@/lib/profiles/server/mentions";
import { toUserSummary, type UserSummaryRow, userSummaryColumns } from "@/lib/profiles/server/rows";
import type { CardBackground } from "@/lib/text/card-look";
import { mediaUrls } from "@/lib/uploads/server/rows";
import { type MessageAudience, type MessageBox, Prisma } from "@/prisma/generated/client/client";

/** The SQL columns of conversations and messages, and their mapping to the wire format. */

/** A message with its sender and its post. */
export type MessageRow = MentionsRow & {
  messageId: string;
  conversationId: string;
  seq: number;
  /** Null for someone deleted or hidden. */
  senderId: string | null;
  text: string;
  clientId: string;
  isDeleted: boolean;
  isWithheld: boolean;
  sentAt: Date;
  postId: string | null;
  /** Null when the post can't be seen. */
  publicId: string | null;
  mediaType: "image" | "video";
  format: string;
  hasPoster: boolean;
  caption: string;
  cardBackground: CardBackground | null;
  authorId: string;
  authorName: string;
};

/** The columns of a message `m` that `toMessage` needs; goes with `messageJoins`. */
export const messageColumns = (viewerId: string) => Prisma.sql`
  m.id AS "messageId", m.conversation_id AS "conversationId", m.seq, sender.id AS "senderId",
  CASE WHEN m.withheld_at IS NULL THEN m.text ELSE '' END AS text, m.withheld_at IS NOT NULL AS "isWithheld",
  m.client_id AS "clientId", m.deleted_at IS NOT NULL AS "isDeleted", m.created_at AS "sentAt",
  CASE WHEN m.withheld_at IS NULL THEN m.post_id END AS "postId",
  asset.public_id AS "publicId", asset.media_type::text AS "mediaType", asset.format,
  asset.has_poster AS "hasPoster", p.caption, p.card_background AS "cardBackground", author.id AS "authorId", author.name AS "authorName",
  ${mentionsColumn(viewerId, Prisma.sql`mention.message_id = m.id AND m.withheld_at IS NULL AND m.deleted_at IS NULL`)}`;
export const messageJoins = (viewerId: string) => Prisma.sql`
  LEFT JOIN users sender ON sender.id = m.sender_id AND sender.id NOT IN ${hiddenPeopleIds(viewerId)}
  LEFT JOIN (
    posts p JOIN users author ON author.id = p.author_id
    JOIN post_media shown ON shown.post_id = p.id AND shown.position = 0
    JOIN media_assets asset ON asset.id = shown.asset_id
  ) ON p.id = m.post_id AND ${openPosts(viewerId).sql}`;

export function toMessage(row: MessageRow): Message {
  return {
    _id: row.messageId,
    conversationId: row.conversationId,
    senderId: row.senderId,
    text: row.text,
    mentions: row.mentions ?? [],
    post: toMessagePost(row),
    isDeleted: row.isDeleted,
    isWithheld: row.isWithheld,
    clientId: row.clientId,
    createdAt: row.sentAt.toISOString(),
  };
}

function toMessagePost({ postId, publicId, ...row }: MessageRow): MessagePost | null {
  if (!postId) return null;
  if (!publicId) {
    return { _id: postId, isAvailable: false, caption: "", thumbnail: "", authorName: "", authorId: "" };
  }
  return {
    _id: postId,
    isAvailable: true,
    caption: row.caption,
    ...(row.cardBackground && { background: row.cardBackground }),
    thumbnail: mediaUrls({ ...row, publicId }).thumbnail,
    authorName: row.authorName,
    authorId: row.authorId,
  };
}

/**
 * Whose messages a person `u` takes first: for a minor at most the people they joined. For
 * sending alone: no answer that is read may depend on it (`shownFacts`, `isRecipient`).
 */
export const audienceColumn = Prisma.sql`
  CASE WHEN u.is_adult OR u.who_can_message = 'nobody' THEN u.who_can_message::text ELSE 'circle' END`;

/** A conversation as one person has it, with the other person and the last message. */
export type ConversationRow = Omit<UserSummaryRow, "userId"> & {
  id: string;
  box: MessageBox;
  unreadCount: number;
  updatedAt: Date;
  firstUnreadId: string | null;
  seenUpTo: string | null;
  /** Null for someone deleted or hidden. */
  userId: string | null;
  hasAnswered: boolean;
  whoCanMessage: MessageAudience;
  isJoined: boolean;
  messageCount: number;
} & (MessageRow | { messageId: null });

/**
 * The columns of a conversation `c` for the person of its row `me`, with the other's row `them`;
 * goes with `conversationJoins`.
 */
export const conversationColumns = (viewerId: string) => Prisma.sql`
  c.id, me.box::text AS box, me.unread_count AS "unreadCount", coalesce(me.listed_at, c.created_at) AS "updatedAt",
  c.last_seq AS "messageCount", ${userSummaryColumns(Prisma.sql`me.person_id`)}, coalesce(them.has_answered, false) AS "hasAnswered",
  ${audienceColumn} AS "whoCanMessage",
  EXISTS (SELECT 1 FROM follows WHERE follower_id = u.id AND followee_id = me.person_id) AS "isJoined",
  CASE WHEN me.unread_count > 0 THEN (
    SELECT id FROM messages unread
    WHERE unread.conversation_id = c.id AND unread.seq > greatest(me.seen_seq, me.hidden_seq)
      AND unread.sender_id IS DISTINCT FROM me.person_id AND unread.deleted_at IS NULL
      AND unread.withheld_at IS NULL
    ORDER BY unread.seq LIMIT 1) END AS "firstUnreadId",
  CASE WHEN viewer.seen_marks AND u.seen_marks AND them.box = 'inbox' THEN (
    SELECT id FROM messages seen
    WHERE seen.conversation_id = c.id AND seen.seq = them.seen_seq AND seen.seq > me.hidden_seq) END AS "seenUpTo",
  ${messageColumns(viewerId)}`;
export const conversationJoins = (viewerId: string) => Prisma.sql`
  JOIN conversations c ON c.id = me.conversation_id
  JOIN users viewer ON viewer.id = me.person_id
  LEFT JOIN conversation_participants them ON them.conversation_id = c.id AND them.person_id <> me.person_id
  LEFT JOIN users u ON u.id = them.person_id AND u.id NOT IN ${hiddenPeopleIds(viewerId)}
  LEFT JOIN messages m ON m.conversation_id = c.id AND m.seq = c.last_seq AND m.seq > me.hidden_seq
  ${messageJoins(viewerId)}`;

/** What decides whether the viewer may write in a conversation. */
export const writingFacts = (row: ConversationRow) => ({ ...row, isReachable: row.userId !== null });

/**
 * The same as far as it is shown. Whether someone takes messages of people they joined alone is
 * only said to who sends one, because it is so of everybody who is under 18.
 */
function shownFacts(row: ConversationRow) {
  const { whoCanMessage } = row;
  return {
    ...writingFacts(row),
    whoCanMessage: whoCanMessage === "nobody" ? whoCanMessage : "everyone",
  } as const;
}

export function toConversation(row: ConversationRow): Conversation {
  const facts = shownFacts(row);
  const cannotWrite = whyNotWrite(facts)?.message;
  const { userId } = row;
  return {
    _id: row.id,
    with: userId === null ? null : toUserSummary({ ...row, userId }),
    lastMessage: row.messageId === null ? null : toMessage(row),
    unreadCount: row.unreadCount,
    box: row.box,
    canWrite: cannotWrite === undefined,
    ...(cannotWrite === undefined ? {} : { cannotWrite }),
    firstUnreadId: row.firstUnreadId,
    seenUpTo: row.seenUpTo,
    messagesLeft: facts.isReachable ? messagesLeft(facts) : null,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * Whether the viewer may write to a person `u` now, as far as it is shown, for lists of people to
 * choose from: the rule of `whyNotWrite`, for others than oneself.
 */
export function isRecipient(viewerId: string): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  const theirs = Prisma.sql`c.first_id = least(u.id, ${viewer}) AND c.second_id = greatest(u.id, ${viewer})`;
  return Prisma.sql`(u.id <> ${viewer} AND (
    EXISTS (SELECT FROM conversations c
      JOIN conversation_participants them ON them.conversation_id = c.id AND them.person_id = u.id
      WHERE ${theirs} AND them.has_answered)
    OR u.who_can_message <> 'nobody' AND (
      EXISTS (SELECT FROM follows WHERE follower_id = u.id AND followee_id = ${viewer})
      OR NOT EXISTS (SELECT FROM conversations c WHERE ${theirs} AND c.last_seq >= ${REQUEST_MESSAGES_MAX}))))`;
}
