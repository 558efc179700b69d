import { firstCharacters } from "@/lib/text/text";

/** What notifications say, after the sender's name. Pure. */

export const LIKED = "liked your post";
export const JOINED = "joined your circle";

/** What the form and the server say to an empty message. */
export const MESSAGE_MISSING = "Please write a message.";

/** How much of a comment its notification quotes. */
const QUOTE_MAX = 100;

/** What a comment's notification says: its first words on one line. */
export function commentMessage(content: string): string {
  const line = content.replace(/\s+/g, " ");
  const start = firstCharacters(line, QUOTE_MAX);
  return `commented: “${start === line ? line : `${start.trimEnd()}…`}”`;
}

/**
 * A notification as people read it: what a member wrote by hand never looks like something that
 * happened.
 */
export function notificationText({ custom, message }: { custom: boolean; message: string }): string {
  return custom ? `sent you a notification: ${message}` : message;
}
