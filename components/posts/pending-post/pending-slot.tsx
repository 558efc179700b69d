"use client";

import { useStore } from "zustand/react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { type PendingPost, pendingPosts } from "@/lib/posts/client/pending-posts";
import { useMe } from "@/lib/profiles/client/queries";

/** What sends posts. Loaded on first use: most visits publish nothing. */
export const loadSendPosts = () => import("@/lib/posts/client/send-posts");

/** A person's pending posts. */
export const usePendingPosts = (personId: string | undefined): PendingPost[] =>
  useStore(pendingPosts, ({ posts }) => posts).filter((post) => post.personId === personId);

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
  const posts = usePendingPosts(useMe()?._id);
  return posts.length > 0 && <PendingPosts posts={posts} />;
}
