"use client";

import { RotateCw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { BubbleMenu } from "@/components/messages/bubble-menu";
import type { BubbleRow } from "@/components/messages/log-rows";
import { SharedPost } from "@/components/messages/shared-post";
import { cx } from "@/components/ui/cx";
import { LongText } from "@/components/ui/long-text";
import { useTranslate } from "@/lib/language/translate";
import { discardMessage, type ShownOutgoing, useSendMessage } from "@/lib/messages/client/mutations";
import { goneText } from "@/lib/messages/policy";
import { clockTime, exactTime } from "@/lib/time/relative-time";

type Props = { row: BubbleRow; name: string; isSeen: boolean; utcOffset: number | undefined };

/**
 * A message in a bubble: own ones at the right, in the brand's colour. The last of a group says
 * when it was.
 */
export function MessageBubble({ row: { message, isMine, isFirst, isLast }, name, isSeen, utcOffset }: Props) {
  const t = useTranslate();
  const isConfirmed = "_id" in message;
  const gone = isConfirmed ? goneText(message) : undefined;
  const post = !gone && "post" in message ? message.post : null;
  const [bubble, setBubble] = useState<HTMLElement | null>(null);
  return (
    <li
      className={cx(
        "group flex flex-col",
        isMine ? "items-end" : "items-start",
        isFirst ? "mt-2.5" : "mt-0.5",
      )}
    >
      <div
        className={cx(
          "relative flex max-w-[85%] items-center gap-1 md:max-w-[75%]",
          isMine && "flex-row-reverse",
        )}
      >
        <div
          ref={setBubble}
          className={cx(
            "flex min-w-0 flex-wrap items-end gap-x-2.5 rounded-card",
            // A long press opens the menu, instead of selecting the text or showing a link.
            "touch:select-none touch:[-webkit-touch-callout:none]",
            bubbleColor(isMine && isConfirmed, isConfirmed, gone !== undefined),
            post ? "w-64 p-1" : "px-3.5 py-2",
            isLast && (isMine ? "rounded-br-md" : "rounded-bl-md"),
          )}
        >
          {/* The side shows who wrote; screen readers need the name. */}
          {isFirst && <span className="sr-only">{isMine ? t("You") : name}: </span>}
          {post && <SharedPost post={post} />}
          {gone ? (
            <p className="text-ink2 text-label italic">{t(gone)}</p>
          ) : (
            message.text && (
              <LongText
                text={message.text}
                mentions={"mentions" in message ? message.mentions : undefined}
                className={cx("min-w-0 free-text", post && BELOW)}
              />
            )
          )}
          {isConfirmed && (isLast || isSeen) && (
            <Sent
              at={Date.parse(message.createdAt)}
              utcOffset={utcOffset}
              className={cx(isMine && !gone ? "text-white" : "text-ink2", post && BELOW)}
            />
          )}
        </div>
        {isConfirmed && (!gone || (message.isDeleted && !isMine)) && (
          <BubbleMenu message={message} isMine={isMine} name={name} bubble={bubble} />
        )}
      </div>
      {isSeen && <p className="px-1.5 pt-0.5 text-ink2 text-xs">{t("Seen")}</p>}
      {!isConfirmed && <OutgoingState message={message} />}
    </li>
  );
}

/** Below the card of a post, which is closer to the edge of the bubble. */
const BELOW = "mx-2.5 my-1";

/** Text on the brand's colour: links and buttons in it, the selection and the focus are white. */
const ON_BRAND =
  "bg-bubble text-white selection:bg-white selection:text-bubble forced-colors:border [&_.free-text_a]:text-white [&_.free-text_a]:underline [&_button]:text-white [&_:focus-visible]:outline-white";

function bubbleColor(isOwn: boolean, isConfirmed: boolean, isGone: boolean): string {
  if (isGone) return "border border-line border-dashed";
  if (isOwn) return ON_BRAND;
  // Dashed instead of faded, so that the text stays legible.
  return isConfirmed ? "bg-sunken forced-colors:border" : "border border-line-strong border-dashed";
}

/** When it was sent, at the end of the bubble. */
function Sent(props: { at: number; utcOffset: number | undefined; className: string }) {
  const { at, utcOffset, className } = props;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={exactTime(at, utcOffset)}
      className={cx("ml-auto text-xs tabular-nums", className)}
      suppressHydrationWarning
    >
      {clockTime(at, utcOffset)}
    </time>
  );
}

/** Below a message the server has not confirmed: that it is on its way, or what to do about it. */
function OutgoingState({ message }: { message: ShownOutgoing }) {
  const t = useTranslate();
  const { mutate: send } = useSendMessage(message.conversationId);
  if (message.state !== "failed") {
    return (
      <p className="px-1.5 pt-0.5 text-ink2 text-xs">
        {message.state === "sending" ? t("Sending…") : t("Waiting to send")}
      </p>
    );
  }
  return (
    <div role="alert" className="flex max-w-[85%] flex-wrap items-center justify-end gap-x-1 px-1.5 text-sm">
      <span className="text-danger">{t("Not sent. {failure}", { failure: message.failure ?? "" })}</span>
      <span className="flex">
        <Action onClick={() => send(message)}>
          <RotateCw aria-hidden />
          {t("Retry")}
        </Action>
        <Action onClick={() => discardMessage(message)}>
          <X aria-hidden />
          {t("Discard")}
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
