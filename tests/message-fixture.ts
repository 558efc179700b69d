import type { Conversation, Message } from "@/lib/messages/schema";
import { CSE_2027, personOf } from "@/tests/user-fixture";

/** Conversations and messages as the API answers them. */

export const KABIR = personOf("kabir", "Kabir Rao", { username: "kabir.rao", affiliation: CSE_2027 });

export function messageOf(text: string, overrides: Partial<Message> = {}): Message {
  return {
    _id: text,
    conversationId: "c1",
    senderId: KABIR._id,
    text,
    mentions: [],
    post: null,
    isDeleted: false,
    clientId: `client id of ${text}`,
    createdAt: "2026-11-22T10:00:00.000Z",
    ...overrides,
  };
}

export function conversationOf(overrides: Partial<Conversation> = {}): Conversation {
  return {
    _id: "c1",
    with: KABIR,
    lastMessage: null,
    unreadCount: 0,
    box: "inbox",
    canWrite: true,
    firstUnreadId: null,
    seenUpTo: null,
    messagesLeft: null,
    updatedAt: "2026-11-22T10:00:00.000Z",
    ...overrides,
  };
}
