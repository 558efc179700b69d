import type { Notification } from "@/lib/notifications/schema";

/** The filters of the notifications screen. They apply to the loaded notifications only. */

export type NotificationFilter = "all" | "unread" | "likes" | "comments" | "follows";

export const FILTERS: readonly { value: NotificationFilter; label: string }[] = [
  { value: "all", label: "All Notifications" },
  { value: "unread", label: "Unread" },
  { value: "likes", label: "Likes" },
  { value: "comments", label: "Comments" },
  { value: "follows", label: "Follows" },
];

/** The short name on the filter's button and banner. */
export function filterName(filter: NotificationFilter): string {
  return filter === "all" ? "All" : (FILTERS.find(({ value }) => value === filter)?.label ?? filter);
}

type Filterable = Pick<Notification, "type" | "custom" | "seen">;

/** A notification sent by hand is not a like, comment or join, whatever type its sender chose. */
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

/** The text of an empty list. */
export function emptyText(filter: NotificationFilter): string {
  return filter === "all"
    ? "You're all caught up! Check back later for new updates."
    : `No ${filter} notifications found.`;
}
