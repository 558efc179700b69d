"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Ellipsis, Trash2, UserRound } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import { MessageComposer } from "@/components/messages/message-composer";
import { MessageLog, MessageSkeletons } from "@/components/messages/message-log";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useVisibleArea } from "@/lib/dom/screen-hooks";
import { useAcceptRequest, useDeleteConversation } from "@/lib/messages/client/mutations";
import { conversationOptions } from "@/lib/messages/client/queries";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import type { Conversation } from "@/lib/messages/schema";
import { MESSAGE_REQUESTS, MESSAGES } from "@/lib/paths";
import { sizedImageUrl } from "@/lib/text/media-url";

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
      <Header box="inbox">
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
    <div className="min-h-0 max-md:h-[calc(100dvh-8rem)] md:h-[calc(100dvh-3rem)] lg:h-full">
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

function Header({ box, children }: { box: Conversation["box"]; children: ReactNode }) {
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-1 border-line border-b py-1 pr-1.5 pl-1.5 lg:pl-4">
      <Link
        href={box === "requests" ? MESSAGE_REQUESTS : MESSAGES}
        prefetch={false}
        aria-label="Back to Messages"
        title="Back to Messages"
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken lg:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      {children}
    </header>
  );
}

function OpenConversation({ conversation }: { conversation: Conversation }) {
  const { _id, with: person, box } = conversation;
  const name = person?.name ?? DELETED_MEMBER;
  const [isDeleting, setIsDeleting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Header box={box}>
        <h1 className="min-w-0 flex-1 text-base">
          <Person conversation={conversation} />
        </h1>
        <Menu
          trigger={
            <IconButton label="Conversation options">
              <Ellipsis />
            </IconButton>
          }
        >
          {person && (
            <MenuLink href={`/profile/${person._id}`} icon={<UserRound aria-hidden />}>
              View profile
            </MenuLink>
          )}
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setIsDeleting(true)}>
            Delete conversation
          </MenuItem>
        </Menu>
      </Header>
      <MessageLog conversation={conversation} />
      {box === "requests" && (
        <RequestBanner conversationId={_id} name={name} onDelete={() => setIsDeleting(true)} field={field} />
      )}
      <MessageComposer ref={field} conversation={conversation} />
      {isDeleting && <DeleteDialog conversationId={_id} name={name} onClose={() => setIsDeleting(false)} />}
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

function RequestBanner({
  conversationId,
  name,
  onDelete,
  field,
}: {
  conversationId: string;
  name: string;
  onDelete: () => void;
  /** Gets the focus of the button that disappears. */
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const accept = useAcceptRequest(conversationId);
  const handleAccept = () =>
    accept.mutate(undefined, {
      onSuccess: () => {
        announce("Request accepted.");
        field.current?.focus();
      },
      onError: (error) =>
        toast.error(failureMessage(error, "The request couldn't be accepted. Please try again.")),
    });
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-52 text-label">
        <bdi className="font-semibold">{name}</bdi> wants to write to you. They don't see whether you have
        read this.
      </p>
      <span className="ml-auto flex gap-3">
        <Button variant="secondary" size="sm" onClick={onDelete}>
          Delete
        </Button>
        <Button size="sm" isPending={accept.isPending} onClick={handleAccept}>
          Accept
        </Button>
      </span>
    </div>
  );
}

function DeleteDialog({
  conversationId,
  name,
  onClose,
}: {
  conversationId: string;
  name: string;
  onClose: () => void;
}) {
  const router = useRouter();
  const deletion = useDeleteConversation(conversationId);
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast.success("Conversation deleted.");
        router.push(MESSAGES);
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this conversation?"
      description={`It disappears for you, with its messages. ${name} still has it.`}
      confirmLabel="Delete"
      danger
      // On success the page is left, so the button stays busy until then.
      isPending={deletion.isPending || deletion.isSuccess}
      error={
        deletion.isError
          ? failureMessage(deletion.error, "The conversation couldn't be deleted. Please try again.")
          : null
      }
      onConfirm={confirm}
    />
  );
}
