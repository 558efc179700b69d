"use client";

import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand/react";
import { type PendingPost, pendingListKey, pendingPosts } from "@/lib/posts/client/pending-posts";
import type { Outcome } from "@/lib/posts/client/send-posts";
import { readDraft } from "@/lib/store/drafts";

/** What sends posts. Loaded on first use: most visits publish nothing. */
export const loadSendPosts = () => import("@/lib/posts/client/send-posts");

/** A person's pending posts, with those from before a reload. */
export function usePendingPosts(personId: string | undefined, outcome: Outcome): PendingPost[] {
  const latest = useEffectEvent(() => outcome);
  useEffect(() => {
    if (!personId || pendingPosts.getState().restoredFor === personId) return;
    if (readDraft(pendingListKey(personId)) === "") return;
    pendingPosts.setState({ restoredFor: personId });
    loadSendPosts().then(
      ({ restorePosts }) => restorePosts(personId, latest()),
      // They stay stored; a reload tries again.
      () => pendingPosts.setState({ restoredFor: "" }),
    );
  }, [personId]);
  return useStore(pendingPosts, ({ posts }) => posts).filter((post) => post.personId === personId);
}
