import "server-only";
import type { Notification, NotificationType } from "@/lib/notifications/schema";
import {
  isJoinedBy,
  toUserSummary,
  type UserSummaryRow,
  userSummaryColumns,
} from "@/lib/profiles/server/rows";
import type { CardBackground } from "@/lib/text/card-look";
import { mediaUrls } from "@/lib/uploads/server/rows";
import { Prisma } from "@/prisma/generated/client/client";

/** The SQL columns of a notification, and their mapping to the wire format. */

/** A notification with its sender and its post. */
export type NotificationRow = UserSummaryRow & {
  id: string;
  type: NotificationType;
  custom: boolean;
  message: string;
  seen: boolean;
  createdAt: Date;
  isInCircle: boolean;
  postId: string | null;
  commentId: string | null;
  publicId: string | null;
  mediaType: "image" | "video" | null;
  format: string | null;
  hasPoster: boolean | null;
  /** Null of a post that is no card. */
  card: { text: string; background: CardBackground } | null;
};

/** The words of a post `p` that is a card, and their background. */
export const cardColumn = Prisma.sql`
  CASE WHEN p.card_background IS NOT NULL THEN json_build_object('text', p.caption, 'background', p.card_background) END AS card`;

/** The columns of a notification `n` that `toNotification` needs; goes with `notificationJoins`. */
export const notificationColumns = Prisma.sql`
  n.id, coalesce(n.custom_type, n.type)::text AS type, n.custom_type IS NOT NULL AS custom, n.message, n.seen,
  n.created_at AS "createdAt", ${userSummaryColumns(Prisma.sql`n.receiver_id`)}, ${isJoinedBy(Prisma.sql`n.receiver_id`)} AS "isInCircle",
  p.id AS "postId", n.comment_id AS "commentId", a.public_id AS "publicId", a.media_type::text AS "mediaType", a.format,
  a.has_poster AS "hasPoster", ${cardColumn}`;
export const notificationJoins = Prisma.sql`
  JOIN users u ON u.id = n.sender_id
  LEFT JOIN posts p ON p.id = n.post_id
  LEFT JOIN post_media m ON m.post_id = p.id AND m.position = 0 LEFT JOIN media_assets a ON a.id = m.asset_id`;

export function toNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    type: row.type,
    custom: row.custom,
    message: row.message,
    senderId: { ...toUserSummary(row), isInCircle: row.isInCircle },
    postId: toNotificationPost(row),
    commentId: row.commentId,
    seen: row.seen,
    createdAt: row.createdAt.toISOString(),
  };
}

function toNotificationPost({
  postId,
  publicId,
  mediaType,
  format,
  hasPoster,
  card,
}: NotificationRow): Notification["postId"] {
  if (!postId || !publicId || !mediaType || !format) return null;
  return {
    _id: postId,
    mediaType,
    ...mediaUrls({ publicId, mediaType, format, hasPoster: hasPoster ?? false }),
    ...(card && { card }),
  };
}
