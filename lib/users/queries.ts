import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import { setSwitch } from "@/lib/api/last-intent";
import { later } from "@/lib/api/later";
import { storeProfile } from "@/lib/auth/stored-session";
import type { CircleAnswer, FollowAnswer, OwnUser, ProfileBody, SearchAnswer } from "@/lib/users/contract";
import { CIRCLE_PAGE, SEARCH_PAGE } from "@/lib/users/limits";
import { patchPerson, withCircle, withFields } from "@/lib/users/patch";

const contract = later(() => import("@/lib/users/contract"));

const authContract = later(() => import("@/lib/auth/contract"));

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
  suggestions: () => [...usersKeys.all, "suggestions"] as const,
};

/** The signed-in person; pages hydrate it, so it is there at first paint. */
export const meOptions = () =>
  queryOptions({
    queryKey: usersKeys.me(),
    queryFn: async ({ signal }): Promise<OwnUser> => {
      const { user } = await api.get("/auth/me", { answer: authContract.meAnswer, signal });
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
    queryFn: ({ signal }) =>
      api.get(`/users/${userId}`, { answer: contract.userAnswer, signal }).then(({ user }) => user),
  });

/** The people of a circle, page by page, narrowed down by a name. */
export const circleOptions = (userId: string, side: CircleSide, q: string) =>
  infiniteQueryOptions({
    queryKey: usersKeys.circle(userId, side, q),
    queryFn: ({ pageParam, signal }): Promise<CircleAnswer> => {
      const query = { q: q || undefined, limit: CIRCLE_PAGE, cursor: pageParam };
      return api.get(`/users/${userId}/${side}`, { answer: contract.circleAnswer, query, signal });
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
      return api.get("/search/users", { answer: contract.searchAnswer, query, signal });
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
      api
        .get("/users/suggestions", { answer: contract.suggestionsAnswer, signal })
        .then(({ users }) => users),
    staleTime: 60_000,
  });

/** Puts one's own changed profile wherever it is shown, and in the stored session. */
function showOwnProfile(client: QueryClient, user: OwnUser): void {
  storeProfile(user);
  client.setQueryData(usersKeys.me(), user);
  client.setQueryData(usersKeys.detail(user._id), user);
  const { name, avatar, banner, bio, username, collegeName } = user;
  patchPerson(client, user._id, (person) =>
    withFields(person, { name, avatar, banner, bio, username, collegeName }),
  );
}

/** Changes one's own profile; the answer shows at once on every card, comment and menu. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, change }: { userId: string; change: ProfileBody }) =>
      api.put(`/users/${userId}`, { body: change, answer: authContract.meAnswer }),
    onSuccess: ({ user }) => showOwnProfile(client, user),
  });
}

/** How long after joining or leaving the counts are asked for again, in milliseconds (the specification, §4). */
const RECOUNT_MS = 500;

/** The sentence for a circle that was not changed (the specification, §8). */
export function circleFailure(error: unknown): string {
  if (error instanceof ApiClientError && error.status > 0) {
    return error.code === "http" ? "Failed to update circle status" : error.message;
  }
  return "Failed to update circle status. Please try again.";
}

/**
 * Joins or leaves a person's circle at once; the server's answer replaces the guess, and the counts are asked for again
 * half a second later. `onFail` hears the sentence when the server says no and everything is as it was.
 */
export function useSetCircle(
  person: { _id: string; isInCircle: boolean },
  onFail: (message: string) => void,
): (wanted: boolean) => void {
  const client = useQueryClient();
  const me = useMe();
  const userId = person._id;
  return (wanted) => {
    const before = { isInCircle: person.isInCircle, joined: me?.followingCount ?? 0 };
    const show = (isInCircle: boolean) => {
      patchPerson(client, userId, (shown) => withCircle(shown, isInCircle));
      const followingCount = before.joined + Number(isInCircle) - Number(before.isInCircle);
      if (me) patchPerson(client, me._id, (shown) => withFields(shown, { followingCount }));
    };
    void setSwitch<FollowAnswer>(`circle ${userId}`, wanted, {
      show,
      send: (inCircle) =>
        api.post(`/users/${userId}/follow`, { body: { inCircle }, answer: contract.followAnswer }),
      settle: ({ isInCircle, circleCount }) => {
        const counts = { circleCount, followersCount: circleCount };
        const flags = { isInCircle, isFollowing: isInCircle };
        patchPerson(client, userId, (shown) =>
          "isInCircle" in shown ? withFields(shown, { ...flags, ...counts }) : shown,
        );
        setTimeout(() => recount(client, userId, me?._id), RECOUNT_MS);
      },
      fail: (error, confirmed) => {
        show(confirmed?.isInCircle ?? before.isInCircle);
        onFail(circleFailure(error));
      },
    });
  };
}

/** Asks again for what joining or leaving changed. Lists that are open keep their order until they are opened anew. */
function recount(client: QueryClient, userId: string, ownId: string | undefined): void {
  void client.invalidateQueries({ queryKey: usersKeys.detail(userId) });
  void client.invalidateQueries({ queryKey: usersKeys.me() });
  for (const id of [userId, ownId ?? ""]) {
    void client.invalidateQueries({ queryKey: usersKeys.circlesOf(id), refetchType: "none" });
  }
}
