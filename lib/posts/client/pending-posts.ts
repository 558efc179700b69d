import { createStore } from "zustand/vanilla";
import type { ReadyMedia } from "@/lib/posts/client/chosen-media";
import type { CommentAudience } from "@/lib/posts/schema";

/**
 * Posts that their author has let go of, and that are not on the server yet. They are sent one
 * after the other (send-posts.ts), whatever screen is open. The tab stores them, so that they
 * survive a reload; logging out, or another person signing in, erases them.
 */

export type PendingStatus =
  /** Others are sent before it. */
  | { phase: "waiting" }
  /**
   * `progress` is in percent. Once the server has been asked to publish it, it can't be stopped.
   */
  | { phase: "sending"; progress: number; step: string; canStop: boolean }
  /** It waits for its author, who may send it again, change it or discard it. */
  | { phase: "stopped"; message: string; isFailure: boolean };

export type NewPendingPost = {
  personId: string;
  caption: string;
  whoCanComment: CommentAudience;
  items: readonly ReadyMedia[];
};
export type PendingPost = NewPendingPost & { id: string; status: PendingStatus };

type Pending = {
  /** In the order in which they are sent. */
  posts: readonly PendingPost[];
  /** Whose stored posts have been read. */
  restoredFor?: string;
};

export const pendingPosts = createStore<Pending>(() => ({ posts: [] }));

/** Notes that a file has been stored. False if it belongs to no pending post. */
export function noteStored(mediaId: string): boolean {
  const { posts } = pendingPosts.getState();
  const isIt = ({ id }: ReadyMedia) => id === mediaId;
  if (!posts.some(({ items }) => items.some(isIt))) return false;
  const stored = (item: ReadyMedia) => (isIt(item) ? { ...item, isStored: true } : item);
  pendingPosts.setState({ posts: posts.map((post) => ({ ...post, items: post.items.map(stored) })) });
  return true;
}

/** Where the tab lists a person's pending posts. */
export const pendingListKey = (personId: string) => `pending ${personId}`;
