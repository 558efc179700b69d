import { LIKED } from "@/lib/notifications/messages";
import type { Notification } from "@/lib/notifications/schema";

/** The rows of the notifications screen: single ones, and likes of one post as one. Pure. */

export type NotificationRows = (
  | { kind: "one"; key: string; notification: Notification }
  | { kind: "likes"; key: string; notifications: [Notification, Notification, ...Notification[]] }
)[];

/**
 * Likes of a post that are further apart stay apart: today's are news, last month's are not. In
 * milliseconds.
 */
const APART_MS = 24 * 60 * 60 * 1_000;

/**
 * Puts likes of one post together, each no more than a day after the one before; the row stands
 * where its newest one does. `list` is newest first. A row's key is its oldest one, so that it
 * stays the same row while likes come in.
 */
export function groupLikes(list: readonly Notification[]): NotificationRows {
  const groups: Notification[][] = [];
  const open = new Map<string, Notification[]>();
  for (const notification of list) {
    const { type, custom, postId } = notification;
    const post = type === "like" && !custom && postId?._id;
    const group = post ? open.get(post) : undefined;
    const previous = group?.at(-1);
    if (group && previous && at(previous) - at(notification) <= APART_MS) {
      group.push(notification);
      continue;
    }
    const started = [notification];
    groups.push(started);
    if (post) open.set(post, started);
  }
  return groups.map((notifications) => {
    const [first, second, ...rest] = notifications as [Notification, ...Notification[]];
    return second
      ? { kind: "likes", key: (notifications.at(-1) ?? first)._id, notifications: [first, second, ...rest] }
      : { kind: "one", key: first._id, notification: first };
  });
}

const at = ({ createdAt }: Notification) => Date.parse(createdAt);

/**
 * What a row of likes says after its first name: `and Dev Patel liked your post`, `and 4 others
 * liked your post`.
 */
export function likesText(names: readonly string[]): string {
  const others = names.length - 1;
  return others === 1 ? `and ${names[1]} ${LIKED}` : `and ${others} others ${LIKED}`;
}
