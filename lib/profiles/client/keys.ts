/** The query keys of people. */
export const usersKeys = {
  all: ["users"] as const,
  me: () => [...usersKeys.all, "me"] as const,
  detail: (userId: string) => [...usersKeys.all, "detail", userId] as const,
  username: (username: string) => [...usersKeys.all, "username", username] as const,
};
