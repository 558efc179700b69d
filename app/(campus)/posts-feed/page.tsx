import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PostsFeed } from "@/components/posts/posts-feed";
import { pageViewer } from "@/lib/auth/page-viewer";
import { FEED_PAGE } from "@/lib/posts/limits";
import { feedOptions } from "@/lib/posts/queries";
import { listFeed } from "@/lib/posts/service/feed";
import { firstPage, prefetch } from "@/lib/query/prefetch";

export const metadata: Metadata = { title: "Posts Feed" };

export default async function PostsFeedPage() {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(firstPage(feedOptions(), () => listFeed(viewer, { page: 1, limit: FEED_PAGE }))));
  return (
    <HydrationBoundary state={state}>
      <PostsFeed />
    </HydrationBoundary>
  );
}
