import "server-only";
import { mutedOrHiddenIds, type PersonId } from "@/lib/audience/server/people";
import { ownOrOpenPosts } from "@/lib/audience/server/posts";
import { hasNoMutedWord } from "@/lib/audience/server/words";
import { BEFORE_QUOTE, type OfficialType } from "@/lib/notifications/policy";
import {
  type NotificationPreferences,
  type NotificationType,
  notificationTypeField,
} from "@/lib/notifications/schema";
import { afterCommit, db, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { publishChange } from "@/lib/platform/realtime";
import type { Viewer } from "@/lib/sessions/server/access";
import { FOR_ADULTS } from "@/lib/text/errors";
import { Prisma, type NotificationType as StoredType } from "@/prisma/generated/client/client";

/**
 * Which kinds of notifications a person wants. All kinds are written; muted ones are filtered out
 * on reading (docs/decisions/0006).
 */

/**
 * Whether the receiver of a notification `n` may open the post it is about. Under a post of someone
 * else others answer, name and like people who are hidden from its author by now, or it from all,
 * and what is sent by hand may be about any post.
 * It selects the answer rather than whether there is such a post: for that PostgreSQL would read
 * all posts once and hash them.
 */
export const isOfOpenPost = (receiverId: PersonId) => Prisma.sql`(
  (n.type NOT IN ('reply', 'mention', 'comment_like') AND (n.custom_type IS NULL OR n.post_id IS NULL))
  OR (SELECT ${ownOrOpenPosts(receiverId)} FROM posts p WHERE p.id = n.post_id))`;

/**
 * Whether a receiver's notification `n` is neither deleted nor of a kind they switched off nor from
 * someone who is hidden from them or muted, nor about a post that is.
 */
export const isReceived = (receiverId: string) => Prisma.sql`
  n.deleted_at IS NULL AND CASE WHEN n.custom_type IS NULL
    THEN n.type <> ALL ((SELECT muted_notifications FROM users WHERE id = ${receiverId}::uuid)::"NotificationType"[])
    ELSE (SELECT NOT muted_custom AND is_adult IS NOT FALSE FROM users WHERE id = ${receiverId}::uuid) END
  AND n.sender_id NOT IN ${mutedOrHiddenIds(receiverId)} AND ${isOfOpenPost(receiverId)}`;

/** The words that a notification `n` repeats: the comment, or what was sent by hand. */
export const quotedText = Prisma.sql`CASE
  WHEN n.custom_type IS NOT NULL THEN n.message
  WHEN n.type = 'comment' THEN substr(n.message, ${BEFORE_QUOTE.comment.length + 1})
  WHEN n.type = 'reply' THEN substr(n.message, ${BEFORE_QUOTE.reply.length + 1})
  WHEN n.type = 'mention' THEN substr(n.message, ${BEFORE_QUOTE.mention.length + 1})
  ELSE '' END`;

/** Whether a notification `n` repeats none of the receiver's muted words. */
export const hasNoMutedQuote = (receiverId: string) => hasNoMutedWord(receiverId, quotedText);

/** Both. */
export const isInInbox = (receiverId: string) =>
  Prisma.sql`${isReceived(receiverId)} AND ${hasNoMutedQuote(receiverId)}`;

const CHOICES = {
  mutedNotifications: true,
  mutedCustom: true,
  customFromEveryone: true,
  mutedMessages: true,
  showsMessageText: true,
  isAdult: true,
} as const;

/** Which kinds the viewer has on and off. */
export async function getPreferences(viewer: Viewer): Promise<NotificationPreferences> {
  const { mutedNotifications, mutedCustom, mutedMessages, ...choices } = await db().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: CHOICES,
  });
  const isMinor = choices.isAdult === false;
  const isOn = (type: StoredType) => !mutedNotifications.includes(type);
  return {
    like: isOn("like"),
    comment: isOn("comment"),
    follow: isOn("follow"),
    reply: isOn("reply"),
    mention: isOn("mention"),
    comment_like: isOn("comment_like"),
    custom: !isMinor && !mutedCustom,
    customFromEveryone: !isMinor && choices.customFromEveryone,
    message: !mutedMessages,
    messageText: choices.isAdult === true && choices.showsMessageText,
  } satisfies Record<Exclude<StoredType, OfficialType>, boolean> & NotificationPreferences;
}

/**
 * Switches kinds on and off. Notifications that came while a kind was off appear when it is
 * switched on again, marked as seen. Throws `forbidden` for what a minor can't switch on.
 */
export async function setPreferences(
  viewer: Viewer,
  changes: Partial<NotificationPreferences>,
): Promise<NotificationPreferences> {
  const { custom, customFromEveryone, message, messageText } = changes;
  await transaction(async (tx) => {
    await lockRows(tx, "users", [viewer.id]);
    const before = await tx.user.findUniqueOrThrow({ where: { id: viewer.id }, select: CHOICES });
    if ((messageText && !before.isAdult) || ((custom || customFromEveryone) && before.isAdult === false))
      throw new ApiError("forbidden", FOR_ADULTS);
    const wasOff = (type: NotificationType) => before.mutedNotifications.includes(type);
    await tx.user.update({
      where: { id: viewer.id },
      data: {
        mutedNotifications: notificationTypeField.options.filter(
          (type) => changes[type] === false || (wasOff(type) && changes[type] !== true),
        ),
        mutedCustom: custom === undefined ? before.mutedCustom : !custom,
        mutedMessages: message === undefined ? before.mutedMessages : !message,
        ...(customFromEveryone !== undefined && { customFromEveryone }),
        ...(messageText !== undefined && { showsMessageText: messageText }),
      },
    });
    const unmuted = notificationTypeField.options.filter((type) => wasOff(type) && changes[type] === true);
    const isCustomUnmuted = before.mutedCustom && custom === true;
    await tx.notification.updateMany({
      where: {
        receiverId: viewer.id,
        seen: false,
        OR: [
          { customType: null, type: { in: unmuted } },
          ...(isCustomUnmuted ? [{ customType: { not: null } }] : []),
        ],
      },
      data: { seen: true },
    });
    // Updates the person's other tabs and devices.
    afterCommit(tx, () => publishChange(viewer.id));
  });
  return getPreferences(viewer);
}
