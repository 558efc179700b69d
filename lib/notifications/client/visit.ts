"use client";

import { type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { notificationItems, notificationsKeys } from "@/lib/notifications/client/cache";
import { useMarkManySeen } from "@/lib/notifications/client/mutations";
import { notificationsOptions, unreadOptions, useUnreadCount } from "@/lib/notifications/client/queries";
import { MARKED_MAX } from "@/lib/notifications/policy";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/schema";
import { isNewer } from "@/lib/query/pages";

/**
 * A visit of the notifications screen. Opening the screen marks what it shows as seen, and so
 * clears the bell; until the person leaves, those are shown as unread all the same, with all that
 * can be done with unread ones. What comes during the visit stays unread.
 */

type Visit = {
  /** The history entry, which Back returns to: then the visit goes on. */
  entry: string | undefined;
  /** What the screen has marked as seen and still shows as unread. */
  unread: ReadonlySet<string>;
};

const visit = createStore<Visit>(() => ({ entry: undefined, unread: new Set() }));

/** Ends the visit, unless this is its place in the history. */
function arrive(): void {
  const entry = window.navigation?.currentEntry?.key;
  if (entry === undefined || entry !== visit.getState().entry) visit.setState({ entry, unread: new Set() });
}

/** Shows those of `ids` as read; without `ids` all of this visit. */
export function readInVisit(ids?: readonly string[]): void {
  const left = ids ? [...visit.getState().unread].filter((id) => !ids.includes(id)) : [];
  visit.setState({ unread: new Set(left) });
}

/** The ids of what this visit shows as unread although it is marked as seen. */
export const useVisit = (): ReadonlySet<string> => useStore(visit, ({ unread }) => unread);

/** How many the screen shows as unread: those of this visit, and what is not seen. */
export function useUnreadInVisit(): number {
  const shown = useVisit();
  const list = useInfiniteQuery({ ...notificationsOptions(), enabled: false }).data;
  const seen = notificationItems.all(list).filter((row) => row.seen && shown.has(row._id)).length;
  return useUnreadCount() + seen;
}

/**
 * Marks `list` as seen when the screen opens, and what older pages bring later; undefined while
 * nothing is loaded yet.
 */
export function useLook(list: { pages: NotificationsAnswer[] } | undefined): void {
  const client = useQueryClient();
  const { mutate } = useMarkManySeen();
  /** The newest when the screen opened; null: there was none. */
  const newest = useRef<Notification | null>(undefined);
  useEffect(() => arrive(), []);

  const look = useEffectEvent(() => {
    const rows = notificationItems.all(list);
    const unseen = rows.filter(({ seen }) => !seen);
    const isFirst = newest.current === undefined;
    if (isFirst) newest.current = rows[0] ?? null;
    if (isFirst && isOutdated(client, unseen.length)) {
      void client.prefetchQuery({ ...unreadOptions(), staleTime: 0 });
      return;
    }
    const opened = newest.current;
    const known = visit.getState().unread;
    const looked = unseen.filter((row) => opened && !isNewer(row, opened) && !known.has(row._id));
    const ids = looked.map(({ _id }) => _id).slice(0, MARKED_MAX);
    if (ids.length === 0) return;
    visit.setState({ unread: new Set([...known, ...ids]) });
    mutate(ids);
  });
  useEffect(() => {
    if (list) look();
  }, [list]);
}

/**
 * What was marked as seen while the screen was on its way is still unseen in the rows it brought.
 * The count then says less than they do, and asking for it brings current rows.
 */
function isOutdated(client: QueryClient, unseen: number): boolean {
  // A write asks for both when it is done.
  if (client.isMutating({ mutationKey: notificationsKeys.writes() }) > 0) return false;
  const unread = client.getQueryData<number>(notificationsKeys.unread());
  return unread !== undefined && unread < unseen;
}
