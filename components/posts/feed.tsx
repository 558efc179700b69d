"use client";

import { EmptyFeed } from "@/components/posts/empty-feed";
import { InlineComposer } from "@/components/posts/inline-composer";
import { NewPosts } from "@/components/posts/new-posts";
import { PostList } from "@/components/posts/post-list";
import { feedOptions } from "@/lib/posts/queries";

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
