import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import { setSwitch } from "@/lib/api/last-intent";
import type { MeAnswer } from "@/lib/auth/contract";
import { storeProfile } from "@/lib/auth/stored-session";
import type { FollowAnswer, OwnUser, ProfileBody } from "@/lib/users/contract";
import { patchPerson, withCircle, withFields } from "@/lib/users/patch";
import { useMe, usersKeys } from "@/lib/users/queries";

/** What a person does with their own profile and with circles. */

/** Puts one's own changed profile wherever it is shown, and in the stored session. */
function showOwnProfile(client: QueryClient, user: OwnUser): void {
  storeProfile(user);
  client.setQueryData(usersKeys.me(), user);
  const { name, avatar, banner, bio, username, collegeName, collegeId, usernameChangeableAt } = user;
  const fields = { name, avatar, banner, bio, username, collegeName, collegeId, usernameChangeableAt };
  patchPerson(client, user._id, (person) => withFields(person, fields));
}

/** Changes one's own profile; the answer shows at once on every card, comment and menu. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, change }: { userId: string; change: ProfileBody }) =>
      api.put<MeAnswer>(`/users/${userId}`, { body: change }),
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
      send: (inCircle) => api.post<FollowAnswer>(`/users/${userId}/follow`, { body: { inCircle } }),
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
