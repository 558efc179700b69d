"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type CommentPages, commentItems, isPending } from "@/lib/comments/client/cache";
import { commentsKeys } from "@/lib/comments/client/queries";
import { type PostNews, TAB_ID, tabsOf } from "@/lib/posts/client/cache";

/** Loads the comments of a post again that the person commented on in another tab. */
export function useOtherTabsComments(personId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!personId || !("BroadcastChannel" in window)) return;
    const channel = new BroadcastChannel(tabsOf(personId));
    channel.onmessage = ({ data: { postId, change, tabId } }: MessageEvent<PostNews>) => {
      if (tabId === TAB_ID) return;
      const queryKey = commentsKeys.of(postId);
      const loaded = client.getQueryData<CommentPages>(queryKey);
      const total = loaded?.pages[0]?.total;
      if (change.commentsCount === undefined || total === undefined) return;
      // One that waits to be sent is counted here, and not yet there.
      const waiting = commentItems.all(loaded).filter(isPending).length;
      if (total - waiting !== change.commentsCount) void client.invalidateQueries({ queryKey });
    };
    return () => channel.close();
  }, [personId, client]);
}
