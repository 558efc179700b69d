import { v5 as uuid } from "uuid";
import type { NotificationType } from "@/lib/notifications/schema";

/** A like or comment on a post, or a person joining a circle. */
export type NotificationEvent = {
  senderId: string;
  receiverId: string;
  type: NotificationType;
  postId: string | null;
};

/** Any fixed UUID, to separate these ids from other name-based ones. */
const NAMESPACE = "5b0ad5f6-3f0c-4a57-9a49-5d1c8f0c5c0e";

/**
 * The id of an event's notification. The same event always has the same id, also after it was
 * undone. A new id would tell the sender whether the receiver had seen or deleted the last one.
 */
export function eventId({ senderId, receiverId, type, postId }: NotificationEvent): string {
  return uuid([senderId, receiverId, type, postId].join(), NAMESPACE);
}
