import { PeopleToJoin } from "@/components/circles/people-to-join";
import { RailSearch } from "@/components/people-search/rail-search";
import { TrendingTags } from "@/components/posts/trending-tags";

/** Search, people to join and trending tags. Explore has the first two itself. */
export function SidebarWidgets({ isExplore }: { isExplore: boolean }) {
  return (
    <>
      {!isExplore && <RailSearch />}
      {!isExplore && <PeopleToJoin compact />}
      <TrendingTags />
    </>
  );
}
