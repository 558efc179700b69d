"use client";

import type { ReactNode } from "react";
import { AffiliationChip } from "@/components/circles/affiliation-chip";
import { SenderLink, SubjectLink } from "@/components/notifications/sender-link";
import { RelativeTime } from "@/components/ui/relative-time";
import { useTranslate } from "@/lib/language/translate";
import { isOfficial } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";

type Props = {
  /** The notification whose sender is named first and whose subject a press opens. */
  notification: Notification;
  /** What follows the sender's name. */
  text: string;
  /** The id of the sentence, by which the row's controls are described. */
  textId: string;
  isNew: boolean;
  /** Called when what it is about is opened while it is new. */
  onOpen: () => void;
  /** At the end of the line with the time, also where its rest breaks. */
  actions: ReactNode;
  /** What follows the time. */
  children?: ReactNode;
};

/** What a row says: who did what, how long ago, and whether that is new. */
export function RowText({ notification, text, textId, isNew, onOpen, actions, children }: Props) {
  const t = useTranslate();
  const { senderId: sender, createdAt } = notification;
  return (
    <>
      <p id={textId} className="break-words">
        {!isOfficial(notification) && (
          <>
            <SenderLink senderId={sender._id} className="rounded-sm font-semibold hover:underline">
              <bdi>{sender.name}</bdi>
            </SenderLink>{" "}
          </>
        )}
        <SubjectLink
          notification={notification}
          labelledBy={textId}
          onOpen={() => {
            if (isNew) onOpen();
          }}
        >
          {text}
        </SubjectLink>
      </p>
      <div className="mt-0.5 flex items-start gap-x-2">
        <div className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <RelativeTime
            at={createdAt}
            style="notification"
            className="pointer-events-none text-ink2 text-sm tabular-nums"
          />
          {!isOfficial(notification) && <AffiliationChip affiliation={sender.affiliation} />}
          {/* The row's tint says it already to those who see it. */}
          {isNew && <span className="font-semibold text-brand text-sm">{t("New")}</span>}
          {children}
        </div>
        {actions}
      </div>
    </>
  );
}
