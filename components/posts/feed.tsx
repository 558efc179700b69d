"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { InlineComposer } from "@/components/posts/inline-composer";
import { PostList } from "@/components/posts/post-list";
import { part } from "@/components/ui/part";
import { feedOptions, postsKeys } from "@/lib/posts/queries";

const NewPosts = part(
  () => import("@/components/posts/new-posts").then((module) => module.NewPosts),
  // No connection: then nothing new comes, either.
  { extra: true },
);

// A campus is empty once.
const EmptyFeed = part(() => import("@/components/posts/empty-feed").then((module) => module.EmptyFeed));

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
        {mayHaveNews && <NewPosts />}
        <PostList options={feedOptions()} label="Posts" empty={<EmptyFeed />} />
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
