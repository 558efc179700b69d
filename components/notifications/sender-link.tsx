"use client";

import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { isOfficial } from "@/lib/notifications/policy";
import type { Notification } from "@/lib/notifications/schema";
import { commentPath, DECISIONS, MODERATION, OWN_PROFILE, REPORTS } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { storedProfileText } from "@/lib/sessions/client/stored-session";

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
export function SubjectLink({
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
