import "server-only";
import type { Notification, NotificationType } from "@/lib/notifications/contract";
import { mediaUrls } from "@/lib/uploads/view";
import { type MemberRow, viewMember } from "@/lib/users/view";

/** A notification's row as the wire shows it. */

export type NotificationRow = MemberRow & {
  id: string;
  type: NotificationType;
  message: string;
  seen: boolean;
  createdAt: Date;
  post_id: string | null;
  public_id: string | null;
  media_type: "image" | "video" | null;
  format: string | null;
};

export function viewNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    type: row.type,
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
