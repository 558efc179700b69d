import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Feed } from "@/components/posts/post-list/feed";
import { FirstSteps } from "@/components/profiles/first-steps";
import { feedOptions } from "@/lib/posts/client/queries";
import { FEED_PAGE } from "@/lib/posts/policy";
import { listFeed } from "@/lib/posts/server/feed";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/** The feed, in a layout so that it stays mounted while the composer opens and closes over it. */
export default async function HomeLayout({ children }: { children: ReactNode }) {
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(firstPage(feedOptions(), () => listFeed(viewer, { page: 1, limit: FEED_PAGE }))));
  return (
    <HydrationBoundary state={state}>
      <FirstSteps />
      <Feed />
      {children}
    </HydrationBoundary>
  );
}
