/** Under which names notifications are cached. */
export const notificationsKeys = {
  all: ["notifications"] as const,
  list: () => [...notificationsKeys.all, "list"] as const,
  unread: () => [...notificationsKeys.all, "unread"] as const,
  preferences: () => [...notificationsKeys.all, "preferences"] as const,
  push: (personId: string) => [...notificationsKeys.all, "push", personId] as const,
  /** Of the writes, not of anything cached. */
  writes: () => [...notificationsKeys.all, "write"] as const,
};
