"use client";

import Link from "next/link";
import { NameLine } from "@/components/circles/affiliation-chip";
import { PendingMark } from "@/components/shell/nav-links";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { RelativeTime } from "@/components/ui/relative-time";
import { focusNext } from "@/lib/dom/next-field";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { DELETED_MEMBER, goneText } from "@/lib/messages/policy";
import type { Conversation, Message } from "@/lib/messages/schema";
import { conversationPath } from "@/lib/paths";
import { isPlainClick } from "@/lib/posts/client/feed-top";
import { formatBadge } from "@/lib/text/counts";
import { sizedImageUrl } from "@/lib/text/media-url";

type Props = {
  conversation: Conversation;
  meId: string | undefined;
  /** Its messages are on screen. */
  isCurrent: boolean;
};

/** A conversation in the list: the other person, the last message and its time, what is unread. */
export function ConversationRow({ conversation, meId, isCurrent }: Props) {
  const t = useTranslate();
  const { _id, with: person, lastMessage, unreadCount, box, updatedAt } = conversation;
  const name = person?.name ?? t(DELETED_MEMBER);
  const isUnread = unreadCount > 0;
  return (
    <Link
      href={conversationPath(_id) + (box === "requests" ? "?box=requests" : "")}
      prefetch={false}
      onClick={(event) => isPlainClick(event) && !isCurrent && focusNext("message")}
      aria-current={isCurrent ? "page" : undefined}
      className={cx(
        "flex min-h-18 items-center gap-3 @max-[13rem]:px-3 px-4 py-3 outline-offset-[-2px] transition-colors has-data-pending:bg-soft",
        isCurrent ? "bg-soft" : "hover:bg-sunken/60",
      )}
    >
      <PendingMark />
      <Avatar id={person?._id ?? ""} name={name} src={sizedImageUrl(person?.avatar ?? "", 96)} size="lg" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <NameLine affiliation={person?.affiliation} className="min-w-0">
            <bdi className={cx("max-w-full truncate", isUnread ? "font-bold" : "font-semibold")}>{name}</bdi>
          </NameLine>
          <RelativeTime
            at={lastMessage?.createdAt ?? updatedAt}
            style="notification"
            className="ml-auto shrink-0 @max-[13rem]:hidden text-ink2 text-sm tabular-nums"
          />
        </span>
        <span className="flex items-center gap-2">
          <span
            className={cx(
              "min-w-0 flex-1 truncate text-label",
              isUnread ? "font-semibold text-ink" : "text-ink2",
            )}
          >
            {lastMessage && previewOf(lastMessage, meId, t)}
          </span>
          {isUnread && (
            <Badge tone="alert" className="px-2 py-0.5">
              {formatBadge(unreadCount)}
              <span className="sr-only"> {t("unread")}</span>
            </Badge>
          )}
        </span>
      </span>
    </Link>
  );
}

/** What was said last, in one line. */
export function previewOf(message: Message, meId: string | undefined, t: Translate): string {
  const { senderId, text, post } = message;
  const gone = goneText(message);
  if (gone) return t(gone);
  const isMine = senderId === meId;
  if (text === "" && post) return isMine ? t("You shared a post") : t("Shared a post");
  return isMine ? t("You: {text}", { text }) : text;
}
