import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { UsernameAnswer } from "@/lib/users/contract";
import { usersKeys } from "@/lib/users/queries";

/** Whether a username is free, asked while it is typed. What others take meanwhile the server says on saving. */
export const usernameOptions = (username: string) =>
  queryOptions({
    queryKey: usersKeys.username(username),
    queryFn: ({ signal }) => api.get<UsernameAnswer>(`/users/usernames/${username}`, { signal }),
    retry: false,
  });
