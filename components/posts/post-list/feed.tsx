"use client";

import { InlineComposer } from "@/components/posts/composer/inline-composer";
import { EmptyFeed } from "@/components/posts/post-list/empty-feed";
import { PostList } from "@/components/posts/post-list/post-list";
import { lazyComponent } from "@/components/ui/lazy-component";
import { feedOptions } from "@/lib/posts/client/queries";

// Optional: a feed that has just loaded has no newer posts to offer.
const NewPosts = lazyComponent(
  () => import("@/components/posts/post-list/new-posts").then((module) => module.NewPosts),
  { optional: true },
);

/** The home feed, with the composer on top. */
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
