import "server-only";
import type { Notification, NotificationType } from "@/lib/notifications/contract";
import { mediaUrls } from "@/lib/uploads/view";
import { type MemberRow, memberColumns, viewMember } from "@/lib/users/view";
import { Prisma } from "@/prisma/generated/client/client";

/** A notification's row as the wire shows it. */

export type NotificationRow = MemberRow & {
  id: string;
  type: NotificationType;
  custom: boolean;
  message: string;
  seen: boolean;
  createdAt: Date;
  post_id: string | null;
  public_id: string | null;
  media_type: "image" | "video" | null;
  format: string | null;
};

/** What `viewNotification` needs of `n`, a row of notifications, with `notificationJoins`. */
export const notificationColumns = Prisma.sql`
  n.id, coalesce(n.custom_type, n.type)::text AS type, n.custom_type IS NOT NULL AS custom, n.message, n.seen, n.created_at AS "createdAt",
  ${memberColumns},
  p.id AS post_id, m.public_id, m.media_type::text AS media_type, m.format`;
export const notificationJoins = Prisma.sql`
  JOIN users u ON u.id = n.sender_id
  LEFT JOIN posts p ON p.id = n.post_id
  LEFT JOIN media_assets m ON m.id = p.asset_id`;

export function viewNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    type: row.type,
    custom: row.custom,
    message: row.message,
    senderId: viewMember(row),
    postId: viewPostOf(row),
    seen: row.seen,
    createdAt: row.createdAt.toISOString(),
  };
}

function viewPostOf(row: NotificationRow): Notification["postId"] {
  if (!row.post_id || !row.public_id || !row.media_type || !row.format) return null;
  const { mediaUrl, thumbnail } = mediaUrls({
    publicId: row.public_id,
    mediaType: row.media_type,
    format: row.format,
  });
  return { _id: row.post_id, mediaUrl, mediaType: row.media_type, thumbnail };
}
