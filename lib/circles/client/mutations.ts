import { type QueryClient, useMutation } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { type CircleSide, circlesKeys } from "@/lib/circles/client/queries";
import type { CircleAnswer, FollowAnswer } from "@/lib/circles/schema";
import { translate } from "@/lib/language/translate";
import { renewCircleFeed } from "@/lib/posts/client/cache";
import { patchPerson, userItems, usersKeys, withFields } from "@/lib/profiles/client/cache";
import { useMe } from "@/lib/profiles/client/queries";
import type { Pages } from "@/lib/query/pages";
import { useToggle } from "@/lib/query/toggle";

/** How long after joining or leaving the counts are fetched again. */
const RECOUNT_MS = 500;

const setCircle = (userId: string, inCircle: boolean) =>
  api.post("/users/{userId}/follow", { params: { userId }, body: { inCircle } });

/** The message shown when a circle could not be joined or left. */
function circleErrorMessage(thrown: unknown): string {
  const error = apiError(thrown);
  if (!error || error.isOffline) return translate("Failed to update circle status. Please try again.");
  return error.serverMessage ?? translate("Failed to update circle status");
}

/**
 * A function that joins or leaves a person's circle, or sets the state it is given, and returns
 * the new one. The change shows at once, the server's answer replaces it, and the counts are
 * fetched again half a second later. When the server rejects the change, it is rolled back and
 * `onError` gets the message.
 */
export function useToggleCircle(
  person: { _id: string; isInCircle: boolean },
  onError: (message: string) => void,
): (isInCircle?: boolean) => boolean {
  const me = useMe();
  const userId = person._id;
  const otherCircles = (me?.followingCount ?? 0) - Number(person.isInCircle);
  return useToggle<FollowAnswer>(
    {
      mutationKey: circlesKeys.follow(userId),
      mutationFn: (inCircle) => setCircle(userId, inCircle),
      // Goes on after the page, on which a failure could not be shown any more.
      onLeave: (inCircle) => void setCircle(userId, inCircle).catch(() => undefined),
      apply: (client, isInCircle) => {
        patchPerson(client, userId, (cached) => withCircle(cached, isInCircle));
        const followingCount = otherCircles + Number(isInCircle);
        if (me) patchPerson(client, me._id, (cached) => withFields(cached, { followingCount }));
      },
      settle: (client, { isInCircle, circleCount }) => {
        const counts = { circleCount, followersCount: circleCount };
        const flags = { isInCircle, isFollowing: isInCircle };
        patchPerson(client, userId, (cached) =>
          "isInCircle" in cached ? withFields(cached, { ...flags, ...counts }) : cached,
        );
        renewCircleFeed(client);
        setTimeout(() => recount(client, userId, me?._id), RECOUNT_MS);
      },
    },
    person.isInCircle,
    (error) => onError(circleErrorMessage(error)),
  );
}

/** Takes someone out of the viewer's circle: off the lists of it, and off its count. */
export function useRemoveFromCircle() {
  const ownId = useMe()?._id ?? "";
  return useMutation({
    mutationFn: (memberId: string) =>
      api.delete("/users/{userId}/circle/{memberId}", { params: { userId: ownId, memberId } }),
    onSuccess: ({ circleCount }, memberId, _context, { client }) => {
      const lists = [...circlesKeys.of(ownId), "circle" satisfies CircleSide];
      client.setQueriesData<Pages<CircleAnswer>>(
        { queryKey: lists },
        (data) => data && userItems.remove(data, memberId),
      );
      const counts = { circleCount, followersCount: circleCount };
      patchPerson(client, ownId, (cached) => ("circleCount" in cached ? withFields(cached, counts) : cached));
      patchPerson(client, memberId, (cached) =>
        "isInMyCircle" in cached ? withFields(cached, { isInMyCircle: false }) : cached,
      );
      void client.invalidateQueries({ queryKey: usersKeys.detail(memberId) });
      void client.invalidateQueries({ queryKey: circlesKeys.of(memberId), refetchType: "none" });
    },
  });
}

/**
 * Fetches what joining or leaving changed. Lists on screen are only marked stale, so that their
 * order changes no sooner than they are next opened.
 */
function recount(client: QueryClient, userId: string, ownId: string | undefined): void {
  void client.invalidateQueries({ queryKey: usersKeys.detail(userId) });
  void client.invalidateQueries({ queryKey: usersKeys.me() });
  for (const id of [userId, ownId ?? ""]) {
    void client.invalidateQueries({ queryKey: circlesKeys.of(id), refetchType: "none" });
  }
}

/** A person after the viewer joined or left their circle: the flag and the counts. Idempotent. */
export function withCircle(person: object, isInCircle: boolean): object {
  if (!("isInCircle" in person) || person.isInCircle === isInCircle) return person;
  const previous = "circleCount" in person && typeof person.circleCount === "number" ? person.circleCount : 0;
  const circleCount = Math.max(0, previous + (isInCircle ? 1 : -1));
  return withFields(person, {
    isInCircle,
    isFollowing: isInCircle,
    circleCount,
    followersCount: circleCount,
  });
}
