"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Inbox, MailQuestionMark, SquarePen, WifiOff } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ConversationRow } from "@/components/messages/conversation-row";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState, QueryError } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useInView } from "@/lib/dom/use-in-view";
import { useSearchParam } from "@/lib/dom/use-search-param";
import { useTranslate } from "@/lib/language/translate";
import { conversationItems } from "@/lib/messages/client/cache";
import { conversationOptions, conversationsOptions, type MessageBox } from "@/lib/messages/client/queries";
import { useOnline } from "@/lib/offline/client/connection";
import { conversationPath, MESSAGE_REQUESTS, MESSAGES } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import { formatBadge } from "@/lib/text/counts";

const NewMessageDialog = lazyComponent(() =>
  import("@/components/messages/new-message-dialog").then((module) => module.NewMessageDialog),
);

/** The viewer's conversations: the inbox, or the requests. */
export function ConversationList() {
  const t = useTranslate();
  const path = usePathname();
  const [chosenBox] = useSearchParam("box");
  // For a conversation opened by its address alone, the conversation knows its box.
  const { data: open } = useQuery({
    ...conversationOptions(path.slice(conversationPath("").length)),
    enabled: false,
  });
  const box: MessageBox = (chosenBox ?? open?.box) === "requests" ? "requests" : "inbox";
  const [isWriting, setIsWriting] = useState(false);
  const stopWriting = () => setIsWriting(false);
  // The first page of the inbox also says how many requests there are.
  const requestsCount = useInfiniteQuery(conversationsOptions("inbox")).data?.pages[0]?.requestsCount ?? 0;
  const Title = path === MESSAGES ? "h1" : "h2";
  return (
    <section aria-labelledby="messages-title" className="@container flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-14 shrink-0 items-center @max-[13rem]:gap-0 gap-2 @max-[13rem]:px-3 px-4 pt-1">
        <Title id="messages-title" className="min-w-0 truncate text-xl @min-[13rem]:md:text-2xl">
          {t("Messages")}
        </Title>
        <IconButton
          label={t("New message")}
          tone="brand"
          className="-mr-2 ml-auto"
          onPointerEnter={NewMessageDialog.preload}
          onClick={() => setIsWriting(true)}
        >
          <SquarePen />
        </IconButton>
      </header>
      <nav
        aria-label={t("Boxes")}
        className="flex shrink-0 flex-wrap gap-x-1 border-line border-b @max-[13rem]:px-0 px-3"
      >
        <BoxLink href={MESSAGES} isCurrent={box === "inbox"}>
          {t("Inbox")}
        </BoxLink>
        <BoxLink href={MESSAGE_REQUESTS} isCurrent={box === "requests"}>
          {requestsCount > 0 ? t("Requests ({count})", { count: formatBadge(requestsCount) }) : t("Requests")}
        </BoxLink>
      </nav>
      <Conversations key={box} box={box} onWrite={() => setIsWriting(true)} />
      {isWriting && <NewMessageDialog onClose={stopWriting} onLoadError={stopWriting} />}
    </section>
  );
}

function BoxLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      replace
      scroll={false}
      aria-current={isCurrent ? "page" : undefined}
      className={cx(
        "-mb-px flex min-h-11 items-center border-b-2 px-3 font-semibold text-label transition-colors",
        isCurrent ? "border-brand text-brand" : "border-transparent text-ink2 hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
}

/** The next page loads when the end of the list comes into view. */
const SENTINEL = { rootMargin: "200px", threshold: 0 };

function Conversations({ box, onWrite }: { box: MessageBox; onWrite: () => void }) {
  const t = useTranslate();
  const path = usePathname();
  const me = useMe();
  const query = useInfiniteQuery({ ...conversationsOptions(box), refetchOnWindowFocus: true });
  const conversations = conversationItems.all(query.data);
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useInView<HTMLDivElement>(() => fetchNextPage(), {
    ...SENTINEL,
    enabled: hasNextPage && !isFetching && !isFetchNextPageError,
  });
  if (query.isPending) return <ConversationSkeletons />;
  if (query.isError && !query.data) return <QueryError query={query} />;
  if (conversations.length === 0) return <NoConversations box={box} onWrite={onWrite} />;
  return (
    <div className="min-h-0 flex-1 md:overflow-y-auto md:overscroll-contain">
      <ul aria-label={box === "inbox" ? t("Conversations") : t("Requests")} className="divide-y divide-line">
        {conversations.map((conversation) => (
          // The browser skips rows that are off screen, so even 10,000 rows are cheap.
          <li key={conversation._id} className="[contain-intrinsic-size:auto_72px] [content-visibility:auto]">
            <ConversationRow
              conversation={conversation}
              meId={me?._id}
              isCurrent={path === conversationPath(conversation._id)}
            />
          </li>
        ))}
      </ul>
      {isFetchingNextPage && <ConversationSkeletons count={2} label={t("Loading more conversations")} />}
      {isFetchNextPageError && !isFetchingNextPage && (
        <ErrorState error={query.error} onRetry={() => fetchNextPage()} />
      )}
      {hasNextPage && <div ref={end} aria-hidden className="h-4" />}
    </div>
  );
}

function NoConversations({ box, onWrite }: { box: MessageBox; onWrite: () => void }) {
  const t = useTranslate();
  const isOnline = useOnline();
  // The copy may be from before the first message.
  if (!isOnline) {
    return (
      <EmptyState icon={WifiOff} title={t("Messages need a connection")}>
        {t("There were none when this device last had one.")}
      </EmptyState>
    );
  }
  if (box === "requests") {
    return (
      <EmptyState icon={MailQuestionMark} title={t("No requests")}>
        {t("Messages from people outside your circle wait here until you accept them.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title={t("No messages yet")}
      action={
        <Button variant="soft" onClick={onWrite}>
          {t("New message")}
        </Button>
      }
    >
      {t("Write to someone on campus: your classmates are a search away.")}
    </EmptyState>
  );
}

function ConversationSkeletons({ count = 6, label }: { count?: number; label?: string }) {
  const t = useTranslate();
  return (
    <SkeletonGroup label={label ?? t("Loading conversations")} count={count}>
      <div className="flex min-h-18 items-center gap-3 px-4 py-3">
        <Skeleton className="size-11 shrink-0 rounded-full" />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
