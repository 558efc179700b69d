import { PeopleToJoin } from "@/components/users/people-to-join";
import { RailSearch } from "@/components/users/rail-search";
import { TrendingTags } from "@/components/users/trending-tags";

/** The search field, people to join and what campus talks about. Explore has the first two itself. */
export function RailCampus({ isExplore }: { isExplore: boolean }) {
  return (
    <>
      {!isExplore && <RailSearch />}
      {!isExplore && <PeopleToJoin compact />}
      <TrendingTags />
    </>
  );
}
