import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { type CircleSide, usersKeys } from "@/lib/profiles/client/keys";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import { CIRCLE_PAGE, SEARCH_PAGE } from "@/lib/profiles/limits";
import type {
  CircleAnswer,
  MeAnswer,
  OwnUser,
  SearchAnswer,
  SuggestionsAnswer,
  UserAnswer,
  UsernameAnswer,
} from "@/lib/profiles/schema";
import { pagedList } from "@/lib/query/pages";

/** Queries of people. */

/** The signed-in person. Pages prefetch it, so that it is there at first paint. */
export const meOptions = () =>
  queryOptions({
    queryKey: usersKeys.me(),
    queryFn: async ({ signal }): Promise<OwnUser> => {
      const { user } = await api.get<MeAnswer>("/auth/me", { signal });
      storeProfile(user);
      return user;
    },
    staleTime: 5 * 60_000,
  });

export function useMe(): OwnUser | undefined {
  return useQuery(meOptions()).data;
}

export const userOptions = (userId: string) =>
  queryOptions({
    queryKey: usersKeys.detail(userId),
    queryFn: ({ signal }) => api.get<UserAnswer>(`/users/${userId}`, { signal }).then(({ user }) => user),
  });

/** The people on one side of a circle; `q` filters them by name. */
export const circleOptions = (userId: string, side: CircleSide, q: string) =>
  pagedList(usersKeys.circle(userId, side, q), (cursor, signal) => {
    const query = { q: q || undefined, limit: CIRCLE_PAGE, cursor };
    return api.get<CircleAnswer>(`/users/${userId}/${side}`, { query, signal });
  });

/** People by name. A request is aborted when the text changes before its answer arrives. */
export const searchOptions = (q: string) => ({
  ...pagedList(usersKeys.search(q), (cursor, signal) => {
    const query = { q, ...(cursor ? { cursor } : { page: 1 }), limit: SEARCH_PAGE };
    return api.get<SearchAnswer>("/search/users", { query, signal });
  }),
  enabled: q !== "",
});

/** People to join. The server caches its candidates for the same minute. */
export const suggestionsOptions = () =>
  queryOptions({
    queryKey: usersKeys.suggestions(),
    queryFn: ({ signal }) =>
      api.get<SuggestionsAnswer>("/users/suggestions", { signal }).then(({ users }) => users),
    staleTime: 60_000,
  });

/**
 * Whether a username is free, checked while the person types. A name taken in the meantime is an
 * error on saving.
 */
export const usernameOptions = (username: string) =>
  queryOptions({
    queryKey: usersKeys.username(username),
    queryFn: ({ signal }) => api.get<UsernameAnswer>(`/users/usernames/${username}`, { signal }),
    retry: false,
  });
