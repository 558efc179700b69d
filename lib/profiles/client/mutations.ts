import { type QueryClient, useMutation } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { patchPerson, withCircle, withFields } from "@/lib/profiles/client/cache";
import { usersKeys } from "@/lib/profiles/client/keys";
import { useMe } from "@/lib/profiles/client/queries";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import type { FollowAnswer, MeAnswer, OwnUser, ProfileBody } from "@/lib/profiles/schema";
import { useToggle } from "@/lib/query/toggle";

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
  return useMutation({
    mutationFn: ({ userId, change }: { userId: string; change: ProfileBody }) =>
      api.put<MeAnswer>(`/users/${userId}`, { body: change }),
    onSuccess: ({ user }, _change, _result, { client }) => showOwnProfile(client, user),
  });
}

/** The sentence for a profile that was not saved. */
export const updateErrorMessage = (error: unknown): string =>
  apiError(error)?.serverMessage ?? "Update failed";

/** How long after joining or leaving the counts are asked for again, in milliseconds. */
const RECOUNT_MS = 500;

/** The sentence for a circle that was not changed. */
export function circleErrorMessage(thrown: unknown): string {
  const error = apiError(thrown);
  if (!error || error.isOffline) return "Failed to update circle status. Please try again.";
  return error.serverMessage ?? "Failed to update circle status";
}

/**
 * Joins or leaves a person's circle at once, and gives which; the server's answer replaces the
 * guess, and the counts are asked for again half a second later. `onError` is called with the
 * sentence when the server says no and everything is as it was.
 */
export function useToggleCircle(
  person: { _id: string; isInCircle: boolean },
  onError: (message: string) => void,
): () => boolean {
  const me = useMe();
  const userId = person._id;
  const otherCircles = (me?.followingCount ?? 0) - Number(person.isInCircle);
  return useToggle<FollowAnswer>(
    {
      mutationKey: usersKeys.follow(userId),
      mutationFn: (inCircle) => api.post(`/users/${userId}/follow`, { body: { inCircle } }),
      apply: (client, isInCircle) => {
        patchPerson(client, userId, (shown) => withCircle(shown, isInCircle));
        const followingCount = otherCircles + Number(isInCircle);
        if (me) patchPerson(client, me._id, (shown) => withFields(shown, { followingCount }));
      },
      settle: (client, { isInCircle, circleCount }) => {
        const counts = { circleCount, followersCount: circleCount };
        const flags = { isInCircle, isFollowing: isInCircle };
        patchPerson(client, userId, (shown) =>
          "isInCircle" in shown ? withFields(shown, { ...flags, ...counts }) : shown,
        );
        setTimeout(() => recount(client, userId, me?._id), RECOUNT_MS);
      },
    },
    person.isInCircle,
    (error) => onError(circleErrorMessage(error)),
  );
}

/**
 * Asks again for what joining or leaving changed. Lists that are open keep their order until they
 * are opened anew.
 */
function recount(client: QueryClient, userId: string, ownId: string | undefined): void {
  void client.invalidateQueries({ queryKey: usersKeys.detail(userId) });
  void client.invalidateQueries({ queryKey: usersKeys.me() });
  for (const id of [userId, ownId ?? ""]) {
    void client.invalidateQueries({ queryKey: usersKeys.circlesOf(id), refetchType: "none" });
  }
}
