"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";

/** What has been put into the cache of this tab. */
const hydrated = new WeakSet<DehydratedState>();

/**
 * Puts the queries that a page carries (lib/query/server/prefetch.ts) into the cache, once. On
 * Back, Next.js shows the page as it was first loaded, however long ago: a list that has left the
 * cache since then is loaded again, because likes, deletions and blocks may have changed it.
 */
export function HydrateOnce({
  state,
  children,
}: {
  state: DehydratedState | null | undefined;
  children: ReactNode;
}) {
  // Offline, what the page came with is all there is.
  const isNew = state && (!hydrated.has(state) || !navigator.onLine);
  useEffect(() => {
    if (state) hydrated.add(state);
  }, [state]);
  return <HydrationBoundary state={isNew ? state : undefined}>{children}</HydrationBoundary>;
}
