"use client";

import { Check, Ellipsis, Trash2 } from "lucide-react";
import { useId } from "react";
import { PostThumbnail } from "@/components/notifications/post-thumbnail";
import { SenderLink } from "@/components/notifications/sender-link";
import { SenderPicture } from "@/components/notifications/sender-picture";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { RelativeTime } from "@/components/ui/relative-time";
import { notificationText } from "@/lib/notifications/messages";
import type { Notification } from "@/lib/notifications/schema";

type Props = {
  notification: Notification;
  onMarkRead: () => void;
  onDelete: () => void;
};

/** One notification. Its actions show on hover and focus, on phones and touch screens in a menu. */
export function NotificationRow({ notification, onMarkRead, onDelete }: Props) {
  const { senderId: sender, type, custom, postId: post, seen, createdAt } = notification;
  const textId = useId();
  return (
    <div
      className={cx(
        "group flex items-center gap-3 px-4 py-4 transition-colors md:px-5",
        seen ? "hover:bg-sunken/50" : "bg-soft/40",
      )}
    >
      <SenderLink senderId={sender._id} hidden className="shrink-0 self-start rounded-full">
        <SenderPicture
          id={sender._id}
          name={sender.name}
          avatar={sender.avatar}
          type={custom ? "custom" : type}
        />
      </SenderLink>
      <div className="min-w-0 flex-1">
        <p id={textId} className="break-words">
          <SenderLink senderId={sender._id} className="rounded-sm font-semibold hover:underline">
            {sender.name}
          </SenderLink>{" "}
          {notificationText(notification)}
        </p>
        <div className="mt-0.5 flex min-h-6 items-center gap-2">
          <RelativeTime at={createdAt} style="notification" className="text-ink2 text-sm tabular-nums" />
          {!seen && <Badge>New</Badge>}
          <span className="hidden items-center gap-1 opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 md:not-touch:flex">
            {!seen && (
              <RowAction label="Mark as read" describedBy={textId} onClick={onMarkRead}>
                <Check aria-hidden />
              </RowAction>
            )}
            <RowAction label="Delete" describedBy={textId} danger onClick={onDelete}>
              <Trash2 aria-hidden />
            </RowAction>
          </span>
        </div>
      </div>
      {post && <PostThumbnail post={post} />}
      <div className="-mr-2.5 md:not-touch:hidden">
        <Menu
          trigger={
            <IconButton label="More actions" aria-describedby={textId}>
              <Ellipsis />
            </IconButton>
          }
        >
          {!seen && (
            <MenuItem icon={<Check aria-hidden />} onSelect={onMarkRead}>
              Mark as read
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

function RowAction({
  label,
  describedBy,
  danger = false,
  onClick,
  children,
}: {
  label: string;
  /** The id of the row's text, which says what the action applies to. */
  describedBy: string;
  danger?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      title={label}
      onClick={onClick}
      className={cx(
        "relative inline-flex min-h-7 items-center gap-1 rounded-full px-2.5 font-medium text-sm transition-colors [&_svg]:size-4",
        danger
          ? "text-ink2 hover:bg-danger-soft hover:text-danger"
          : "text-ink2 hover:bg-soft hover:text-brand",
      )}
    >
      {children}
      {/* A narrow column beside the sidebar has space for the icons only. */}
      <span className="max-lg:sr-only">{label}</span>
    </button>
  );
}
