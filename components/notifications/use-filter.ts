"use client";

import { FILTERS, type NotificationFilter } from "@/components/notifications/filter";
import { useSearchParam } from "@/lib/dom/use-search-param";

/** The filter of the notifications screen, kept in the address. */
export function useFilter(): [NotificationFilter, (next: NotificationFilter) => void] {
  const [chosen, choose] = useSearchParam("filter");
  const filter = FILTERS.find(({ value }) => value === chosen)?.value ?? "all";
  return [filter, (next) => choose(next === "all" ? undefined : next)];
}
