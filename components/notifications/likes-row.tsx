"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { rowStyle } from "@/components/notifications/notification-row";
import { PostThumbnail } from "@/components/notifications/post-thumbnail";
import { RowActions } from "@/components/notifications/row-actions";
import { RowText } from "@/components/notifications/row-text";
import { likesText } from "@/components/notifications/rows";
import { SenderLink } from "@/components/notifications/sender-link";
import { SenderPicture } from "@/components/notifications/sender-picture";
import { cx } from "@/components/ui/cx";
import { useTranslate } from "@/lib/language/translate";
import type { Notification } from "@/lib/notifications/schema";

type Props = {
  notifications: [Notification, Notification, ...Notification[]];
  /** Called when the post is opened while any of the likes is unseen. */
  onOpen: () => void;
  onMarkRead: () => void;
  onDelete: () => void;
  /** A row for each like, shown when expanded. */
  children: ReactNode;
};

/**
 * Several likes of one post or comment, as one row that expands, and is marked as read and deleted
 * as a whole.
 */
export function LikesRow({ notifications, onOpen, onMarkRead, onDelete, children }: Props) {
  const t = useTranslate();
  const [isExpanded, setIsExpanded] = useState(false);
  const textId = useId();
  const listId = useId();
  const [newest] = notifications;
  const { senderId: sender, postId: post } = newest;
  const isNew = notifications.some(({ seen }) => !seen);
  return (
    <>
      <div className={rowStyle(isNew)}>
        <SenderLink senderId={sender._id} hidden className="shrink-0 self-start rounded-full">
          <SenderPicture id={sender._id} name={sender.name} avatar={sender.avatar} type="like" />
        </SenderLink>
        <div className="min-w-0 flex-1">
          <RowText
            notification={newest}
            text={likesText(
              notifications.map(({ senderId }) => senderId.name),
              newest.type,
              t,
            )}
            textId={textId}
            isNew={isNew}
            onOpen={onOpen}
            actions={
              <RowActions
                describedBy={textId}
                onMarkRead={isNew ? onMarkRead : undefined}
                onDelete={onDelete}
              />
            }
          >
            <button
              type="button"
              aria-expanded={isExpanded}
              aria-controls={listId}
              onClick={() => setIsExpanded(!isExpanded)}
              className="touch-target -ml-2.5 z-1 inline-flex min-h-7 items-center gap-1 rounded-full px-2.5 text-left font-medium text-ink2 text-sm transition-colors hover:bg-soft hover:text-brand"
            >
              {isExpanded ? t("Show less") : t("Show all {count}", { count: notifications.length })}
              <ChevronDown
                aria-hidden
                className={cx("size-4 transition-transform", isExpanded && "rotate-180")}
              />
            </button>
          </RowText>
        </div>
        {post && <PostThumbnail post={post} />}
      </div>
      <ul
        id={listId}
        aria-labelledby={textId}
        hidden={!isExpanded}
        className="divide-y divide-line border-line border-t md:pl-8"
      >
        {isExpanded && children}
      </ul>
    </>
  );
}
