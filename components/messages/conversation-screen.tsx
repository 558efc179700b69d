"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { DeleteDialog, RequestBanner } from "@/components/messages/conversation-actions";
import { ConversationMenu } from "@/components/messages/conversation-menu";
import { MessageComposer } from "@/components/messages/message-composer";
import { MessageLog, MessageSkeletons } from "@/components/messages/message-log";
import { Avatar } from "@/components/ui/avatar";
import { QueryError } from "@/components/ui/error-state";
import { ThemeToggle } from "@/components/ui/theme";
import { fieldRefs } from "@/lib/dom/next-field";
import { useVisibleArea } from "@/lib/dom/screen-hooks";
import { useTranslate } from "@/lib/language/translate";
import { conversationOptions } from "@/lib/messages/client/queries";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import type { Conversation } from "@/lib/messages/schema";
import { MESSAGE_REQUESTS, MESSAGES } from "@/lib/paths";
import { sizedImageUrl } from "@/lib/text/media-url";

/** How often an open conversation asks whether something happened, should a hint be lost. */
const POLL_MS = 15_000;

/** One conversation: with whom, what was said, and what one writes. */
export function ConversationScreen({ conversationId }: { conversationId: string }) {
  const t = useTranslate();
  const query = useQuery({
    ...conversationOptions(conversationId),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  });
  if (query.data) {
    return (
      <Frame>
        <OpenConversation key={conversationId} conversation={query.data} />
      </Frame>
    );
  }
  return (
    <Frame>
      <Header box="inbox">
        <h1 className="sr-only">{t("Conversation")}</h1>
      </Header>
      {query.isPending ? <MessageSkeletons /> : <QueryError query={query} />}
    </Frame>
  );
}

/** The shape of a conversation, while it loads. */
export function ConversationSkeleton() {
  const t = useTranslate();
  return (
    <Frame>
      <Header box="inbox" isReplaced>
        <h1 className="sr-only">{t("Conversation")}</h1>
      </Header>
      <MessageSkeletons />
    </Frame>
  );
}

/** Fills a phone's screen above its keyboard; elsewhere a card as tall as the window. */
function Frame({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  useVisibleArea(frame);
  useBelowNotices(place, frame);
  return (
    <div ref={place} className="min-h-0 max-md:h-[calc(100dvh-8rem)] md:h-full">
      <section
        ref={frame}
        aria-label={t("Conversation")}
        className="flex flex-col overflow-clip bg-surface max-md:fixed max-md:inset-x-0 max-md:top-(--frame-top) max-md:z-10 max-md:h-[calc(var(--visible-top,0px)+var(--visible-height,100dvh)-var(--frame-top))] max-md:[--frame-top:max(var(--visible-top,0px),var(--notices,0px))] max-md:px-safe max-md:pt-safe md:card md:h-full"
      >
        {children}
      </section>
    </div>
  );
}

/** Lets the frame begin below what the shell says of the connection, which would cover its head. */
function useBelowNotices(place: RefObject<HTMLElement | null>, frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = place.current?.closest("main");
    if (!main) return;
    const observer = new ResizeObserver(() => {
      const top = place.current?.getBoundingClientRect().top ?? 0;
      const height = top - main.getBoundingClientRect().top;
      frame.current?.style.setProperty("--notices", `${height}px`);
    });
    for (const part of [main, ...main.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [place, frame]);
}

function Header({
  box,
  isReplaced = false,
  menu,
  children,
}: {
  box: Conversation["box"];
  /** Until another header takes its place: a press here could be lost then. */
  isReplaced?: boolean;
  menu?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslate();
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-1 border-line border-b py-1 pr-1.5 pl-1.5 md:pl-4">
      <Link
        href={box === "requests" ? MESSAGE_REQUESTS : MESSAGES}
        prefetch={false}
        aria-label={t("Back to Messages")}
        title={t("Back to Messages")}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken md:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      {children}
      {/* From 768px the sidebar has it. */}
      {!isReplaced && <ThemeToggle className="ml-auto md:hidden" />}
      {menu}
    </header>
  );
}

function OpenConversation({ conversation }: { conversation: Conversation }) {
  const t = useTranslate();
  const { _id, with: person, box } = conversation;
  const name = person?.name ?? t(DELETED_MEMBER);
  const [isDeleting, setIsDeleting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => fieldRefs.message(field.current), []);
  return (
    <>
      <Header
        box={box}
        menu={<ConversationMenu conversation={conversation} onDelete={() => setIsDeleting(true)} />}
      >
        <h1 className="min-w-32 flex-1 basis-0 text-base">
          <Person conversation={conversation} />
        </h1>
      </Header>
      <MessageLog conversation={conversation} field={field} />
      {box === "requests" && (
        <RequestBanner conversationId={_id} name={name} onDelete={() => setIsDeleting(true)} field={field} />
      )}
      <MessageComposer ref={field} conversation={conversation} />
      {isDeleting && <DeleteDialog conversationId={_id} name={name} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

/** The other person; opens their profile. */
function Person({ conversation: { with: person } }: { conversation: Conversation }) {
  const t = useTranslate();
  const content = (
    <>
      <Avatar
        id={person?._id ?? ""}
        name={person?.name ?? t(DELETED_MEMBER)}
        src={sizedImageUrl(person?.avatar ?? "", 96)}
        size="sm"
      />
      <span className="min-w-0">
        <NameLine affiliation={person?.affiliation}>
          <bdi className="max-w-full truncate group-hover:underline">{person?.name ?? t(DELETED_MEMBER)}</bdi>
        </NameLine>
        {person?.username && (
          <span className="block truncate font-normal font-sans text-ink2 text-sm tracking-normal">
            @{person.username}
          </span>
        )}
      </span>
    </>
  );
  const style = "flex min-h-11 w-fit max-w-full items-center gap-3 rounded-field";
  if (!person) return <span className={style}>{content}</span>;
  return (
    <Link href={`/profile/${person._id}`} prefetch={false} className={`group ${style}`}>
      {content}
    </Link>
  );
}
