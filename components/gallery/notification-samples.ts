import { BROKEN_IMAGE, hoursBefore, idOf, MEMBERS, picture } from "@/components/gallery/samples";
import type { Notification, NotificationType } from "@/lib/notifications/schema";

/** Sample notifications for the gallery. */

type Change = Partial<Omit<Notification, "senderId">> & {
  senderId?: Omit<Notification["senderId"], "isInCircle">;
};

function notification(
  number: number,
  type: NotificationType | "moderation" | "report",
  { senderId = MEMBERS.ishita, ...change }: Change,
): Notification {
  const message = {
    like: "liked your post",
    comment: "commented: “Which roof?”",
    follow: "joined your circle",
    moderation: "Moderators removed your post: Spam",
    report: "We removed the post you reported.",
  }[type];
  return {
    _id: idOf(300 + number),
    type,
    custom: false,
    message,
    senderId: { ...senderId, isInCircle: senderId === MEMBERS.kabir },
    postId: null,
    seen: true,
    createdAt: hoursBefore(number + 1),
    ...change,
  };
}

const about = (number: number, media: Partial<NonNullable<Notification["postId"]>> = {}) => ({
  _id: idOf(100 + number),
  mediaUrl: picture(18),
  mediaType: "image" as const,
  thumbnail: picture(18, 320, 240),
  ...media,
});

export const NOTIFICATIONS: Notification[] = [
  notification(0, "like", { postId: about(0), seen: false }),
  notification(1, "comment", {
    postId: about(1, { mediaType: "video" }),
    seen: false,
    senderId: MEMBERS.kabir,
  }),
  notification(2, "follow", { senderId: MEMBERS.meera, seen: false }),
  notification(6, "follow", { senderId: MEMBERS.kabir }),
  notification(7, "report", {}),
  notification(8, "moderation", {}),
  notification(3, "like", { postId: about(3, { thumbnail: BROKEN_IMAGE, mediaUrl: BROKEN_IMAGE }) }),
  notification(4, "comment", { senderId: MEMBERS.longName, message: `commented: “${"and on ".repeat(30)}”` }),
  notification(5, "like", { custom: true, senderId: MEMBERS.kabir, message: "Bring your sketches tomorrow" }),
];

/** Likes of one post by several people, grouped into one expandable row. */
export const GROUPED_LIKES: Notification[] = [MEMBERS.ishita, MEMBERS.kabir, MEMBERS.meera].map(
  (senderId, index) => notification(20 + index, "like", { senderId, postId: about(0), seen: index > 0 }),
);
