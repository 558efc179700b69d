import { PeopleToJoin } from "@/components/users/people-to-join";
import { TrendingTags } from "@/components/users/trending-tags";

/** What goes on around campus, for the rail: on Explore, which has people itself, without them. */
export function RailCampus({ people }: { people: boolean }) {
  return (
    <>
      {people && <PeopleToJoin compact />}
      <TrendingTags />
    </>
  );
}
