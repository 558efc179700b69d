/** Which list of a person: the people in their circle, or the people whose circles they joined. */
export type CircleSide = "circle" | "circles";

/** The query keys of people. */
export const usersKeys = {
  all: ["users"] as const,
  me: () => [...usersKeys.all, "me"] as const,
  detail: (userId: string) => [...usersKeys.all, "detail", userId] as const,
  circlesOf: (userId: string) => [...usersKeys.all, "circles", userId] as const,
  circle: (userId: string, side: CircleSide, q: string) => [...usersKeys.circlesOf(userId), side, q] as const,
  search: (q: string) => [...usersKeys.all, "search", q] as const,
  username: (username: string) => [...usersKeys.all, "username", username] as const,
  suggestions: () => [...usersKeys.all, "suggestions"] as const,
  /** A mutation key: joining or leaving in progress. */
  follow: (userId: string) => [...usersKeys.all, "follow", userId] as const,
};
