"use client";

import { useEffect, useEffectEvent } from "react";
import { loadSendPosts } from "@/components/posts/pending-post/pending-slot";
import { useOutcome } from "@/components/posts/pending-post/use-outcome";
import { pendingListKey, pendingPosts } from "@/lib/posts/client/pending-posts";
import { useMe } from "@/lib/profiles/client/queries";
import { readDraft } from "@/lib/store/drafts";

/** Goes on with the posts that were pending before a reload, whatever screen that was of. */
export function RestorePending() {
  const personId = useMe()?._id;
  const outcome = useOutcome();
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
  return null;
}
