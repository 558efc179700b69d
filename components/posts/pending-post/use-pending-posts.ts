"use client";

import { useStore } from "zustand/react";
import { type PendingPost, pendingPosts } from "@/lib/posts/client/pending-posts";

/** What sends posts. Loaded on first use: most visits publish nothing. */
export const loadSendPosts = () => import("@/lib/posts/client/send-posts");

/** A person's pending posts. */
export const usePendingPosts = (personId: string | undefined): PendingPost[] =>
  useStore(pendingPosts, ({ posts }) => posts).filter((post) => post.personId === personId);
