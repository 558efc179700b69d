"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { emptyText, type NotificationFilter, passesFilter } from "@/components/notifications/filter";
import { NewAtTop } from "@/components/notifications/new-at-top";
import { NotificationList } from "@/components/notifications/notification-list";
import { NotificationSkeletons } from "@/components/notifications/notification-skeletons";
import { NotificationsHeader } from "@/components/notifications/notifications-header";
import { SampleNotifications } from "@/components/notifications/sample-notifications";
import { useWaitingAtTop } from "@/components/notifications/use-waiting-at-top";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useMarkAllSeen } from "@/lib/notifications/client/mutations";
import { notificationsOptions, useUnreadCount } from "@/lib/notifications/client/queries";

/**
 * Who liked, commented and joined, newest first (the specification, §2, "Notifications screen").
 */
export function NotificationsScreen() {
  const query = useInfiniteQuery(notificationsOptions());
  const unread = useUnreadCount();
  const markAllSeen = useMarkAllSeen();
  const [filter, setFilter] = useState<NotificationFilter>("all");
  const arriving = useRef<string>(undefined);
  const list = query.data;
  const loaded = list?.pages.flatMap((page) => page.notifications) ?? [];
  const isWaiting = useWaitingAtTop(loaded[0]);
  const passing = loaded.filter((one) => passesFilter(filter, one));
  const shown = passing.filter((one) => !isWaiting(one));

  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  // A filter with nothing to show looks on in older pages (contract §7), until one fails.
  const looksFurther = list !== undefined && shown.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (looksFurther && !isFetching) void fetchNextPage();
  }, [looksFurther, isFetching, fetchNextPage]);
  useLoggedFailure(query.isFetchNextPageError ? query.error : null);

  if (!list && query.isError) {
    return (
      <>
        <NotificationsHeader unread={0} filter="all" onFilter={setFilter} onMarkAllRead={() => {}} />
        <Card bleed>
          <SampleNotifications
            error={query.error}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      </>
    );
  }
  return (
    <>
      <NotificationsHeader
        unread={unread}
        filter={filter}
        onFilter={setFilter}
        onMarkAllRead={() => markAllSeen.mutate()}
      />
      <NewAtTop count={passing.length - shown.length} />
      <Card bleed className="overflow-hidden">
        {!list || looksFurther ? (
          <NotificationSkeletons />
        ) : shown.length === 0 ? (
          <EmptyState
            icon={BellOff}
            title="No notifications"
            action={<WayOn filter={filter} onShowAll={() => setFilter("all")} />}
          >
            {emptyText(filter)}
          </EmptyState>
        ) : (
          <NotificationList notifications={shown} arriving={arriving} />
        )}
      </Card>
      {shown.length > 0 && (
        <ListEnd
          more={hasNextPage}
          failed={isFetchNextPageError}
          loading={query.isFetchingNextPage}
          pages={list?.pages.length ?? 0}
          onMore={() => void fetchNextPage()}
        />
      )}
    </>
  );
}

/** What to do where nothing is shown: see the others, or find people who will make some noise. */
function WayOn({ filter, onShowAll }: { filter: NotificationFilter; onShowAll: () => void }) {
  if (filter === "all") {
    return (
      <ButtonLink href="/search-users" prefetch={false} variant="soft">
        Find people
      </ButtonLink>
    );
  }
  return (
    <Button variant="soft" onClick={onShowAll}>
      Show all notifications
    </Button>
  );
}

function ListEnd({
  more,
  failed,
  loading,
  pages,
  onMore,
}: {
  more: boolean;
  failed: boolean;
  loading: boolean;
  pages: number;
  onMore: () => void;
}) {
  if (failed && !loading) {
    return (
      <div role="alert" className="flex flex-col items-center gap-3 px-4 py-6 text-center">
        <p className="text-ink2">Older notifications couldn't be loaded.</p>
        <Button variant="secondary" onClick={onMore}>
          Try Again
        </Button>
      </div>
    );
  }
  if (more) {
    return (
      <div className="flex justify-center px-4 py-6">
        <Button variant="secondary" onClick={loading ? undefined : onMore} aria-busy={loading}>
          {loading ? "Loading..." : "Load More Notifications"}
        </Button>
      </div>
    );
  }
  if (pages < 2) return null;
  return <p className="px-4 py-6 text-center text-ink2">You've reached the end of your notifications.</p>;
}

/** The specification (§8) wants a failed load of older ones logged. */
function useLoggedFailure(error: Error | null): void {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for a log line here (§8)
    if (error) console.warn("Could not load more notifications.", error);
  }, [error]);
}
