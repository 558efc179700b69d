import "server-only";
import { ENGLISH } from "@/lib/language/translator";
import { notificationText } from "@/lib/notifications/policy";
import { isolated } from "@/lib/text/names";
import { charactersOf, firstCharacters, utf8Length } from "@/lib/text/text";
import type { NotificationType as StoredType } from "@/prisma/generated/client/client";

/** What a push says. */

export type PushContent = {
  type: StoredType | "message";
  custom: boolean;
  message: string;
  /** Whether the receiver wants to read there what members wrote to them. */
  showsText: boolean;
  /** Whether no words of others may show at all: the receiver is not known to be 18. */
  hidesWords: boolean;
  senderName: string;
};

/**
 * The size of the words in a push: services may reject one of more than 4,096 bytes, and what they
 * reject counts against the receiver's browser.
 */
const BODY_BYTES_MAX = 3_000;

/** The words of a push. */
export const pushText = (content: PushContent): string => shortened(bodyOf(content));

/** As much of a text as a push can carry: a single emoji may take a hundred bytes. */
function shortened(text: string): string {
  let [start, bytes] = ["", 0];
  for (const character of charactersOf(text)) {
    // As JSON, without its quotes.
    bytes += utf8Length(JSON.stringify(character)) - 2;
    if (bytes > BODY_BYTES_MAX) return `${start.trimEnd()}…`;
    start += character;
  }
  return text;
}

function bodyOf(row: PushContent): string {
  const { type, custom, message, showsText } = row;
  const senderName = isolated(row.senderName);
  // Other people may see the screen.
  switch (type) {
    case "report":
      return "There is news about your report.";
    case "affiliation":
      return "There is news about your role at the college.";
    case "moderation":
      return "There is news about your account.";
    case "case":
      return "There is something urgent for moderators.";
    case "message":
      if (!showsText) return `New message from ${senderName}`;
      return `${senderName}${message ? ": " : " "}${messagePreview(row)}`;
    default:
      if (custom && !showsText) return `${senderName} sent you a notification`;
      if (type === "comment" && !custom && row.hidesWords) return `${senderName} commented on your post`;
      if (type === "reply" && row.hidesWords) return `${senderName} replied to your comment`;
      if (type === "mention" && row.hidesWords) return `${senderName} mentioned you`;
      return `${senderName} ${notificationText({ custom, message }, ENGLISH.t)}`;
  }
}

/** Characters of a message in a push. */
const PREVIEW_MAX = 100;

function messagePreview({ message }: PushContent): string {
  if (!message) return "sent you a post";
  const start = firstCharacters(message, PREVIEW_MAX);
  return start === message ? message : `${start.trimEnd()}…`;
}
