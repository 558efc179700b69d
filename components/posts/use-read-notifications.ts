"use client";

import { useEffect } from "react";
import { useMarkPostSeen } from "@/lib/notifications/client/mutations";
import { useUnreadCount } from "@/lib/notifications/client/queries";
import type { Post } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";

/** Marks the notifications about a post of the viewer as read, however they came to it. */
export function useReadNotifications(post: Post | undefined): void {
  const me = useMe();
  const hasUnread = useUnreadCount() > 0;
  const { mutate } = useMarkPostSeen();
  const ownPostId = me && post?.userId._id === me._id ? post._id : undefined;
  useEffect(() => {
    if (ownPostId && hasUnread) mutate(ownPostId);
  }, [ownPostId, hasUnread, mutate]);
}
