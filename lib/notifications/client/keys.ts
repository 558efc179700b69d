/** Cache keys of notifications. */
export const notificationsKeys = {
  all: ["notifications"] as const,
  list: () => [...notificationsKeys.all, "list"] as const,
  unread: () => [...notificationsKeys.all, "unread"] as const,
  preferences: () => [...notificationsKeys.all, "preferences"] as const,
  push: (personId: string) => [...notificationsKeys.all, "push", personId] as const,
  /** Mutation key of all writes; nothing is cached under it. */
  writes: () => [...notificationsKeys.all, "write"] as const,
};
