"use client";

import { Check, ChevronDown, Flag, Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { CircleButton } from "@/components/circles/circle-button";
import { OfficialPicture, PostThumbnail, SenderPicture } from "@/components/notifications/row-pictures";
import { RowText, SenderLink } from "@/components/notifications/row-text";
import { likesText } from "@/components/notifications/rows";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";
import { isOfficial, notificationText } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);

/** The layout of a row. The link to what it is about covers it, below its other controls. */
const rowStyle = (isNew: boolean) =>
  cx(
    "group @container relative flex items-center gap-3 px-4 py-3 transition-colors md:px-5",
    isNew ? "bg-soft/40 hover:bg-soft/70" : "hover:bg-sunken/50",
  );

type RowProps = {
  notification: Notification;
  /** Called when what it is about is opened while it is unseen. */
  onOpen: () => void;
  onMarkRead: () => void;
  onDelete: () => void;
};

/** One notification. A press opens what it is about; who joined can be joined in the row. */
export function NotificationRow({ notification, onOpen, onMarkRead, onDelete }: RowProps) {
  const t = useTranslate();
  const { senderId: sender, type, custom, postId: post, seen } = notification;
  const textId = useId();
  const [isReporting, setReporting] = useState(false);
  const closeReport = () => setReporting(false);
  return (
    <div className={rowStyle(!seen)}>
      {isOfficial(notification) ? (
        <OfficialPicture />
      ) : (
        <SenderLink senderId={sender._id} hidden className="shrink-0 self-start rounded-full">
          <SenderPicture
            id={sender._id}
            name={sender.name}
            avatar={sender.avatar}
            type={custom ? "custom" : type}
          />
        </SenderLink>
      )}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-32">
          <RowText
            notification={notification}
            text={notificationText(notification, t)}
            textId={textId}
            isNew={!seen}
            onOpen={onOpen}
            actions={
              <RowActions
                describedBy={textId}
                onMarkRead={seen ? undefined : onMarkRead}
                onDelete={onDelete}
                onReport={custom ? () => setReporting(true) : undefined}
              />
            }
          />
        </div>
        {type === "follow" && !custom && <CircleButton person={sender} compact named />}
      </div>
      {post && <PostThumbnail post={post} />}
      {isReporting && (
        <ReportDialog
          person={sender}
          reported={{ subject: "notification", subjectId: notification._id }}
          onClose={closeReport}
          onLoadError={closeReport}
        />
      )}
    </div>
  );
}

type LikesProps = {
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
export function LikesRow({ notifications, onOpen, onMarkRead, onDelete, children }: LikesProps) {
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

type ActionsProps = {
  /** The id of the row's text, which says what the actions apply to. */
  describedBy: string;
  /** Without it the row is read already. */
  onMarkRead?: (() => void) | undefined;
  onDelete: () => void;
  /** Only for what another member wrote by hand. */
  onReport?: (() => void) | undefined;
};

/** The actions of a row, as icons. */
function RowActions({ describedBy, onMarkRead, onDelete, onReport }: ActionsProps) {
  const t = useTranslate();
  const shared = {
    "aria-describedby": describedBy,
    className: "-my-1 size-8! touch:size-9! [&_svg]:size-4!",
  };
  return (
    // Above the link that covers the row.
    <div className="relative z-1 -mr-2 flex shrink-0">
      {onMarkRead && (
        <IconButton label={t("Mark as read")} onClick={onMarkRead} {...shared}>
          <Check aria-hidden />
        </IconButton>
      )}
      {onReport && (
        <IconButton label={t("Report")} onClick={onReport} {...shared}>
          <Flag aria-hidden />
        </IconButton>
      )}
      <IconButton label={t("Delete")} tone="danger" onClick={onDelete} {...shared}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
