import type { Translate } from "@/lib/language/translator";
import { firstCharacters } from "@/lib/text/text";

/** The numbers and texts of notifications (docs/product.md, Numbers). */

export const NOTIFICATIONS_PAGE = 20;
export const MESSAGE_MAX = 280;
/** How many of the people whom one text names are notified. */
export const MENTIONS_NOTIFIED = 10;
/** The most ids in one call that marks notifications as seen. */
export const MARKED_MAX = 500;
/** Subscribed browsers per person; the oldest one is replaced. */
export const SUBSCRIPTIONS_MAX = 20;

/** What a notification says after the name of its sender. */
export const LIKED = "liked your post";
export const JOINED = "joined your circle";
export const LIKED_COMMENT = "liked your comment";

/** What the college says that the receiver is, and that it does not say what they asked for. */
export const ROLE_SAID = {
  student: "Your college says that you are a student",
  alumni: "Your college says that you are an alumna or alumnus",
  faculty: "Your college has confirmed that you are faculty",
  staff: "Your college has confirmed that you are staff",
} as const;
export const NOT_CONFIRMED = "Your college has not confirmed that you teach or work there";

/** The sentences of this file, which are read in the reader's language. */
const SENTENCES: readonly string[] = [
  LIKED,
  JOINED,
  LIKED_COMMENT,
  NOT_CONFIRMED,
  ...Object.values(ROLE_SAID),
];

/** The error for an empty message, in the form and on the server. */
export const MESSAGE_MISSING = "Please write a message.";

/** How much of a comment its notification quotes. */
const QUOTE_MAX = 100;

/** What precedes the quote in the notification of a comment, a reply and a mention. */
export const BEFORE_QUOTE = { comment: "commented: “", reply: "replied: “", mention: "mentioned you: “" };

/** The message of a comment's notification: the beginning of the comment on one line. */
export const commentMessage = (content: string): string => `${BEFORE_QUOTE.comment}${quoteOf(content)}”`;

/** The same of a reply's. */
export const replyMessage = (content: string): string => `${BEFORE_QUOTE.reply}${quoteOf(content)}”`;

/** The message for whom a caption or comment names. */
export const mentionMessage = (text: string): string => `${BEFORE_QUOTE.mention}${quoteOf(text)}”`;

function quoteOf(content: string): string {
  const line = content.replace(/\s+/g, " ");
  const start = firstCharacters(line, QUOTE_MAX);
  return start === line ? line : `${start.trimEnd()}…`;
}

/**
 * What the product itself sends: a decision, what came of a report, something for the staff, and
 * what the college says that someone is.
 */
const OFFICIAL_TYPES = ["moderation", "report", "case", "affiliation"] as const;
export type OfficialType = (typeof OFFICIAL_TYPES)[number];

/** Whether the product itself sends this: it shows no sender, and says all in its message. */
export const isOfficial = ({ type, custom }: { type: string; custom: boolean }) =>
  !custom && OFFICIAL_TYPES.some((official) => official === type);

/** A notification as people read it. Custom text must never look like a real event. */
export function notificationText(
  { custom, message }: { custom: boolean; message: string },
  t: Translate,
): string {
  if (custom) return t("sent you a notification: {message}", { message });
  // A comment is quoted, which is no sentence of ours.
  return SENTENCES.includes(message) ? t(message) : message;
}
