import { api } from "@/lib/api/client/request";
import { CIRCLE_PAGE } from "@/lib/people-search/policy";
import { pagedList } from "@/lib/query/pages";

/** Which list of a person: the people in their circle, or the people whose circles they joined. */
export type CircleSide = "circle" | "circles";

export const circlesKeys = {
  all: ["circles"] as const,
  of: (userId: string) => [...circlesKeys.all, userId] as const,
  list: (userId: string, side: CircleSide, q: string) => [...circlesKeys.of(userId), side, q] as const,
  /** A mutation key: joining or leaving in progress. */
  follow: (userId: string) => [...circlesKeys.all, "follow", userId] as const,
};

/** The people on one side of a circle; `q` filters them by name. */
export const circleOptions = (userId: string, side: CircleSide, q: string) =>
  pagedList(circlesKeys.list(userId, side, q), (cursor, signal) => {
    const query = { q: q || undefined, limit: CIRCLE_PAGE, cursor };
    return api.get(`/users/{userId}/${side}`, { params: { userId }, query, signal });
  });
