import { LIKED } from "@/lib/notifications/messages";
import type { Notification } from "@/lib/notifications/schema";

/** The rows of the notifications screen: single notifications, and grouped likes of one post. */

export type NotificationRows = (
  | { kind: "single"; key: string; notification: Notification }
  | { kind: "likes"; key: string; notifications: [Notification, Notification, ...Notification[]] }
)[];

/** The longest gap between two likes of one group: today's likes are news, last month's are not. */
const GROUP_GAP_MS = 24 * 60 * 60 * 1_000;

/**
 * Groups likes of one post that are at most a day apart. `notifications` is newest first, and a
 * group takes the place of its newest like. Its key is its oldest like, so that the row stays
 * mounted while new likes come in.
 */
export function groupLikes(notifications: readonly Notification[]): NotificationRows {
  const groups: Notification[][] = [];
  const groupByPost = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const { type, custom, postId } = notification;
    const post = type === "like" && !custom && postId?._id;
    const group = post ? groupByPost.get(post) : undefined;
    const previous = group?.at(-1);
    if (group && previous && timeOf(previous) - timeOf(notification) <= GROUP_GAP_MS) {
      group.push(notification);
      continue;
    }
    const newGroup = [notification];
    groups.push(newGroup);
    if (post) groupByPost.set(post, newGroup);
  }
  return groups.map((group) => {
    const [first, second, ...others] = group as [Notification, ...Notification[]];
    return second
      ? { kind: "likes", key: (group.at(-1) ?? first)._id, notifications: [first, second, ...others] }
      : { kind: "single", key: first._id, notification: first };
  });
}

const timeOf = ({ createdAt }: Notification) => Date.parse(createdAt);

/**
 * The text after the first name: `and Dev Patel liked your post`, `and 4 others liked your post`.
 */
export function likesText(names: readonly string[]): string {
  const others = names.length - 1;
  return others === 1 ? `and ${names[1]} ${LIKED}` : `and ${others} others ${LIKED}`;
}
