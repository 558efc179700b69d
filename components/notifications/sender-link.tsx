"use client";

import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { useMe } from "@/lib/profiles/client/queries";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { storedProfileText } from "@/lib/sessions/client/stored-session";

/**
 * Links to a notification's sender, or to the viewer's own profile when they are the sender. The
 * link does nothing while the stored profile is unreadable; reading it logs the error. Without a
 * sender it is plain text.
 */
export function SenderLink({
  senderId,
  className,
  hidden = false,
  children,
}: {
  senderId: string;
  className?: string;
  /** For the picture beside the name: keyboards and screen readers need the link only once. */
  hidden?: boolean;
  children: ReactNode;
}) {
  const ownId = useMe()?._id;
  if (!senderId) return <span className={className}>{children}</span>;
  const blockIfUnreadable = (event: MouseEvent) => {
    if (storedProfileText() && !readStoredProfile()) event.preventDefault();
  };
  return (
    <Link
      href={senderId === ownId ? "/profile" : `/profile/${senderId}`}
      prefetch={false}
      onClick={blockIfUnreadable}
      className={className}
      {...(hidden ? { tabIndex: -1, "aria-hidden": true } : {})}
    >
      {children}
    </Link>
  );
}
