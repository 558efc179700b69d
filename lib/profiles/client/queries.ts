import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import type { AffiliationRequestAnswer } from "@/lib/profiles/affiliation-schema";
import { type ProfileNews, usersKeys } from "@/lib/profiles/client/cache";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import type { OwnUser } from "@/lib/profiles/schema";
import { sendToOtherTabs } from "@/lib/query/other-tabs";

/** Queries of people. */

/** The signed-in person. Pages prefetch it, so that it is there at first paint. */
export const meOptions = () =>
  queryOptions({
    queryKey: usersKeys.me(),
    queryFn: async ({ signal }): Promise<OwnUser> => {
      const { user } = await api.get("/auth/me", { signal });
      storeProfile(user);
      sendToOtherTabs<ProfileNews>({ kind: "profile", profile: user });
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
    queryFn: ({ signal }) =>
      api.get("/users/{userId}", { params: { userId }, signal }).then(({ user }) => user),
  });

/** What the viewer has asked the college to confirm. */
export const affiliationRequestOptions = (userId: string) =>
  queryOptions({
    queryKey: usersKeys.affiliationRequest(userId),
    queryFn: ({ signal }) => api.get("/users/{userId}/affiliation-request", { params: { userId }, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  });

/** The same as far as it is known, without asking. */
export const useKnownRequest = (userId: string): AffiliationRequestAnswer | undefined =>
  useQuery({ ...affiliationRequestOptions(userId), enabled: false }).data;

/**
 * Whether a username is free, checked while the person types. A name taken in the meantime is an
 * error on saving.
 */
export const usernameOptions = (username: string) =>
  queryOptions({
    queryKey: usersKeys.username(username),
    queryFn: ({ signal }) => api.get("/users/usernames/{username}", { params: { username }, signal }),
    retry: false,
  });
