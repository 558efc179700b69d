"use client";

import { loadSendPosts, usePendingPosts } from "@/components/posts/pending-post/use-pending-posts";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useMe } from "@/lib/profiles/client/queries";

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

/** The viewer's posts that are not on the server yet, where they will stand. */
export function PendingSlot() {
  const posts = usePendingPosts(useMe()?._id);
  return posts.length > 0 && <PendingPosts posts={posts} />;
}
