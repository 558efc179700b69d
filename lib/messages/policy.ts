import { exactCount } from "@/lib/text/counts";

/** The numbers, rules and texts of messages (docs/product.md, Numbers). */

export const CONVERSATIONS_PAGE = 20;
/** Where counting requests ends: some people have thousands, and the badge says `9+`. */
export const REQUESTS_COUNTED = 100;
export const MESSAGES_PAGE = 30;
export const MESSAGE_MAX = 2000;
/** Messages someone may send until the other person accepts or answers. */
export const REQUEST_MESSAGES_MAX = 3;
/** How long a sender can delete a message, in minutes. */
export const DELETE_MINUTES = 60;

/** The name of someone whose account is deleted or hidden. */
export const DELETED_MEMBER = "Deleted member";

/** What shows in place of a deleted message, or of one that moderators removed; else undefined. */
export function goneText({ isDeleted, isWithheld }: GoneFacts): string | undefined {
  if (isDeleted) return "Message deleted";
  return isWithheld ? "Removed by moderators" : undefined;
}

type GoneFacts = { isDeleted: boolean; isWithheld?: boolean | undefined };

export const MESSAGE_EMPTY = "Please write a message.";
export const MESSAGE_TOO_LONG = `Please keep the message to ${exactCount(MESSAGE_MAX)} characters.`;

/** What a sender reads past the limits of first messages. */
export const TOO_MANY_NEW_PEOPLE = "You're writing to many new people. Please try again";

export type MessageAudience = "everyone" | "circle" | "nobody";

/** How two people are related, as far as writing is concerned. */
export type WritingFacts = {
  /** Whether the receiver has an account that others see. */
  isReachable: boolean;
  /** Whether the receiver has written in this conversation or accepted it. */
  hasAnswered: boolean;
  whoCanMessage: MessageAudience;
  /** Whether the receiver has joined the sender's circle. */
  isJoined: boolean;
  /** Messages in the conversation; before the receiver answers, all of them are the sender's. */
  messageCount: number;
};

/**
 * Whether the receiver gets the sender's messages in the inbox and not among the requests. Only
 * what the receiver did counts: the sender's joining takes no one's consent, and to have begun a
 * conversation without writing anything lets no stranger in.
 */
export const reachesInbox = ({ hasAnswered, isJoined }: Pick<WritingFacts, "hasAnswered" | "isJoined">) =>
  hasAnswered || isJoined;

type Rejection = { code: "forbidden" | "request_pending"; message: string };

/**
 * Why the sender may not write; undefined when they may. Someone who has answered can always be
 * answered, whatever they choose in the settings later.
 */
export function whyNotWrite(facts: WritingFacts): Rejection | undefined {
  const forbidden = (message: string): Rejection => ({ code: "forbidden", message });
  if (!facts.isReachable) return forbidden("You can't send messages to this member any more.");
  if (facts.hasAnswered) return undefined;
  if (facts.whoCanMessage === "nobody") return forbidden("This member doesn't accept new messages.");
  if (facts.whoCanMessage === "circle" && !facts.isJoined) {
    return forbidden("This member only accepts messages from people they have joined.");
  }
  if (messagesLeft(facts) === 0) {
    return { code: "request_pending", message: "You can send more when they accept your request." };
  }
  return undefined;
}

/** How many more messages the receiver's requests take; null when any number is fine. */
export const messagesLeft = (facts: WritingFacts): number | null =>
  reachesInbox(facts) ? null : Math.max(0, REQUEST_MESSAGES_MAX - facts.messageCount);

/** A sender may delete a message for a while after sending it. */
export const canStillDelete = (message: { createdAt: Date }) =>
  Date.now() - message.createdAt.getTime() < DELETE_MINUTES * 60_000;
