import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { CircleAnswer, SearchAnswer, SuggestionsAnswer } from "@/lib/users/contract";
import { CIRCLE_PAGE, SEARCH_PAGE } from "@/lib/users/limits";
import { type CircleSide, usersKeys } from "@/lib/users/queries";

/** People in lists: circles and searches, which go on, and those one may want to join. */

/** The people of a circle, page by page, narrowed down by a name. */
export const circleOptions = (userId: string, side: CircleSide, q: string) =>
  infiniteQueryOptions({
    queryKey: usersKeys.circle(userId, side, q),
    queryFn: ({ pageParam, signal }): Promise<CircleAnswer> => {
      const query = { q: q || undefined, limit: CIRCLE_PAGE, cursor: pageParam };
      return api.get<CircleAnswer>(`/users/${userId}/${side}`, { query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: CircleAnswer) => last.nextCursor ?? undefined,
  });

/** People by name. A search whose words changed meanwhile is aborted. */
export const searchOptions = (q: string) =>
  infiniteQueryOptions({
    queryKey: usersKeys.search(q),
    queryFn: ({ pageParam, signal }): Promise<SearchAnswer> => {
      const place = pageParam === undefined ? { page: 1 } : { cursor: pageParam };
      const query = { q, ...place, limit: SEARCH_PAGE };
      return api.get<SearchAnswer>("/search/users", { query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: SearchAnswer) => last.nextCursor ?? undefined,
    enabled: q !== "",
  });

/** The people of all loaded pages in order, each once. */
export function loadedPeople<P extends { _id: string }>(data: { pages: { users: P[] }[] } | undefined): P[] {
  const people = new Map<string, P>();
  for (const page of data?.pages ?? [])
    for (const person of page.users) if (!people.has(person._id)) people.set(person._id, person);
  return [...people.values()];
}

/** People to join; a minute old at most, as on the server. */
export const suggestionsOptions = () =>
  queryOptions({
    queryKey: usersKeys.suggestions(),
    queryFn: ({ signal }) =>
      api.get<SuggestionsAnswer>("/users/suggestions", { signal }).then(({ users }) => users),
    staleTime: 60_000,
  });
