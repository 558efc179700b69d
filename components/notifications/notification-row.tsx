"use client";

import { useId, useState } from "react";
import { CircleButton } from "@/components/circles/circle-button";
import { PostThumbnail } from "@/components/notifications/post-thumbnail";
import { RowActions } from "@/components/notifications/row-actions";
import { RowText } from "@/components/notifications/row-text";
import { SenderLink } from "@/components/notifications/sender-link";
import { OfficialPicture, SenderPicture } from "@/components/notifications/sender-picture";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";
import { isOfficial, notificationText } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";

const ReportDialog = lazyComponent(() =>
  import("@/components/safety/report-dialog").then((module) => module.ReportDialog),
);

/** The layout of a row. The link to what it is about covers it, below its other controls. */
export const rowStyle = (isNew: boolean) =>
  cx(
    "group @container relative flex items-center gap-3 px-4 py-3 transition-colors md:px-5",
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
