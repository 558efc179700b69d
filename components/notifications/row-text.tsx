"use client";

import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { AffiliationChip } from "@/components/circles/affiliation-chip";
import { RelativeTime } from "@/components/ui/relative-time";
import { useTranslate } from "@/lib/language/translate";
import { isOfficial } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";
import { commentPath, DECISIONS, MODERATION, OWN_PROFILE, REPORTS } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { storedProfileText } from "@/lib/sessions/client/stored-session";

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

/** The profile of a notification's sender; undefined without a sender. */
function useSenderPath(senderId: string): string | undefined {
  const ownId = useMe()?._id;
  if (!senderId) return undefined;
  return senderId === ownId ? OWN_PROFILE : `/profile/${senderId}`;
}

/** Does nothing while the stored profile is unreadable; reading it logs the error. */
const isProfileUnreadable = () => Boolean(storedProfileText()) && !readStoredProfile();

const blockIfUnreadable = (event: MouseEvent) => {
  if (isProfileUnreadable()) event.preventDefault();
};

/**
 * Links to a notification's sender, or to the viewer's own profile when they are the sender.
 * Without a sender it is plain text.
 */
export function SenderLink({
  senderId,
  className,
  hidden = false,
  children,
}: {
  senderId: string;
  className: string;
  /** For the picture next to the name: keyboards and screen readers need the link only once. */
  hidden?: boolean;
  children: ReactNode;
}) {
  const path = useSenderPath(senderId);
  if (!path) return <span className={className}>{children}</span>;
  return (
    <Link
      href={path}
      prefetch={false}
      onClick={blockIfUnreadable}
      // Above the link to the notification's subject, which covers the row.
      className={`relative z-1 ${className}`}
      {...(hidden ? { tabIndex: -1, "aria-hidden": true } : {})}
    >
      {children}
    </Link>
  );
}

/**
 * Links to what a notification is about: its post, with the comment in view, or else its sender;
 * from the product itself, to the list of reports or decisions. It covers the whole row, which must
 * be positioned. Without either it is plain text.
 */
function SubjectLink({
  notification: { type, custom, postId: post, commentId, senderId: sender },
  labelledBy,
  onOpen,
  children,
}: {
  notification: Pick<Notification, "type" | "custom" | "postId" | "commentId" | "senderId">;
  /** The id of the row's text. */
  labelledBy: string;
  /** Called when the link is opened, also in another tab. */
  onOpen: () => void;
  children: ReactNode;
}) {
  const senderPath = useSenderPath(sender._id);
  const official = isOfficial({ type, custom }) && officialPath(type);
  const postPath = post && (commentId ? commentPath(post._id, commentId) : `/post/${post._id}`);
  const path = official || (postPath ?? senderPath);
  if (!path) return children;
  const open = (event: MouseEvent) => {
    if (!official && !post && isProfileUnreadable()) event.preventDefault();
    else onOpen();
  };
  return (
    <Link
      href={path}
      prefetch={false}
      aria-labelledby={labelledBy}
      onClick={open}
      // A press of the middle button is no click.
      onAuxClick={(event) => event.button === 1 && open(event)}
      className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-brand focus-visible:after:-outline-offset-2"
    >
      {children}
    </Link>
  );
}

/** Where notifications of the product itself link to. */
function officialPath(type: string): string | undefined {
  // Their own profile: its sender is its receiver.
  if (type === "affiliation") return undefined;
  if (type === "case") return MODERATION;
  return type === "report" ? REPORTS : DECISIONS;
}
