"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Newspaper } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { InlineComposer } from "@/components/posts/inline-composer";
import { PostList } from "@/components/posts/post-list";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { feedOptions, postsKeys } from "@/lib/posts/queries";

const NewPosts = dynamic(
  () =>
    import("@/components/posts/new-posts").then(
      (module) => module.NewPosts,
      // No connection: then nothing new comes, either.
      () => () => null,
    ),
  { ssr: false },
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

function EmptyFeed() {
  return (
    <div className="card-bleed">
      <EmptyState
        icon={Newspaper}
        title="Your campus is quiet so far"
        action={<ButtonLink href="/create-post">Create the first post</ButtonLink>}
      >
        Share a photo or video, and everyone sees it here.
      </EmptyState>
    </div>
  );
}
