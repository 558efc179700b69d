import { v5 as uuid } from "uuid";
import type { NotificationType } from "@/lib/notifications/schema";

/** Something that happened: a like or comment of a post, or joining a circle. */
export type Event = { senderId: string; receiverId: string; type: NotificationType; postId: string | null };

/** Any fixed UUID: it keeps these ids apart from other name-based ones. */
const NAMESPACE = "5b0ad5f6-3f0c-4a57-9a49-5d1c8f0c5c0e";

/**
 * The id of an event's notification. The same event always gets the same one, also after it was
 * taken back, so that a sender who does it again can't tell by a new id whether the receiver had
 * seen or deleted the last one.
 */
export function eventId({ senderId, receiverId, type, postId }: Event): string {
  return uuid([senderId, receiverId, type, postId].join(), NAMESPACE);
}
