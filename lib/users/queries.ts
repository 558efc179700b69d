import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { MeAnswer } from "@/lib/auth/contract";
import { storeProfile } from "@/lib/auth/stored-session";
import type { OwnUser, UserAnswer } from "@/lib/users/contract";

/** People, as the browser asks for them. */

/** Whose list: the people in somebody's circle, or those whose circles somebody joined. */
export type CircleSide = "circle" | "circles";

export const usersKeys = {
  all: ["users"] as const,
  me: () => [...usersKeys.all, "me"] as const,
  detail: (userId: string) => [...usersKeys.all, "detail", userId] as const,
  circlesOf: (userId: string) => [...usersKeys.all, "circles", userId] as const,
  circle: (userId: string, side: CircleSide, q: string) => [...usersKeys.circlesOf(userId), side, q] as const,
  search: (q: string) => [...usersKeys.all, "search", q] as const,
  username: (username: string) => [...usersKeys.all, "username", username] as const,
  suggestions: () => [...usersKeys.all, "suggestions"] as const,
};

/** The signed-in person; pages hydrate it, so it is there at first paint. */
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

/** A profile. */
export const userOptions = (userId: string) =>
  queryOptions({
    queryKey: usersKeys.detail(userId),
    queryFn: ({ signal }) => api.get<UserAnswer>(`/users/${userId}`, { signal }).then(({ user }) => user),
  });
