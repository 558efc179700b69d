import { firstCharacters } from "@/lib/text/text";

/** The text of notifications, after the sender's name. Pure. */

export const LIKED = "liked your post";
export const JOINED = "joined your circle";

/** The error for an empty message, in the form and on the server. */
export const MESSAGE_MISSING = "Please write a message.";

/** How much of a comment its notification quotes. */
const QUOTE_MAX = 100;

/** The message of a comment's notification: the beginning of the comment on one line. */
export function commentMessage(content: string): string {
  const line = content.replace(/\s+/g, " ");
  const start = firstCharacters(line, QUOTE_MAX);
  return `commented: “${start === line ? line : `${start.trimEnd()}…`}”`;
}

/** A notification as people read it. Custom text must never look like a real event. */
export function notificationText({ custom, message }: { custom: boolean; message: string }): string {
  return custom ? `sent you a notification: ${message}` : message;
}
