"use client";

import Link from "next/link";
import type { MouseEvent, ReactNode } from "react";
import { useMe } from "@/lib/profiles/client/queries";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { storedProfileText } from "@/lib/sessions/client/stored-session";

/**
 * Leads to who sent a notification: to one's own profile when that is oneself, nowhere when it is
 * not known who it was, or when the stored profile cannot be read (the specification, §2, §8; the
 * reading logs it).
 */
export function SenderLink({
  senderId,
  className,
  hidden = false,
  children,
}: {
  senderId: string;
  className?: string;
  /**
   * For the picture beside the name: the same link need not be met twice by keyboard and screen
   * reader.
   */
  hidden?: boolean;
  children: ReactNode;
}) {
  const ownId = useMe()?._id;
  if (!senderId) return <span className={className}>{children}</span>;
  const refuseUnreadable = (event: MouseEvent) => {
    if (storedProfileText() && !readStoredProfile()) event.preventDefault();
  };
  return (
    <Link
      href={senderId === ownId ? "/profile" : `/profile/${senderId}`}
      prefetch={false}
      onClick={refuseUnreadable}
      className={className}
      {...(hidden ? { tabIndex: -1, "aria-hidden": true } : {})}
    >
      {children}
    </Link>
  );
}
