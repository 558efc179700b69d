import type { Notification } from "@/lib/notifications/schema";
import { personOf } from "@/tests/user-fixture";

/** A like by Kabir Rao that was seen, of no post, except `change`. */
export const notificationOf = (change: Partial<Notification> = {}): Notification => ({
  _id: "notification",
  type: "like",
  custom: false,
  message: "liked your post",
  senderId: personOf("kabir", "Kabir Rao"),
  postId: null,
  commentId: null,
  seen: true,
  createdAt: "2026-11-21T09:00:00.000Z",
  ...change,
});
