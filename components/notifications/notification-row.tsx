"use client";

import { useId } from "react";
import { CircleButton } from "@/components/circles/circle-button";
import { PostThumbnail } from "@/components/notifications/post-thumbnail";
import { RowActions } from "@/components/notifications/row-actions";
import { SenderLink, SubjectLink } from "@/components/notifications/sender-link";
import { SenderPicture } from "@/components/notifications/sender-picture";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { RelativeTime } from "@/components/ui/relative-time";
import { notificationText } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";

/** The layout of a row. The link to what it is about covers it, below its other controls. */
export const rowStyle = (isNew: boolean) =>
  cx(
    "group relative flex items-center gap-3 px-4 py-3 transition-colors md:px-5",
    isNew ? "bg-soft/40 hover:bg-soft/70" : "hover:bg-sunken/50",
  );

type Props = {
  notification: Notification;
  /** Called when what it is about is opened while it is unseen. */
  onOpen: () => void;
  onMarkRead: () => void;
  onDelete: () => void;
};

/** One notification. A press opens what it is about; who joined can be joined in the row. */
export function NotificationRow({ notification, onOpen, onMarkRead, onDelete }: Props) {
  const { senderId: sender, type, custom, postId: post, seen, createdAt } = notification;
  const textId = useId();
  return (
    <div className={rowStyle(!seen)}>
      <SenderLink senderId={sender._id} hidden className="shrink-0 self-start rounded-full">
        <SenderPicture
          id={sender._id}
          name={sender.name}
          avatar={sender.avatar}
          type={custom ? "custom" : type}
        />
      </SenderLink>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-32">
          <p id={textId} className="break-words">
            <SenderLink senderId={sender._id} className="rounded-sm font-semibold hover:underline">
              {sender.name}
            </SenderLink>{" "}
            <SubjectLink
              notification={notification}
              labelledBy={textId}
              onOpen={() => {
                if (!seen) onOpen();
              }}
            >
              {notificationText(notification)}
            </SubjectLink>
          </p>
          <div className="mt-0.5 flex min-h-6 items-center gap-2">
            <RelativeTime
              at={createdAt}
              style="notification"
              className="pointer-events-none text-ink2 text-sm tabular-nums"
            />
            {!seen && <Badge>New</Badge>}
            <RowActions describedBy={textId} onMarkRead={seen ? undefined : onMarkRead} onDelete={onDelete} />
          </div>
        </div>
        {type === "follow" && !custom && isKnown(sender) && <CircleButton person={sender} compact named />}
      </div>
      {post && <PostThumbnail post={post} />}
    </div>
  );
}

/** Lists cached by an earlier release do not say whether the sender's circle is joined. */
const isKnown = ({ isInCircle }: { isInCircle?: boolean }) => isInCircle !== undefined;
