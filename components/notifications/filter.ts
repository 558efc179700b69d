"use client";

import { useSearchParam } from "@/lib/dom/use-search-param";
import type { Notification, NotificationType } from "@/lib/notifications/schema";

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

/** The filter that shows a type, besides All and Unread. */
const FILTER_OF: Record<NotificationType, NotificationFilter> = {
  like: "likes",
  comment: "comments",
  follow: "follows",
  reply: "comments",
  comment_like: "likes",
  mention: "comments",
};
const filtersByType: Partial<Record<string, NotificationFilter>> = FILTER_OF;

type Filterable = Pick<Notification, "type" | "seen">;

/**
 * One sent by hand is filtered by the type its sender chose. Its words say that it was sent by
 * hand.
 */
export function passesFilter(filter: NotificationFilter, { type, seen }: Filterable): boolean {
  if (filter === "all") return true;
  if (filter === "unread") return !seen;
  return filtersByType[type] === filter;
}

const EMPTY: Record<NotificationFilter, string> = {
  all: "You're all caught up! Check back later for new updates.",
  unread: "No unread notifications found.",
  likes: "No likes notifications found.",
  comments: "No comments notifications found.",
  follows: "No follows notifications found.",
};

/** The text of an empty list. */
export const emptyText = (filter: NotificationFilter): string => EMPTY[filter];

/** The filter of the notifications screen, stored in the address. */
export function useFilter(): [NotificationFilter, (next: NotificationFilter) => void] {
  const [chosen, choose] = useSearchParam("filter");
  const filter = FILTERS.find(({ value }) => value === chosen)?.value ?? "all";
  return [filter, (next) => choose(next === "all" ? undefined : next)];
}
