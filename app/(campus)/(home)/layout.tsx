import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Feed } from "@/components/posts/feed";
import { pageViewer } from "@/lib/auth/page-viewer";
import { FEED_PAGE } from "@/lib/posts/limits";
import { feedOptions } from "@/lib/posts/queries";
import { listFeed } from "@/lib/posts/service/feed";
import { firstPage, prefetch } from "@/lib/query/prefetch";

/** The feed, and over it what its pages add: it stays as it is while the composer opens and closes. */
export default async function HomeLayout({ children }: { children: ReactNode }) {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(firstPage(feedOptions(), () => listFeed(viewer, { page: 1, limit: FEED_PAGE }))));
  return (
    <HydrationBoundary state={state}>
      <Feed />
      {children}
    </HydrationBoundary>
  );
}
