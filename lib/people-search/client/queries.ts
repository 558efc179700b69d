import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { SEARCH_PAGE } from "@/lib/people-search/policy";
import type { SearchAnswer, SuggestionsAnswer } from "@/lib/people-search/schema";
import { pagedList } from "@/lib/query/pages";

const peopleSearchKeys = {
  all: ["people-search"] as const,
  search: (q: string) => [...peopleSearchKeys.all, "search", q] as const,
  suggestions: () => [...peopleSearchKeys.all, "suggestions"] as const,
};

/** People by name. A request is aborted when the text changes before its answer arrives. */
export const searchOptions = (q: string) => ({
  ...pagedList(peopleSearchKeys.search(q), (cursor, signal) => {
    const query = { q, ...(cursor ? { cursor } : { page: 1 }), limit: SEARCH_PAGE };
    return api.get<SearchAnswer>("/search/users", { query, signal });
  }),
  enabled: q !== "",
});

/** People to join. The server caches its candidates for the same minute. */
export const suggestionsOptions = () =>
  queryOptions({
    queryKey: peopleSearchKeys.suggestions(),
    queryFn: ({ signal }) =>
      api.get<SuggestionsAnswer>("/users/suggestions", { signal }).then(({ users }) => users),
    staleTime: 60_000,
  });
