"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Ellipsis, Flag, Trash2, UserRound } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DeleteDialog, RequestBanner } from "@/components/messages/conversation-actions";
import { MessageComposer } from "@/components/messages/message-composer";
import { MessageLog, MessageSkeletons } from "@/components/messages/message-log";
import { usePersonMenu } from "@/components/safety/person-menu";
import { Avatar } from "@/components/ui/avatar";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { ThemeToggle } from "@/components/ui/theme";
import { useVisibleArea } from "@/lib/dom/screen-hooks";
import { messageItems } from "@/lib/messages/client/cache";
import { takesMessageFocus } from "@/lib/messages/client/field-focus";
import { conversationOptions, logOptions } from "@/lib/messages/client/queries";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import type { Conversation } from "@/lib/messages/schema";
import { MESSAGE_REQUESTS, MESSAGES } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import type { UserSummary } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);

/** How often an open conversation asks whether something happened, should a hint be lost. */
const POLL_MS = 15_000;

/** One conversation: with whom, what was said, and what one writes. */
export function ConversationScreen({ conversationId }: { conversationId: string }) {
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
        <h1 className="sr-only">Conversation</h1>
      </Header>
      {query.isPending ? (
        <MessageSkeletons />
      ) : (
        <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />
      )}
    </Frame>
  );
}

/** The shape of a conversation, while it loads. */
export function ConversationSkeleton() {
  return (
    <Frame>
      <Header box="inbox" isReplaced>
        <h1 className="sr-only">Conversation</h1>
      </Header>
      <MessageSkeletons />
    </Frame>
  );
}

/** Fills a phone's screen above its keyboard; elsewhere a card as tall as the window. */
function Frame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  useVisibleArea(frame);
  return (
    // Its own height leaves room for the notices about the connection, which are above it.
    <div className="min-h-0 max-md:h-[calc(100dvh-8rem)] md:h-full">
      <section
        ref={frame}
        aria-label="Conversation"
        className="flex flex-col overflow-clip bg-surface max-md:fixed max-md:inset-x-0 max-md:top-[var(--visible-top,0px)] max-md:z-10 max-md:h-[var(--visible-height,100dvh)] max-md:px-safe max-md:pt-safe md:card md:h-full"
      >
        {children}
      </section>
    </div>
  );
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
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-1 border-line border-b py-1 pr-1.5 pl-1.5 md:pl-4">
      <Link
        href={box === "requests" ? MESSAGE_REQUESTS : MESSAGES}
        prefetch={false}
        aria-label="Back to Messages"
        title="Back to Messages"
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
  const { _id, with: person, box } = conversation;
  const name = person?.name ?? DELETED_MEMBER;
  const [isDeleting, setIsDeleting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesMessageFocus()) field.current?.focus();
  }, []);
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

function ConversationMenu({
  conversation: { _id, with: person },
  onDelete,
}: {
  conversation: Conversation;
  onDelete: () => void;
}) {
  const trigger = (
    <IconButton label="Conversation options">
      <Ellipsis />
    </IconButton>
  );
  const deletion = (
    <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
      Delete conversation
    </MenuItem>
  );
  if (!person) return <MenuAboutNoOne conversationId={_id} trigger={trigger} deletion={deletion} />;
  return <MenuAbout conversationId={_id} person={person} trigger={trigger} deletion={deletion} />;
}

type MenuProps = { conversationId: string; trigger: ReactNode; deletion: ReactNode };

/**
 * In a conversation with someone deleted or hidden. Who they are is not known here, so what is
 * reported is the last message they wrote: from that the server knows whose it is.
 */
function MenuAboutNoOne({ conversationId, trigger, deletion }: MenuProps) {
  const me = useMe();
  const { data } = useInfiniteQuery(logOptions(conversationId));
  const [isReporting, setIsReporting] = useState(false);
  const close = () => setIsReporting(false);
  const last = messageItems
    .all(data)
    .find(({ senderId, isDeleted, isWithheld }) => me && senderId !== me._id && !isDeleted && !isWithheld);
  return (
    <>
      <Menu trigger={trigger}>
        {last && (
          <MenuItem icon={<Flag aria-hidden />} onSelect={() => setIsReporting(true)}>
            Report their last message
          </MenuItem>
        )}
        {deletion}
      </Menu>
      {last && isReporting && (
        <ReportDialog
          person={undefined}
          reported={{ subject: "message", subjectId: last._id, conversationId }}
          onClose={close}
          onLoadError={close}
        />
      )}
    </>
  );
}

function MenuAbout({ conversationId, person, trigger, deletion }: MenuProps & { person: UserSummary }) {
  const router = useRouter();
  const { items, dialog } = usePersonMenu(person, {
    reported: { subject: "person", subjectId: person._id, conversationId },
    isRelationLoaded: true,
    onBlock: () => router.push(MESSAGES),
  });
  return (
    <>
      <Menu trigger={trigger}>
        <MenuLink href={`/profile/${person._id}`} icon={<UserRound aria-hidden />}>
          View profile
        </MenuLink>
        {items}
        {deletion}
      </Menu>
      {dialog}
    </>
  );
}

/** With whom; leads to their profile. */
function Person({ conversation: { with: person } }: { conversation: Conversation }) {
  const content = (
    <>
      <Avatar
        id={person?._id ?? ""}
        name={person?.name ?? DELETED_MEMBER}
        src={sizedImageUrl(person?.avatar ?? "", 96)}
        size="sm"
      />
      <span className="min-w-0">
        <bdi className="block w-fit max-w-full truncate group-hover:underline">
          {person?.name ?? DELETED_MEMBER}
        </bdi>
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
