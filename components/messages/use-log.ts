"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { previewOf } from "@/components/messages/conversation-row";
import type { LogRow } from "@/components/messages/log-rows";
import { announce } from "@/lib/dom/announce";
import { useIsVisible } from "@/lib/dom/screen-hooks";
import { translate } from "@/lib/language/translate";
import { catchUp } from "@/lib/messages/client/cache";
import { discardMessage, type ShownOutgoing, useMarkSeen } from "@/lib/messages/client/mutations";
import { conversationOptions, logOptions } from "@/lib/messages/client/queries";
import { goneText } from "@/lib/messages/policy";
import type { Conversation, Message } from "@/lib/messages/schema";
import { useOnline } from "@/lib/offline/client/connection";
import { isolated } from "@/lib/text/names";

/** What happens around the messages of a conversation: loading, marking as seen, scrolling. */

/** The most pages to load on opening, to reach the first unread message. */
const UNREAD_PAGES_MAX = 5;
/** Scrolled up by more than this many pixels, the reader is not at the end. */
const AWAY_PX = 80;

export const useLog = (conversationId: string) => useInfiniteQuery(logOptions(conversationId));
export type LogQuery = ReturnType<typeof useLog>;

/**
 * Adds what has been said when the conversation knows a later message, or version, than the log.
 */
export function useCatchUp(conversationId: string, newest: Message | undefined): void {
  const client = useQueryClient();
  // Not the screen's: what is answered and when must be of the same render.
  const { data, dataUpdatedAt } = useQuery({ ...conversationOptions(conversationId), enabled: false });
  const lastMessage = data?.lastMessage;
  const isBehind = useEffectEvent(
    () => lastMessage && (lastMessage._id !== newest?._id || goneText(lastMessage) !== goneText(newest)),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each answer, also one like the last
  useEffect(() => {
    if (!isBehind()) return;
    catchUp(client, conversationId).catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: the next answer tries again
      console.warn("Could not load the latest messages.", error);
    });
  }, [client, conversationId, dataUpdatedAt]);
}

/** Announces to screen readers what the other person writes. */
export function useArrivals(newest: Message | undefined, meId: string | undefined, name: string): void {
  const announced = useRef(newest?._id);
  useEffect(() => {
    if (!newest || announced.current === newest._id) return;
    const isFirst = announced.current === undefined;
    announced.current = newest._id;
    if (isFirst || newest.senderId === meId || goneText(newest)) return;
    // The log has the words: said twice, they would outlive a deleted message.
    announce(`${isolated(name)}: ${previewOf(newest, meId, translate)}`, { isBrief: true });
  }, [newest, meId, name]);
}

/**
 * Forgets that a message was not sent once the log has it: it had arrived, and only its answer was
 * lost. Further down it would show again as not sent.
 */
export function useArrived(messages: readonly Message[], outgoing: readonly ShownOutgoing[]): void {
  useEffect(() => {
    for (const message of outgoing) {
      const hasArrived = messages.some(({ clientId }) => clientId === message.clientId);
      if (hasArrived && message.state === "failed") discardMessage(message);
    }
  }, [messages, outgoing]);
}

/**
 * Reports the newest message as seen to the server, while the page is visible and scrolled to
 * its end. Reading a request reports nothing: its sender must not learn of it. A message is
 * reported once, and once more when the reader comes back to the page or goes online: what failed
 * must neither repeat without end nor stay unread.
 */
export function useSeen(
  { _id, box, unreadCount, lastMessage }: Conversation,
  messages: readonly Message[],
  meId: string | undefined,
  isAway: boolean,
): void {
  const { mutate: markSeen } = useMarkSeen(_id);
  const isVisible = useIsVisible();
  const isOnline = useOnline();
  const reported = useRef<string>(undefined);
  const newest = messages.find(({ senderId }) => senderId !== meId)?._id;
  // Not before the log has caught up: what is not there has not been seen.
  const isCurrent = messages[0]?._id === lastMessage?._id;
  const isUnread = unreadCount > 0 && box === "inbox" && isCurrent;
  useEffect(() => {
    if (!isVisible || !isOnline) reported.current = undefined;
    else if (newest && isUnread && !isAway && reported.current !== newest) {
      reported.current = newest;
      markSeen(newest);
    }
  }, [newest, isUnread, isVisible, isOnline, isAway, markSeen]);
}

/** Loads messages until the first unread one is there, and begins reading at it. */
export function useFirstUnread(
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
 * there, and a button jumps to the end.
 */
export function useEnd(scroller: RefObject<HTMLDivElement | null>, last: LogRow | undefined) {
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
