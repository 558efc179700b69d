"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type LogRow, lastSeenOwn, logRows } from "@/components/messages/log-rows";
import { MessageBubble } from "@/components/messages/message-bubble";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/progress";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { announce } from "@/lib/dom/announce";
import { useInView } from "@/lib/dom/use-in-view";
import { useStartOfDay, useUtcOffset } from "@/lib/dom/use-relative-time";
import { catchUp, messageItems } from "@/lib/messages/client/cache";
import { useMarkSeen, useOutgoing } from "@/lib/messages/client/mutations";
import { logOptions } from "@/lib/messages/client/queries";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import type { Conversation, Message } from "@/lib/messages/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { dayTitle } from "@/lib/time/relative-time";

/** The most pages to load on opening, to reach the first unread message. */
const UNREAD_PAGES_MAX = 5;
/** Scrolled up by more than this many pixels, the reader is not at the end. */
const AWAY_PX = 80;
const AT_TOP = { rootMargin: "0px", threshold: 0 };

const useLog = (conversationId: string) => useInfiniteQuery(logOptions(conversationId));
type LogQuery = ReturnType<typeof useLog>;

/** What was said in a conversation, the newest at the end. Older messages load on scrolling up. */
export function MessageLog({ conversation }: { conversation: Conversation }) {
  const query = useLog(conversation._id);
  if (query.isPending) return <MessageSkeletons />;
  if (!query.data)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />;
  return <LoadedLog conversation={conversation} query={query} />;
}

function LoadedLog({ conversation, query }: { conversation: Conversation; query: LogQuery }) {
  const { _id, seenUpTo, box } = conversation;
  const meId = useMe()?._id;
  const messages = messageItems.all(query.data);
  const outgoing = useOutgoing(_id);
  const utcOffset = useUtcOffset();
  const startOfToday = useStartOfDay(query.dataUpdatedAt);
  // The line stays where it was on opening, although the messages below it are seen now.
  const [firstUnreadId] = useState(conversation.firstUnreadId);
  const name = conversation.with?.name ?? DELETED_MEMBER;
  useCatchUp(conversation, messages[0]);
  useArrivals(messages[0], meId, name);

  const scroller = useRef<HTMLDivElement>(null);
  const rows = logRows({ messages, outgoing, meId, firstUnreadId, utcOffset });
  const { isAway, hasNew, scrollToEnd } = useEnd(scroller, rows.at(-1));
  useSeen(conversation, messages, meId, isAway);
  useFirstUnread(scroller, query, firstUnreadId, messages);

  const seenId = box === "inbox" ? lastSeenOwn(messages, seenUpTo, meId) : undefined;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        role="log"
        aria-label={`Messages with ${name}`}
        // New messages are announced one by one (`useArrivals`), and older ones not at all.
        aria-live="off"
        aria-busy={query.isFetchingNextPage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll it
        tabIndex={0}
        // Reversed, it begins at its end, and stays there while older messages are added above.
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div className="px-3 pt-2 pb-3 md:px-4">
          <Older query={query} isEmpty={rows.length === 0} name={name} />
          <ol className="flex flex-col">
            {rows.map((row) => (
              <Row
                key={row.key}
                row={row}
                name={name}
                isSeen={row.kind === "message" && "_id" in row.message && row.message._id === seenId}
                startOfToday={startOfToday}
                utcOffset={utcOffset}
              />
            ))}
          </ol>
        </div>
      </div>
      {isAway && (
        <button
          type="button"
          aria-label={hasNew ? "New messages: go to the end" : "Go to the newest message"}
          onClick={scrollToEnd}
          className="absolute right-4 bottom-3 inline-flex min-h-11 min-w-11 animate-rise items-center justify-center gap-2 rounded-full border border-line bg-surface px-3 font-semibold text-brand text-label shadow-float"
        >
          {hasNew && "New messages"}
          <ArrowDown aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}

type RowProps = {
  row: LogRow;
  /** Of the other person. */
  name: string;
  isSeen: boolean;
  startOfToday: number;
  utcOffset: number | undefined;
};

function Row({ row, name, isSeen, startOfToday, utcOffset }: RowProps) {
  if (row.kind === "day") {
    return (
      <li className="py-3 text-center font-medium text-ink2 text-sm" suppressHydrationWarning>
        {dayTitle(row.at, startOfToday, utcOffset)}
      </li>
    );
  }
  if (row.kind === "new") {
    return (
      <li
        data-first-unread
        className="flex items-center gap-3 py-3 font-semibold text-danger text-sm before:h-px before:flex-1 before:bg-danger after:h-px after:flex-1 after:bg-danger"
      >
        New messages
      </li>
    );
  }
  return <MessageBubble row={row} name={name} isSeen={isSeen} utcOffset={utcOffset} />;
}

/** Above the messages: older ones that load, could not be loaded, or the beginning. */
function Older({ query, isEmpty, name }: { query: LogQuery; isEmpty: boolean; name: string }) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const top = useInView<HTMLDivElement>(() => fetchNextPage(), {
    ...AT_TOP,
    enabled: hasNextPage && !isFetching && !isFetchNextPageError,
  });
  if (isFetchNextPageError && !isFetchingNextPage) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center justify-center gap-2 py-3 text-ink2 text-label"
      >
        Older messages couldn't be loaded.
        <Button variant="soft" size="sm" onClick={() => fetchNextPage()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (hasNextPage) {
    return (
      <div ref={top} className="grid h-12 place-items-center text-brand">
        {isFetchingNextPage && <Spinner />}
      </div>
    );
  }
  return (
    <p className="px-4 pt-6 pb-2 text-center text-balance text-ink2 text-label">
      {isEmpty ? `Say hello to ${name}.` : `This is the beginning of your messages with ${name}.`}
    </p>
  );
}

/** Adds what has been said when the conversation knows of a later message than the log. */
function useCatchUp({ _id, lastMessage }: Conversation, newest: Message | undefined): void {
  const client = useQueryClient();
  const isBehind = useEffectEvent(
    () =>
      lastMessage !== null && (lastMessage._id !== newest?._id || lastMessage.isDeleted !== newest.isDeleted),
  );
  const lastId = lastMessage?._id;
  const isLastDeleted = lastMessage?.isDeleted;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the last message
  useEffect(() => {
    if (!isBehind()) return;
    catchUp(client, _id).catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: the next answer tries again
      console.warn("Could not load the latest messages.", error);
    });
  }, [client, _id, lastId, isLastDeleted]);
}

/** Says to screen readers what the other person writes. */
function useArrivals(newest: Message | undefined, meId: string | undefined, name: string): void {
  const announced = useRef(newest?._id);
  useEffect(() => {
    if (!newest || announced.current === newest._id) return;
    const isFirst = announced.current === undefined;
    announced.current = newest._id;
    if (isFirst || newest.senderId === meId || newest.isDeleted) return;
    announce(`${name}: ${newest.text || "Shared a post"}`);
  }, [newest, meId, name]);
}

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/**
 * Reports the newest message as seen to the server, while the page is visible and scrolled to
 * its end. Reading a request reports nothing: its sender must not learn of it.
 */
function useSeen(
  { _id, box, unreadCount, lastMessage }: Conversation,
  messages: readonly Message[],
  meId: string | undefined,
  isAway: boolean,
): void {
  const { mutate: markSeen } = useMarkSeen(_id);
  const isVisible = useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === "visible",
    () => false,
  );
  const newest = messages.find(({ senderId }) => senderId !== meId)?._id;
  // Not before the log has caught up: what is not there has not been seen.
  const isCurrent = messages[0]?._id === lastMessage?._id;
  const isUnread = unreadCount > 0 && box === "inbox" && isCurrent;
  useEffect(() => {
    if (newest && isUnread && isVisible && !isAway) markSeen(newest);
  }, [newest, isUnread, isVisible, isAway, markSeen]);
}

/** Loads messages until the first unread one is there, and begins reading at it. */
function useFirstUnread(
  scroller: RefObject<HTMLDivElement | null>,
  query: LogQuery,
  firstUnreadId: string | null,
  messages: readonly Message[],
): void {
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const isThere = messages.some(({ _id }) => _id === firstUnreadId);
  const isSearching =
    firstUnreadId !== null &&
    !isThere &&
    hasNextPage &&
    !isFetchNextPageError &&
    (query.data?.pages.length ?? 0) < UNREAD_PAGES_MAX;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage]);
  useLayoutEffect(() => {
    const box = scroller.current;
    const line = isThere && box?.querySelector("[data-first-unread]");
    if (!box || !line) return;
    const above = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (above < 0) box.scrollTop += above - 8;
  }, [isThere, scroller]);
}

/**
 * Where the reader is. At the end, it follows new messages; further up, what is on screen stays
 * there, and a button leads to the end.
 */
function useEnd(scroller: RefObject<HTMLDivElement | null>, last: LogRow | undefined) {
  const [isAway, setIsAway] = useState(false);
  const [hasNew, setHasNew] = useState(false);
  const height = useRef(0);
  const lastKey = last?.key;
  const isMine = last?.kind === "message" && last.isMine;
  const shownKey = useRef(lastKey);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const handleScroll = () => {
      // Reversed, its end is at 0.
      const isUp = box.scrollTop < -AWAY_PX;
      setIsAway(isUp);
      if (!isUp) setHasNew(false);
    };
    box.addEventListener("scroll", handleScroll, { passive: true });
    return () => box.removeEventListener("scroll", handleScroll);
  }, [scroller]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const added = box.scrollHeight - height.current;
    height.current = box.scrollHeight;
    if (shownKey.current === lastKey) return;
    const isFirst = shownKey.current === undefined;
    shownKey.current = lastKey;
    if (isFirst) return;
    if (isMine) {
      box.scrollTop = 0;
    } else if (box.scrollTop < -AWAY_PX) {
      box.scrollTop -= added;
      setHasNew(true);
    }
  });

  const scrollToEnd = () => {
    const box = scroller.current;
    box?.scrollTo({ top: 0, behavior: "smooth" });
    // The button is about to disappear.
    box?.focus({ preventScroll: true });
  };
  return { isAway, hasNew, scrollToEnd };
}

/** Bubbles of both sides. */
const SHAPES = ["w-1/2", "w-2/5 self-end", "w-3/5 self-end", "w-1/3", "w-1/2 self-end"];

export function MessageSkeletons() {
  return (
    <SkeletonGroup label="Loading messages" className="flex flex-1 flex-col justify-end gap-3 p-4">
      {SHAPES.map((shape) => (
        <Skeleton key={shape} className={`h-11 rounded-card ${shape}`} />
      ))}
    </SkeletonGroup>
  );
}
