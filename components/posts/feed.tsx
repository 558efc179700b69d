"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { InlineComposer } from "@/components/posts/inline-composer";
import { PostList } from "@/components/posts/post-list";
import { feedOptions, postsKeys } from "@/lib/posts/queries";

const NewPosts = lazy<ComponentType>(() =>
  import("@/components/posts/new-posts").then(
    (module) => ({ default: module.NewPosts }),
    // No connection: then nothing new comes, either.
    () => ({ default: () => null }),
  ),
);

// A campus is empty once.
const EmptyFeed = lazy(() =>
  import("@/components/posts/empty-feed").then((module) => ({ default: module.EmptyFeed })),
);

/** A feed younger than this has nothing new worth asking for, in milliseconds. */
const YOUNG_MS = 60_000;

/** The home feed: write something, then read what others wrote. */
export function Feed() {
  const mayHaveNews = useMayHaveNews();
  return (
    <div className="flex flex-col gap-2 max-md:pt-3 md:gap-4">
      <h1 className="sr-only">Home</h1>
      <InlineComposer />
      <div>
        {mayHaveNews && (
          <Suspense fallback={null}>
            <NewPosts />
          </Suspense>
        )}
        <PostList
          options={feedOptions()}
          label="Posts"
          empty={
            <Suspense fallback={null}>
              <EmptyFeed />
            </Suspense>
          }
        />
      </div>
    </div>
  );
}

/** True once the feed is a minute old, or somebody comes back to it from elsewhere: until then nothing is loaded for it. */
function useMayHaveNews(): boolean {
  const client = useQueryClient();
  const [may, setMay] = useState(false);
  useEffect(() => {
    const age = Date.now() - (client.getQueryState(postsKeys.feed())?.dataUpdatedAt ?? 0);
    const timer = setTimeout(() => setMay(true), Math.max(0, YOUNG_MS - age));
    const onBack = () => {
      if (!document.hidden) setMay(true);
    };
    document.addEventListener("visibilitychange", onBack);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onBack);
    };
  }, [client]);
  return may;
}
