import * as z from "zod";
import { multilineText } from "@/lib/api/fields";
import { cursorFields, cursorQuery, INVALID_CURSOR, idParam } from "@/lib/api/pagination";
import {
  CONVERSATIONS_PAGE,
  MESSAGE_EMPTY,
  MESSAGE_MAX,
  MESSAGE_TOO_LONG,
  MESSAGES_PAGE,
} from "@/lib/messages/policy";
import { mentionsField, userSummarySchema } from "@/lib/profiles/schema";
import { CARD_BACKGROUNDS } from "@/lib/text/card-look";

/** A post in a message. Of one that can't be seen any more only the id is left. */
const messagePostSchema = z
  .object({
    _id: z.string(),
    isAvailable: z.boolean(),
    caption: z.string(),
    /** Of a card alone. */
    background: z.enum(CARD_BACKGROUNDS).optional(),
    thumbnail: z.string(),
    authorName: z.string(),
    authorId: z.string(),
  })
  .meta({ id: "MessagePost" });
export type MessagePost = z.infer<typeof messagePostSchema>;

export const messageSchema = z
  .object({
    _id: z.string(),
    conversationId: z.string(),
    /** Null for someone whose account is deleted or hidden. */
    senderId: z.string().nullable(),
    /** Empty in a deleted message, and where only a post was sent. */
    text: z.string(),
    mentions: mentionsField,
    post: messagePostSchema.nullable(),
    isDeleted: z.boolean(),
    /** Moderators removed it: then it is without text and post, for both. */
    isWithheld: z.boolean().optional(),
    clientId: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof messageSchema>;

const boxField = z.enum(["inbox", "requests"]);

export const conversationSchema = z
  .object({
    _id: z.string(),
    /** The other person; null once their account is deleted or hidden. */
    with: userSummarySchema.nullable(),
    lastMessage: messageSchema.nullable(),
    unreadCount: z.int(),
    box: boxField,
    canWrite: z.boolean(),
    /** Why the viewer can't write, for the place of the composer. */
    cannotWrite: z.string().optional(),
    firstUnreadId: z.string().nullable(),
    /** The last message the other person has seen, when both have read receipts on. */
    seenUpTo: z.string().nullable(),
    /** How many more messages the other's requests take; null when any number is fine. */
    messagesLeft: z.int().nullable(),
    updatedAt: z.string(),
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationParams = z.object({ conversationId: idParam });
export const messageParams = z.object({ conversationId: idParam, messageId: idParam });

export const conversationsQuery = cursorQuery(CONVERSATIONS_PAGE).extend({
  box: boxField.default("inbox"),
});
export type ConversationsQuery = z.output<typeof conversationsQuery>;
export const conversationsAnswer = z.object({
  conversations: z.array(conversationSchema),
  requestsCount: z.int(),
  ...cursorFields,
});
export type ConversationsAnswer = z.infer<typeof conversationsAnswer>;

export const newConversationBody = z.strictObject({ userId: idParam });
export const conversationAnswer = z.object({ conversation: conversationSchema });

/** The cursor is the number of the last message of the page. */
export const messagesQuery = cursorQuery(MESSAGES_PAGE).extend({
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, INVALID_CURSOR)
    .transform(Number)
    .optional(),
});
export type MessagesQuery = z.output<typeof messagesQuery>;
export const messagesAnswer = z.object({ messages: z.array(messageSchema), ...cursorFields });
export type MessagesAnswer = z.infer<typeof messagesAnswer>;

export const newMessageBody = z
  .strictObject({
    text: multilineText({
      min: 1,
      max: MESSAGE_MAX,
      tooShort: MESSAGE_EMPTY,
      tooLong: MESSAGE_TOO_LONG,
    }).optional(),
    postId: idParam.optional(),
    /** The browser's own id for the message: sent again, it is the same message. */
    clientId: idParam,
  })
  .refine(({ text, postId }) => text !== undefined || postId !== undefined, MESSAGE_EMPTY);
export type NewMessage = z.output<typeof newMessageBody>;
export const newMessageAnswer = z.object({ message: messageSchema, conversation: conversationSchema });
export type NewMessageAnswer = z.infer<typeof newMessageAnswer>;
export const deletedMessageAnswer = z.object({ message: messageSchema });

export const seenBody = z.strictObject({ messageId: idParam });
/** Conversations of the inbox in which something is unread. */
export const unreadAnswer = z.object({ unreadCount: z.int() });

/** Who may write to a member first or name them, and whether they and others see what was seen. */
export const messagePreferencesSchema = z.object({
  whoCanMessage: z.enum(["everyone", "circle", "nobody"]),
  whoCanMention: z.enum(["everyone", "circle", "nobody"]),
  seenMarks: z.boolean(),
});
export type MessagePreferences = z.infer<typeof messagePreferencesSchema>;
export const messagePreferencesBody = messagePreferencesSchema.partial().strict();
export const messagePreferencesAnswer = z.object({ preferences: messagePreferencesSchema });
