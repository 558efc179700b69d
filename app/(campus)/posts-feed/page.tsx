import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PostsFeed } from "@/components/posts/posts-feed";
import { pageViewer } from "@/lib/auth/page-viewer";
import { prefetchFeed } from "@/lib/posts/prefetch";

export const metadata: Metadata = { title: "Posts Feed" };

export default async function PostsFeedPage() {
  const viewer = await pageViewer();
  return (
    <HydrationBoundary state={viewer && (await prefetchFeed(viewer))}>
      <PostsFeed />
    </HydrationBoundary>
  );
}
