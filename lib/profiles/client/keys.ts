/** Whose list: the people in somebody's circle, or those whose circles somebody joined. */
export type CircleSide = "circle" | "circles";

/** Under which names people are cached. */
export const usersKeys = {
  all: ["users"] as const,
  me: () => [...usersKeys.all, "me"] as const,
  detail: (userId: string) => [...usersKeys.all, "detail", userId] as const,
  circlesOf: (userId: string) => [...usersKeys.all, "circles", userId] as const,
  circle: (userId: string, side: CircleSide, q: string) => [...usersKeys.circlesOf(userId), side, q] as const,
  search: (q: string) => [...usersKeys.all, "search", q] as const,
  username: (username: string) => [...usersKeys.all, "username", username] as const,
  suggestions: () => [...usersKeys.all, "suggestions"] as const,
  /** Of joining and leaving under way, not of anything cached. */
  follow: (userId: string) => [...usersKeys.all, "follow", userId] as const,
};
