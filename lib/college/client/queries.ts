import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { PeopleChoice } from "@/lib/college/schema";
import { pagedList, pageItems } from "@/lib/query/pages";

/** What the college's admins ask for. */

export const collegeKeys = {
  people: ["college", "people"] as const,
  peopleOf: (choice: PeopleChoice) => [...collegeKeys.people, "list", choice] as const,
  peopleCounts: () => [...collegeKeys.people, "counts"] as const,
  numbers: ["college", "numbers"] as const,
};

export const personItems = pageItems("people");

/** The chosen people, by name. */
export const peopleOptions = (choice: PeopleChoice) =>
  pagedList(collegeKeys.peopleOf(choice), (cursor, signal) =>
    api.get("/college/people", {
      query: { ...choice, q: choice.q || undefined, cursor },
      signal,
    }),
  );

/** How many people each choice has. */
export const peopleCountsOptions = () =>
  queryOptions({
    queryKey: collegeKeys.peopleCounts(),
    queryFn: ({ signal }) => api.get("/college/people/counts", { signal }),
  });

export const campusNumbersOptions = () =>
  queryOptions({
    queryKey: collegeKeys.numbers,
    queryFn: ({ signal }) => api.get("/college/numbers", { signal }),
  });
