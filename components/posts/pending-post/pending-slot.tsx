"use client";

import { useStore } from "zustand/react";
import { useOutcome } from "@/components/posts/pending-post/use-outcome";
import { lazyComponent } from "@/components/ui/lazy-component";
import { isPending, isUnread, unposted, useRestore } from "@/lib/posts/client/unposted";
import { useMe } from "@/lib/profiles/client/queries";

/** What sends posts. Loaded on first use: most visits publish nothing. */
export const loadSendPosts = () => import("@/lib/posts/client/send-posts");

const PendingPosts = lazyComponent(() =>
  import("@/components/posts/pending-post/pending-post").then((module) => module.PendingPosts),
);

/** Loads what shows and sends posts, before Post is pressed. */
export function preloadPending(): void {
  PendingPosts.preload();
  loadSendPosts().catch(() => {
    // Post tries again, and says so.
  });
}

/** The viewer's posts that are not on the server yet, where they will be. */
export function PendingSlot() {
  const personId = useMe()?._id;
  const posts = useStore(unposted, (state) => state.posts).filter(
    (post) => post.personId === personId && isPending(post) && !isUnread(post),
  );
  return posts.length > 0 && <PendingPosts posts={posts} />;
}

/** Goes on with the posts that were pending before a reload, whatever screen is open. */
export function RestorePending() {
  const personId = useMe()?._id ?? "";
  const outcome = useOutcome();
  const isInterrupted = useStore(unposted, ({ posts }) =>
    posts.some((post) => post.personId === personId && isPending(post) && isUnread(post)),
  );
  useRestore(isInterrupted, () => loadSendPosts().then((send) => send.restorePosts(personId, outcome)));
  return null;
}
