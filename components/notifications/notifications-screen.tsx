"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import {
  emptyText,
  type NotificationFilter,
  passesFilter,
  useFilter,
} from "@/components/notifications/filter";
import { NewAtTop, NotificationList, useWaitingAtTop } from "@/components/notifications/notification-list";
import { NotificationSkeletons } from "@/components/notifications/notification-skeletons";
import { groupLikes } from "@/components/notifications/rows";
import { SampleNotifications } from "@/components/notifications/sample-notifications";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { announce } from "@/lib/dom/announce";
import { useIsVisible } from "@/lib/dom/screen-hooks";
import { useTranslate } from "@/lib/language/translate";
import { hasNew, notificationItems } from "@/lib/notifications/client/cache";
import { useMarkViewed } from "@/lib/notifications/client/mutations";
import { notificationsOptions } from "@/lib/notifications/client/queries";

/**
 * The viewer's notifications, newest first (docs/product.md, Notifications). The header is above.
 */
export function NotificationsScreen() {
  const t = useTranslate();
  const query = useInfiniteQuery(notificationsOptions());
  const [filter, setFilter] = useFilter();
  const restoredKey = useRef<string>(undefined);
  const list = query.data;
  const loaded = notificationItems.all(list);
  const isWaiting = useWaitingAtTop(loaded[0]);
  const matches = loaded.filter((notification) => passesFilter(filter, notification));
  const shown = matches.filter((notification) => !isWaiting(notification));

  useNoteViewing(list !== undefined);

  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  // A filter without matches loads older pages until it has one or a page fails.
  const isSearchingOlder = list !== undefined && shown.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isSearchingOlder && !isFetching) void fetchNextPage();
  }, [isSearchingOlder, isFetching, fetchNextPage]);
  const isGrouped = groupLikes(shown).length < shown.length;
  const canLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  const end = useFilledScreen(isGrouped && canLoad, shown.length, fetchNextPage);
  useLogError(query.isFetchNextPageError ? query.error : null);

  const showAll = () => {
    setFilter("all");
    announce(t("Showing all notifications."));
  };

  if (!list && query.isError) {
    return (
      <Card bleed>
        <SampleNotifications
          error={query.error}
          onRetry={() => query.refetch()}
          isPending={query.isFetching}
        />
      </Card>
    );
  }
  return (
    <>
      <NewAtTop count={matches.length - shown.length} />
      <Card bleed className="overflow-hidden">
        {!list || isSearchingOlder ? (
          <NotificationSkeletons />
        ) : shown.length === 0 ? (
          <EmptyState
            icon={BellOff}
            title={t("No notifications")}
            action={<EmptyAction filter={filter} onShowAll={showAll} />}
          >
            {t(emptyText(filter))}
          </EmptyState>
        ) : (
          <NotificationList notifications={shown} restoredKey={restoredKey} loadedAt={query.dataUpdatedAt} />
        )}
      </Card>
      <div ref={end} />
      {shown.length > 0 && (
        <ListEnd
          hasMore={hasNextPage}
          hasFailed={isFetchNextPageError}
          isPending={query.isFetchingNextPage}
          pageCount={list?.pages.length ?? 0}
          onLoadMore={() => void fetchNextPage()}
        />
      )}
    </>
  );
}

/**
 * Notes that the person looks at the list, where anything in it is new: when it is shown, when they
 * come back to its tab, and when they leave it. Not whenever something comes: the tab may be open
 * on a desk while its person waits for the bell of their phone.
 */
function useNoteViewing(isShown: boolean): void {
  const client = useQueryClient();
  const { mutate: markViewed } = useMarkViewed();
  const isViewed = useIsVisible() && isShown;
  const note = useEffectEvent(() => {
    if (hasNew(client)) markViewed();
  });
  useEffect(() => {
    if (isViewed) note();
  }, [isViewed]);
  useEffect(() => (isShown ? () => note() : undefined), [isShown]);
}

/**
 * Grouped likes may turn a page into a few rows. Then older pages load until the end of the list,
 * which the returned ref marks, is below the screen.
 */
function useFilledScreen(
  canLoad: boolean,
  shownCount: number,
  loadMore: () => unknown,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves with what is shown
  useEffect(() => {
    if (!canLoad || !end.current) return;
    const endsAt = end.current.getBoundingClientRect().top + window.scrollY;
    if (endsAt < window.innerHeight) loadMore();
  }, [canLoad, shownCount, loadMore]);
  return end;
}

/** The way on from an empty list: clear the filter, or find people. */
function EmptyAction({ filter, onShowAll }: { filter: NotificationFilter; onShowAll: () => void }) {
  const t = useTranslate();
  if (filter === "all") {
    return (
      <ButtonLink href="/search-users" prefetch={false} variant="soft">
        {t("Find people")}
      </ButtonLink>
    );
  }
  return (
    <Button variant="soft" onClick={onShowAll}>
      {t("Show all notifications")}
    </Button>
  );
}

function ListEnd({
  hasMore,
  hasFailed,
  isPending,
  pageCount,
  onLoadMore,
}: {
  hasMore: boolean;
  hasFailed: boolean;
  isPending: boolean;
  pageCount: number;
  onLoadMore: () => void;
}) {
  const t = useTranslate();
  if (hasFailed && !isPending) {
    return (
      <div role="alert" className="flex flex-col items-center gap-3 px-4 py-6 text-center">
        <p className="text-ink2">{t("Older notifications couldn't be loaded.")}</p>
        <Button variant="secondary" onClick={onLoadMore}>
          {t("Try Again")}
        </Button>
      </div>
    );
  }
  if (hasMore) {
    return (
      <div className="flex justify-center px-4 py-6">
        <Button variant="secondary" onClick={isPending ? undefined : onLoadMore} aria-busy={isPending}>
          {isPending ? t("Loading...") : t("Load More Notifications")}
        </Button>
      </div>
    );
  }
  if (pageCount < 2) return null;
  return (
    <p className="px-4 py-6 text-center text-ink2">{t("You've reached the end of your notifications.")}</p>
  );
}

/** Logs why older notifications failed to load. */
function useLogError(error: Error | null): void {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the screen does not show the cause
    if (error) console.warn("Could not load more notifications.", error);
  }, [error]);
}
