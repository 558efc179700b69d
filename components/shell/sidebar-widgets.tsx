"use client";

import { PeopleToJoin } from "@/components/circles/people-to-join";
import { RailSearch } from "@/components/people-search/rail-search";
import { TrendingTags } from "@/components/posts/trending-tags";
import { EXPLORE, TRENDING } from "@/lib/paths";

/**
 * Search, people to join and trending tags. Explore has the first two itself, and Trending the
 * last.
 */
export function SidebarWidgets({ path }: { path: string }) {
  const kind = path === EXPLORE ? "explore" : "campus";
  return (
    <>
      {path !== EXPLORE && (
        <search className="relative z-10">
          <RailSearch />
        </search>
      )}
      {path !== EXPLORE && <PeopleToJoin />}
      {/* Where more is put above it, it is another card: this one would be pushed down. */}
      {path !== TRENDING && <TrendingTags key={`trending ${kind}`} />}
    </>
  );
}
