"use client";

import { PeopleToJoin } from "@/components/circles/people-to-join";
import { RailSearch } from "@/components/people-search/rail-search";
import { TrendingTags } from "@/components/posts/trending-tags";
import { PostsBeside } from "@/components/profiles/posts-beside";
import { EXPLORE, TRENDING } from "@/lib/paths";

/**
 * Search, people to join and trending tags. Explore has the first two itself, and Trending the
 * last. Beside a post there are more of its author and tag instead of people.
 */
export function SidebarWidgets({ path }: { path: string }) {
  const [, postId] = /^\/post\/([^/]+)$/.exec(path) ?? [];
  const kind = postId ? "post" : path === EXPLORE ? "explore" : "campus";
  return (
    <>
      {path !== EXPLORE && (
        <search className="relative z-10">
          <RailSearch />
        </search>
      )}
      {postId && <PostsBeside postId={postId} />}
      {path !== EXPLORE && !postId && <PeopleToJoin />}
      {/* Where more comes to stand above it, it is another card: this one would be pushed down. */}
      {path !== TRENDING && <TrendingTags key={`trending ${kind}`} />}
    </>
  );
}
