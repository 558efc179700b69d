"use client";

import { Newspaper } from "lucide-react";
import { InlineComposer } from "@/components/posts/inline-composer";
import { PostList } from "@/components/posts/post-list";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { feedOptions } from "@/lib/posts/queries";

/** The home feed: write something, then read what others wrote. */
export function Feed() {
  return (
    <div className="flex flex-col gap-2 max-md:pt-3 md:gap-4">
      <h1 className="sr-only">Home</h1>
      <InlineComposer />
      <div>
        <PostList options={feedOptions()} label="Posts" empty={<EmptyFeed />} />
      </div>
    </div>
  );
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
