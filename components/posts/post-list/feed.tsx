"use client";

import { Newspaper } from "lucide-react";
import { useRef, useState } from "react";
import { InlineComposer } from "@/components/posts/composer/inline-composer";
import { PostList, type PostListHandle } from "@/components/posts/post-list/post-list";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ButtonLink } from "@/components/ui/link";
import { HAS_RAIL, useMediaQuery } from "@/lib/dom/screen-hooks";
import { feedOptions } from "@/lib/posts/client/queries";
import { useMe } from "@/lib/profiles/client/queries";
import { CIRCLES_TO_START } from "@/lib/profiles/policy";

// Optional: a feed that has just loaded has no newer posts to offer.
const FeedRefresh = lazyComponent(
  () => import("@/components/posts/post-list/feed-refresh").then((module) => module.FeedRefresh),
  { optional: true },
);

// Optional: the feed is complete without it.
const SuggestionsCard = lazyComponent(
  () => import("@/components/circles/suggestions-card").then((module) => module.SuggestionsCard),
  { optional: true },
);

/** The home feed, with the composer on top. */
export function Feed() {
  const list = useRef<PostListHandle>(null);
  const me = useMe();
  // As it was when the feed opened: the card stays while the third circle is joined in it.
  const [hasFewCircles] = useState(me !== undefined && me.followingCount < CIRCLES_TO_START);
  // The right column has people to join already.
  const hasRail = useMediaQuery(HAS_RAIL);
  return (
    <div className="flex flex-col gap-2 max-md:pt-3 md:gap-4">
      <h1 className="sr-only">Home</h1>
      <InlineComposer />
      <div>
        <FeedRefresh onLoaded={(postId) => list.current?.focus(postId)} />
        <PostList
          ref={list}
          options={feedOptions()}
          label="Posts"
          empty={<EmptyFeed />}
          interlude={
            me && hasFewCircles && !hasRail && !me.hidesSuggestions && <SuggestionsCard viewerId={me._id} />
          }
        />
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
