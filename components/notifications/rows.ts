import type { Translate } from "@/lib/language/translator";
import type { Notification } from "@/lib/notifications/schema";
import { isolated } from "@/lib/text/names";

/**
 * The rows of the notifications screen: single notifications, and grouped likes of one post or one
 * comment.
 */

export type NotificationRows = (
  | { kind: "single"; key: string; notification: Notification }
  | { kind: "likes"; key: string; notifications: [Notification, Notification, ...Notification[]] }
)[];

/** The longest gap between two likes of one group: today's likes are news, last month's are not. */
const GROUP_GAP_MS = 24 * 60 * 60 * 1_000;

/** What a notification likes, if it is a like. */
const likedIn = ({ type, custom, postId, commentId }: Notification) =>
  custom ? undefined : type === "like" ? postId?._id : type === "comment_like" ? commentId : undefined;

/**
 * Groups likes of one thing that are at most a day apart. `notifications` is newest first, and a
 * group takes the place of its newest like. Its key is the thing and how many newer groups it has,
 * so that the row stays mounted while likes come in or go.
 */
export function groupLikes(notifications: readonly Notification[]): NotificationRows {
  const groups: Notification[][] = [];
  const groupByThing = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const thing = likedIn(notification);
    const group = thing ? groupByThing.get(thing) : undefined;
    const previous = group?.at(-1);
    if (group && previous && timeOf(previous) - timeOf(notification) <= GROUP_GAP_MS) {
      group.push(notification);
      continue;
    }
    const newGroup = [notification];
    groups.push(newGroup);
    if (thing) groupByThing.set(thing, newGroup);
  }
  const groupsOfThing = new Map<string, number>();
  return groups.map((group) => {
    const [first, second, ...others] = group as [Notification, ...Notification[]];
    if (!second) return { kind: "single", key: first._id, notification: first };
    const thing = likedIn(first) ?? "";
    const newer = groupsOfThing.get(thing) ?? 0;
    groupsOfThing.set(thing, newer + 1);
    return { kind: "likes", key: `${thing} ${newer}`, notifications: [first, second, ...others] };
  });
}

const timeOf = ({ createdAt }: Notification) => Date.parse(createdAt);

/** How many days before today are `This week`, with it. */
export const DAYS_OF_WEEK_BEFORE = 6;

/** The sections of the list. */
const SECTIONS = ["Today", "This week", "Earlier"] as const;

export type NotificationSection = { title: (typeof SECTIONS)[number]; rows: NotificationRows };

/** Splits rows, newest first, by the day of their newest notification, without empty days. */
export function sectionsOf(
  rows: NotificationRows,
  startOfToday: number,
  startOfWeek: number,
): NotificationSection[] {
  const titleOf = (row: NotificationRows[number]) => {
    const time = timeOf(row.kind === "single" ? row.notification : row.notifications[0]);
    if (time >= startOfToday) return "Today";
    return time >= startOfWeek ? "This week" : "Earlier";
  };
  return SECTIONS.map((title) => ({ title, rows: rows.filter((row) => titleOf(row) === title) })).filter(
    (section) => section.rows.length > 0,
  );
}

/**
 * The text after the first name: `and Dev Patel liked your post`, `and 4 others liked your post`,
 * or your comment.
 */
export function likesText(names: readonly string[], type: string, t: Translate): string {
  const others = names.length - 1;
  const isOfComment = type === "comment_like";
  if (others === 1) {
    const name = isolated(names[1] ?? "");
    return isOfComment
      ? t("and {name} liked your comment", { name })
      : t("and {name} liked your post", { name });
  }
  return isOfComment
    ? t("and {others} others liked your comment", { others })
    : t("and {others} others liked your post", { others });
}
