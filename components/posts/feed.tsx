"use client";

import { EmptyFeed } from "@/components/posts/empty-feed";
import { InlineComposer } from "@/components/posts/inline-composer";
import { PostList } from "@/components/posts/post-list";
import { lazyComponent } from "@/components/ui/lazy-component";
import { feedOptions } from "@/lib/posts/queries";

// Nobody waits for it: a feed that has just come has nothing new.
const NewPosts = lazyComponent(
  () => import("@/components/posts/new-posts").then((module) => module.NewPosts),
  { optional: true },
);

/** The home feed: write something, then read what others wrote. */
export function Feed() {
  return (
    <div className="flex flex-col gap-2 max-md:pt-3 md:gap-4">
      <h1 className="sr-only">Home</h1>
      <InlineComposer />
      <div>
        <NewPosts />
        <PostList options={feedOptions()} label="Posts" empty={<EmptyFeed />} />
      </div>
    </div>
  );
}
