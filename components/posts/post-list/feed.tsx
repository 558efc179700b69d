"use client";

import { Newspaper } from "lucide-react";
import { useRef } from "react";
import { InlineComposer } from "@/components/posts/composer/inline-composer";
import { PostList, type PostListHandle } from "@/components/posts/post-list/post-list";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ButtonLink } from "@/components/ui/link";
import { feedOptions } from "@/lib/posts/client/queries";

// Optional: a feed that has just loaded has no newer posts to offer.
const NewPosts = lazyComponent(
  () => import("@/components/posts/post-list/new-posts").then((module) => module.NewPosts),
  { optional: true },
);

/** The home feed, with the composer on top. */
export function Feed() {
  const list = useRef<PostListHandle>(null);
  return (
    <div className="flex flex-col gap-2 max-md:pt-3 md:gap-4">
      <h1 className="sr-only">Home</h1>
      <InlineComposer />
      <div>
        <NewPosts onLoaded={(postId) => list.current?.focus(postId)} />
        <PostList ref={list} options={feedOptions()} label="Posts" empty={<EmptyFeed />} />
      </div>
    </div>
  );
}

/** The home feed before anyone has posted. */
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
