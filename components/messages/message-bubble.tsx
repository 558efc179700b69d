"use client";

import { Copy, Ellipsis, Flag, RotateCw, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { BubbleRow } from "@/components/messages/log-rows";
import { SharedPost } from "@/components/messages/shared-post";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { LongText } from "@/components/ui/long-text";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useRelativeTime } from "@/lib/dom/use-relative-time";
import {
  discardMessage,
  type ShownOutgoing,
  useDeleteMessage,
  useSendMessage,
} from "@/lib/messages/client/mutations";
import { DELETE_MINUTES, goneText } from "@/lib/messages/policy";
import type { Message } from "@/lib/messages/schema";
import { clockTime, exactTime } from "@/lib/time/relative-time";

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);
const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);

type Props = { row: BubbleRow; name: string; isSeen: boolean; utcOffset: number | undefined };

/**
 * A message in a bubble: own ones at the right. The last of a group says when, and what became of
 * it.
 */
export function MessageBubble({ row: { message, isMine, isFirst, isLast }, name, isSeen, utcOffset }: Props) {
  const at = Date.parse(message.createdAt);
  const isConfirmed = "_id" in message;
  const gone = isConfirmed ? goneText(message) : undefined;
  const [bubble, setBubble] = useState<HTMLElement | null>(null);
  return (
    <li
      className={cx(
        "group flex flex-col",
        isMine ? "items-end" : "items-start",
        isFirst ? "mt-2.5" : "mt-0.5",
      )}
    >
      <div className={cx("flex max-w-[85%] items-center gap-1 md:max-w-[75%]", isMine && "flex-row-reverse")}>
        <div
          ref={setBubble}
          className={cx(
            "min-w-0 rounded-card px-3.5 py-2",
            // A long press opens the menu, instead of selecting the text or showing a link.
            "touch:select-none touch:[-webkit-touch-callout:none]",
            bubbleColor(isMine, isConfirmed, gone !== undefined),
            isLast && (isMine ? "rounded-br-md" : "rounded-bl-md"),
          )}
        >
          {/* The side shows who wrote; screen readers need the name. */}
          {isFirst && <span className="sr-only">{isMine ? "You" : name}: </span>}
          {gone ? (
            <p className="text-ink2 text-label italic">{gone}</p>
          ) : (
            <Content message={message} isMine={isMine} />
          )}
        </div>
        {isConfirmed && (!gone || (message.isDeleted && !isMine)) && (
          <BubbleMenu message={message} isMine={isMine} name={name} bubble={bubble} />
        )}
      </div>
      {isConfirmed ? (
        (isLast || isSeen) && (
          <p className="px-1.5 pt-0.5 text-ink2 text-xs tabular-nums">
            <time dateTime={message.createdAt} title={exactTime(at, utcOffset)} suppressHydrationWarning>
              {clockTime(at, utcOffset)}
            </time>
            {isSeen && " · Seen"}
          </p>
        )
      ) : (
        <OutgoingState message={message} />
      )}
    </li>
  );
}

function bubbleColor(isMine: boolean, isConfirmed: boolean, isGone: boolean): string {
  if (isGone) return "border border-line border-dashed";
  if (!isMine) return "bg-sunken forced-colors:border";
  // Dashed instead of faded, so that the text stays legible.
  return isConfirmed ? "bg-soft forced-colors:border" : "border border-line-strong border-dashed";
}

function Content({ message, isMine }: { message: Message | ShownOutgoing; isMine: boolean }) {
  const post = "post" in message ? message.post : null;
  return (
    <>
      {post && <SharedPost post={post} isMine={isMine} />}
      {message.text && <LongText text={message.text} className={cx("free-text", post && "mt-2")} />}
    </>
  );
}

/**
 * Actions on a message: copying its text, deleting an own one for a while, reporting another's,
 * also one that the other has deleted.
 */
function BubbleMenu({
  message,
  isMine,
  name,
  bubble,
}: {
  message: Message;
  isMine: boolean;
  name: string;
  bubble: HTMLElement | null;
}) {
  const [asked, setAsked] = useState<"delete" | "report">();
  const close = () => setAsked(undefined);
  const { _id: subjectId, conversationId, senderId } = message;
  const deletion = useDeleteMessage();
  const until = Date.parse(message.createdAt) + DELETE_MINUTES * 60_000;
  const canDelete = useRelativeTime((now) => (now < until ? "yes" : "no")) === "yes" && isMine;
  if (!message.text && isMine && !canDelete) return null;
  const copy = () =>
    navigator.clipboard.writeText(message.text).then(
      () => announce("Copied!"),
      () => toast.error("The text couldn't be copied."),
    );
  const remove = () => {
    announce("Message deleted.");
    deletion.mutateAsync(message).catch((error: unknown) => {
      toast.error(failureMessage(error, "The message couldn't be deleted. Please try again."));
    });
  };
  return (
    <>
      <Menu
        align={isMine ? "end" : "start"}
        opensOn={bubble}
        trigger={
          <button
            type="button"
            aria-label="Message options"
            // Hidden until hover or focus; always visible on touch screens.
            className="touch-target grid size-6 shrink-0 place-items-center rounded-full text-ink2 transition-opacity hover:text-ink not-touch:opacity-0 not-touch:focus-visible:opacity-100 not-touch:group-hover:opacity-100 not-touch:data-[state=open]:opacity-100"
          >
            <Ellipsis aria-hidden className="size-4.5" />
          </button>
        }
      >
        {message.text && (
          <MenuItem icon={<Copy aria-hidden />} onSelect={() => void copy()}>
            Copy text
          </MenuItem>
        )}
        {canDelete && (
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => setAsked("delete")}>
            Delete
          </MenuItem>
        )}
        {!isMine && (
          <MenuItem icon={<Flag aria-hidden />} onSelect={() => setAsked("report")}>
            Report message
          </MenuItem>
        )}
      </Menu>
      {asked === "report" && (
        <ReportDialog
          person={senderId ? { _id: senderId, name } : undefined}
          reported={{ subject: "message", subjectId, conversationId }}
          onClose={close}
          onLoadError={close}
        />
      )}
      {asked === "delete" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          onLoadError={close}
          title="Delete this message?"
          description="It disappears for both of you."
          confirmLabel="Delete"
          danger
          onConfirm={remove}
        />
      )}
    </>
  );
}

/** Below a message the server has not confirmed: that it is on its way, or what to do about it. */
function OutgoingState({ message }: { message: ShownOutgoing }) {
  const { mutate: send } = useSendMessage(message.conversationId);
  if (message.state !== "failed") {
    return (
      <p className="px-1.5 pt-0.5 text-ink2 text-xs">
        {message.state === "sending" ? "Sending…" : "Waiting to send"}
      </p>
    );
  }
  return (
    <div role="alert" className="flex max-w-[85%] flex-wrap items-center justify-end gap-x-1 px-1.5 text-sm">
      <span className="text-danger">Not sent. {message.failure}</span>
      <span className="flex">
        <Action onClick={() => send(message)}>
          <RotateCw aria-hidden />
          Retry
        </Action>
        <Action onClick={() => discardMessage(message)}>
          <X aria-hidden />
          Discard
        </Action>
      </span>
    </div>
  );
}

function Action({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="touch-target inline-flex min-h-8 items-center gap-1 rounded-full px-2 font-semibold text-brand hover:bg-soft [&_svg]:size-4"
    >
      {children}
    </button>
  );
}
