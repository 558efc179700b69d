"use client";

import { ArrowDown } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { EmptyConversation } from "@/components/messages/empty-conversation";
import { type LogRow, lastSeenOwn, logRows } from "@/components/messages/log-rows";
import { MessageBubble } from "@/components/messages/message-bubble";
import {
  type LogQuery,
  useArrivals,
  useArrived,
  useCatchUp,
  useEnd,
  useFirstUnread,
  useLog,
  useSeen,
} from "@/components/messages/use-log";
import { Button } from "@/components/ui/button";
import { QueryError } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/progress";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useInView } from "@/lib/dom/use-in-view";
import { useStartOfDay, useUtcOffset } from "@/lib/dom/use-relative-time";
import { useTranslate } from "@/lib/language/translate";
import { messageItems } from "@/lib/messages/client/cache";
import { useOutgoing } from "@/lib/messages/client/mutations";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import type { Conversation } from "@/lib/messages/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { isolated } from "@/lib/text/names";
import { dayTitle } from "@/lib/time/relative-time";

const AT_TOP = { rootMargin: "0px", threshold: 0 };

type LogProps = {
  conversation: Conversation;
  /** Where a message is written. */
  field: RefObject<HTMLTextAreaElement | null>;
};

/** What was said in a conversation, the newest at the end. Older messages load on scrolling up. */
export function MessageLog({ conversation, field }: LogProps) {
  const query = useLog(conversation._id);
  if (query.isPending) return <MessageSkeletons />;
  if (!query.data) return <QueryError query={query} />;
  return <LoadedLog conversation={conversation} field={field} query={query} />;
}

function LoadedLog({ conversation, field, query }: LogProps & { query: LogQuery }) {
  const t = useTranslate();
  const { _id, seenUpTo, box } = conversation;
  const meId = useMe()?._id;
  const messages = messageItems.all(query.data);
  const outgoing = useOutgoing(_id);
  const utcOffset = useUtcOffset();
  const startOfToday = useStartOfDay(query.dataUpdatedAt);
  // The line stays where it was on opening, although the messages below it are seen now.
  const [firstUnreadId] = useState(conversation.firstUnreadId);
  const name = conversation.with?.name ?? t(DELETED_MEMBER);
  useCatchUp(_id, messages[0]);
  useArrivals(messages[0], meId, name);
  useArrived(messages, outgoing);

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
        aria-label={t("Messages with {name}", { name: isolated(name) })}
        // New messages are announced one by one (`useArrivals`), and older ones not at all.
        aria-live="off"
        aria-busy={query.isFetchingNextPage}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll it
        tabIndex={0}
        // Reversed, it begins at its end, and stays there while older messages are added above.
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        {rows.length === 0 && conversation.with && (
          <EmptyConversation conversation={conversation} person={conversation.with} field={field} />
        )}
        <div className="px-3 pt-2 pb-3 empty:hidden md:px-4">
          {rows.length > 0 && <Older query={query} name={name} />}
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
          aria-label={hasNew ? t("New messages: go to the end") : t("Go to the newest message")}
          onClick={scrollToEnd}
          className="absolute right-4 bottom-3 inline-flex min-h-11 min-w-11 animate-rise items-center justify-center gap-2 rounded-full border border-line bg-surface px-3 font-semibold text-brand text-label shadow-float"
        >
          {hasNew && t("New messages")}
          <ArrowDown aria-hidden className="size-5" />
        </button>
      )}
    </div>
  );
}

type RowProps = {
  row: LogRow;
  /** The other person's name. */
  name: string;
  isSeen: boolean;
  startOfToday: number;
  utcOffset: number | undefined;
};

function Row({ row, name, isSeen, startOfToday, utcOffset }: RowProps) {
  const t = useTranslate();
  if (row.kind === "day") {
    return (
      <li className="py-3 text-center font-medium text-ink2 text-sm" suppressHydrationWarning>
        {t(dayTitle(row.at, startOfToday, utcOffset))}
      </li>
    );
  }
  if (row.kind === "new") {
    return (
      <li
        data-first-unread
        className="flex items-center gap-3 py-3 font-semibold text-danger text-sm before:h-px before:flex-1 before:bg-danger after:h-px after:flex-1 after:bg-danger"
      >
        {t("New messages")}
      </li>
    );
  }
  return <MessageBubble row={row} name={name} isSeen={isSeen} utcOffset={utcOffset} />;
}

/** Above the messages: older ones that load, could not be loaded, or the beginning. */
function Older({ query, name }: { query: LogQuery; name: string }) {
  const t = useTranslate();
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
        {t("Older messages couldn't be loaded.")}
        <Button variant="soft" size="sm" onClick={() => fetchNextPage()}>
          {t("Try Again")}
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
      {t("This is the beginning of your messages with {name}.", { name: isolated(name) })}
    </p>
  );
}

/** Bubbles of both sides. */
const SHAPES = ["w-1/2", "w-2/5 self-end", "w-3/5 self-end", "w-1/3", "w-1/2 self-end"];

export function MessageSkeletons() {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading messages")} className="flex flex-1 flex-col justify-end gap-3 p-4">
      {SHAPES.map((shape) => (
        <Skeleton key={shape} className={`h-11 rounded-card ${shape}`} />
      ))}
    </SkeletonGroup>
  );
}
