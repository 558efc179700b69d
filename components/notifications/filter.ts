import type { Notification } from "@/lib/notifications/schema";

/**
 * The filters of the notifications screen (the specification, §2, §4). They apply to what is
 * loaded. Pure.
 */

export type NotificationFilter = "all" | "unread" | "likes" | "comments" | "follows";

export const FILTERS: readonly { value: NotificationFilter; label: string }[] = [
  { value: "all", label: "All Notifications" },
  { value: "unread", label: "Unread" },
  { value: "likes", label: "Likes" },
  { value: "comments", label: "Comments" },
  { value: "follows", label: "Follows" },
];

/** The filter's short name, as its button and the banner show it. */
export function filterName(filter: NotificationFilter): string {
  return filter === "all" ? "All" : (FILTERS.find(({ value }) => value === filter)?.label ?? filter);
}

type Filterable = Pick<Notification, "type" | "custom" | "seen">;

/**
 * What a member sent by hand is neither a like nor a comment nor a join, whatever type they named.
 */
export function passesFilter(filter: NotificationFilter, { type, custom, seen }: Filterable): boolean {
  switch (filter) {
    case "all":
      return true;
    case "unread":
      return !seen;
    case "likes":
      return type === "like" && !custom;
    case "comments":
      return type === "comment" && !custom;
    case "follows":
      return type === "follow" && !custom;
  }
}

/** Why nothing is shown. */
export function emptyText(filter: NotificationFilter): string {
  return filter === "all"
    ? "You're all caught up! Check back later for new updates."
    : `No ${filter} notifications found.`;
}
