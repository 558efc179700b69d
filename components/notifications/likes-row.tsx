"use client";

import { Check, ChevronDown, Ellipsis } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { PostThumbnail } from "@/components/notifications/post-thumbnail";
import { likesText } from "@/components/notifications/rows";
import { SenderLink } from "@/components/notifications/sender-link";
import { SenderPicture } from "@/components/notifications/sender-picture";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Notification } from "@/lib/notifications/schema";

type Props = {
  notifications: [Notification, Notification, ...Notification[]];
  onMarkRead: () => void;
  /** A row for each like, shown when expanded. */
  children: ReactNode;
};

const ACTION =
  "min-h-7 shrink-0 items-center gap-1 rounded-full px-2.5 font-medium text-ink2 text-sm transition-colors hover:bg-soft hover:text-brand touch-target [&_svg]:size-4";

/** Several likes of one post, as one row that expands and is marked as read as a whole. */
export function LikesRow({ notifications, onMarkRead, children }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  const textId = useId();
  const listId = useId();
  const [{ senderId: sender, postId: post, createdAt }] = notifications;
  const isNew = notifications.some(({ seen }) => !seen);
  return (
    <>
      <div
        className={cx(
          "group flex items-center gap-3 px-4 py-4 transition-colors md:px-5",
          isNew ? "bg-soft/40" : "hover:bg-sunken/50",
        )}
      >
        <SenderLink senderId={sender._id} hidden className="shrink-0 self-start rounded-full">
          <SenderPicture id={sender._id} name={sender.name} avatar={sender.avatar} type="like" />
        </SenderLink>
        <div className="min-w-0 flex-1">
          <p id={textId} className="break-words">
            <SenderLink senderId={sender._id} className="rounded-sm font-semibold hover:underline">
              {sender.name}
            </SenderLink>{" "}
            {likesText(notifications.map(({ senderId }) => senderId.name))}
          </p>
          <div className="mt-0.5 flex min-h-6 items-center gap-x-2">
            <RelativeTime at={createdAt} style="notification" className="text-ink2 text-sm tabular-nums" />
            {isNew && <Badge>New</Badge>}
            <button
              type="button"
              aria-expanded={isExpanded}
              aria-controls={listId}
              onClick={() => setIsExpanded(!isExpanded)}
              className={cx(ACTION, "inline-flex")}
            >
              {isExpanded ? "Show less" : `Show all ${notifications.length}`}
              <ChevronDown aria-hidden className={cx("transition-transform", isExpanded && "rotate-180")} />
            </button>
            {isNew && (
              <button
                type="button"
                aria-describedby={textId}
                onClick={onMarkRead}
                className={cx(
                  ACTION,
                  "hidden opacity-0 focus-visible:opacity-100 group-hover:opacity-100 md:not-touch:inline-flex",
                )}
              >
                <Check aria-hidden />
                {/* A narrow column beside the sidebar has space for the icon only. */}
                <span className="max-lg:sr-only">Mark as read</span>
              </button>
            )}
          </div>
        </div>
        {post && <PostThumbnail post={post} />}
        {/* Reserves the width of the menu even without one, so that the pictures of all rows align. */}
        <div className="-mr-2.5 min-w-11 md:not-touch:hidden">
          {isNew && (
            <Menu
              trigger={
                <IconButton label="More actions" aria-describedby={textId}>
                  <Ellipsis />
                </IconButton>
              }
            >
              <MenuItem icon={<Check aria-hidden />} onSelect={onMarkRead}>
                Mark as read
              </MenuItem>
            </Menu>
          )}
        </div>
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
