import { HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Feed } from "@/components/posts/feed";
import { pageViewer } from "@/lib/auth/page-viewer";
import { prefetchFeed } from "@/lib/posts/prefetch";

/** The feed, and over it what its pages add: it stays as it is while the composer opens and closes. */
export default async function HomeLayout({ children }: { children: ReactNode }) {
  const viewer = await pageViewer();
  return (
    <HydrationBoundary state={viewer && (await prefetchFeed(viewer))}>
      <Feed />
      {children}
    </HydrationBoundary>
  );
}
