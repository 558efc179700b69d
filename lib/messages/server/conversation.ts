import "server-only";
import { v7 as uuid } from "uuid";
import type { Conversation, MessagePreferences } from "@/lib/messages/schema";
import { conversationNotFound, countUnreadConversations, getConversation } from "@/lib/messages/server/read";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { publishMessage } from "@/lib/platform/realtime";
import { findShownUser, userNotFound } from "@/lib/profiles/server/profile";
import type { Viewer } from "@/lib/sessions/server/access";
import { FOR_ADULTS } from "@/lib/text/errors";
import type { ConversationParticipant, MentionAudience } from "@/prisma/generated/client/client";

/**
 * A conversation as its two people have it: beginning, accepting, marking as seen and hiding it.
 * All of these and sending hold the lock of its row, so that they happen one after the other.
 */

/**
 * The conversation with a person, made when there is none. A new one is in no list before its
 * first message. Throws `validation` for oneself, and as `findShownUser` does.
 */
export async function startConversation(viewer: Viewer, userId: string): Promise<Conversation> {
  if (userId === viewer.id) throw new ApiError("validation", "You can't write to yourself.");
  if ((await findShownUser(viewer, userId)).isBlocked) throw userNotFound();
  const [firstId, secondId] = [viewer.id, userId].sort() as [string, string];
  const pair = { firstId_secondId: { firstId, secondId } };
  const existing = await db().conversation.findUnique({ where: pair, select: { id: true } });
  const { id } =
    existing ??
    (await transaction(async (tx) => {
      // Both people may begin at once: the second waits here for the first, and finds theirs.
      await tx.conversation.createMany({ data: [{ id: uuid(), firstId, secondId }], skipDuplicates: true });
      const created = await tx.conversation.findUniqueOrThrow({ where: pair, select: { id: true } });
      await tx.conversationParticipant.createMany({
        data: [firstId, secondId].map((personId) => ({
          conversationId: created.id,
          personId,
          // The person who begins does not get their own request.
          box: personId === viewer.id ? "inbox" : "requests",
        })),
        skipDuplicates: true,
      });
      return created;
    }));
  return getConversation(viewer, id);
}

/** The viewer's row in a conversation, and the other's unless their account is gone. */
export type Participants = { me: ConversationParticipant; them: ConversationParticipant | undefined };

/** Locks a conversation and reads its people. Throws `not_found` when the viewer is not one. */
export async function lockConversation(
  tx: Tx,
  viewer: Viewer,
  conversationId: string,
): Promise<Participants & { lastSeq: number }> {
  // The people's rows are locked as well, because only locked rows are read as they are after the
  // wait.
  const people = await tx.sql<ConversationParticipant & { lastSeq: number }>`
    SELECT c.last_seq AS "lastSeq", p.conversation_id AS "conversationId", p.person_id AS "personId", p.box::text AS box,
      p.has_answered AS "hasAnswered", p.seen_seq AS "seenSeq", p.hidden_seq AS "hiddenSeq",
      p.unread_count AS "unreadCount", p.listed_at AS "listedAt"
    FROM conversations c JOIN conversation_participants p ON p.conversation_id = c.id
    WHERE c.id = ${conversationId}::uuid FOR NO KEY UPDATE`;
  const me = people.find(({ personId }) => personId === viewer.id);
  if (!me) throw conversationNotFound();
  return { me, them: people.find(({ personId }) => personId !== viewer.id), lastSeq: me.lastSeq };
}

/** Changes the row of one person in a conversation. */
export async function updateParticipant(
  tx: Tx,
  { conversationId, personId }: ConversationParticipant,
  data: Partial<Omit<ConversationParticipant, "conversationId" | "personId">>,
): Promise<void> {
  await tx.conversationParticipant.update({
    where: { conversationId_personId: { conversationId, personId } },
    data,
  });
}

/** After the commit, hints to these people's browsers at a message, or at another change. */
export function announce(
  tx: Tx,
  people: (ConversationParticipant | undefined)[],
  messageId: string | null = null,
): void {
  afterCommit(tx, () => {
    for (const person of people) {
      if (person) publishMessage(person.personId, { conversationId: person.conversationId, messageId });
    }
  });
}

/** Moves a request to the viewer's inbox, and lets the other person write freely. */
export async function acceptRequest(viewer: Viewer, conversationId: string): Promise<Conversation> {
  await transaction(async (tx) => {
    const { me, them } = await lockConversation(tx, viewer, conversationId);
    if (me.box === "inbox") return;
    await updateParticipant(tx, me, { box: "inbox", hasAnswered: true });
    announce(tx, [me, them]);
  });
  return getConversation(viewer, conversationId);
}

/**
 * Marks a conversation seen up to a message. A device that knows less than another one changes
 * nothing. Returns in how many conversations something is unread. Throws `not_found`.
 */
export async function markSeen(viewer: Viewer, conversationId: string, messageId: string): Promise<number> {
  await transaction(async (tx) => {
    const { me, them } = await lockConversation(tx, viewer, conversationId);
    const message = await tx.message.findUnique({
      where: { id: messageId, conversationId },
      select: { seq: true },
    });
    if (!message) throw new ApiError("not_found", "This message is no longer available.");
    if (message.seq <= Math.max(me.seenSeq, me.hiddenSeq)) return;
    const unreadCount = await tx.message.count({
      where: {
        conversationId,
        seq: { gt: message.seq },
        deletedAt: null,
        withheldAt: null,
        // Not simply `not`: that would leave out messages of someone whose account is gone.
        OR: [{ senderId: null }, { senderId: { not: viewer.id } }],
      },
    });
    await updateParticipant(tx, me, { seenSeq: message.seq, unreadCount });
    announce(tx, [me, (await showsSeenMarks(tx, me, them)) ? them : undefined]);
  });
  return countUnreadConversations(viewer);
}

/** Whether the other person may notice that the viewer has seen something. */
async function showsSeenMarks(
  tx: Tx,
  me: ConversationParticipant,
  them: ConversationParticipant | undefined,
): Promise<boolean> {
  if (!them || me.box === "requests") return false;
  const people = [me.personId, them.personId];
  const shows = { seenMarks: true, blocks: { none: { blockedId: { in: people } } } };
  return (await tx.user.count({ where: { id: { in: people }, ...shows } })) === people.length;
}

/**
 * Hides a conversation with all that was said in it, for the viewer alone. A new message brings it
 * back without what was hidden.
 */
export async function hideConversation(viewer: Viewer, conversationId: string): Promise<void> {
  await transaction(async (tx) => {
    const { me, lastSeq } = await lockConversation(tx, viewer, conversationId);
    await updateParticipant(tx, me, { hiddenSeq: lastSeq, unreadCount: 0, listedAt: null });
    announce(tx, [me]);
  });
}

const PREFERENCES = { isAdult: true, whoCanMessage: true, whoCanMention: true, seenMarks: true } as const;

/** Who may write to the viewer first or name them, and whether read receipts are on. */
export async function getMessagePreferences(viewer: Viewer): Promise<MessagePreferences> {
  const { isAdult, whoCanMessage, whoCanMention, seenMarks } = await db().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: PREFERENCES,
  });
  const hardened = (audience: MentionAudience) => (isAdult || audience !== "everyone" ? audience : "circle");
  return { whoCanMessage: hardened(whoCanMessage), whoCanMention: hardened(whoCanMention), seenMarks };
}

/** Throws `forbidden` when a minor would take messages or mentions from everyone. */
export async function setMessagePreferences(
  viewer: Viewer,
  { whoCanMessage, whoCanMention, seenMarks }: Partial<MessagePreferences>,
): Promise<MessagePreferences> {
  const needsAdult = whoCanMessage === "everyone" || whoCanMention === "everyone";
  const { count } = await db().user.updateMany({
    where: { id: viewer.id, ...(needsAdult ? { isAdult: true } : {}) },
    data: {
      ...(whoCanMessage === undefined ? {} : { whoCanMessage }),
      ...(whoCanMention === undefined ? {} : { whoCanMention }),
      ...(seenMarks === undefined ? {} : { seenMarks }),
    },
  });
  if (count === 0) throw new ApiError("forbidden", FOR_ADULTS);
  return getMessagePreferences(viewer);
}
