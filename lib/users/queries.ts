import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { meAnswer } from "@/lib/auth/contract";
import { storeProfile } from "@/lib/auth/stored-session";
import { type OwnUser, type ProfileBody, userAnswer } from "@/lib/users/contract";

/** People, as the browser asks for them. */

export const usersKeys = {
  all: ["users"] as const,
  me: () => [...usersKeys.all, "me"] as const,
  detail: (userId: string) => [...usersKeys.all, "detail", userId] as const,
};

/** The signed-in person; pages hydrate it, so it is there at first paint. */
export const meOptions = () =>
  queryOptions({
    queryKey: usersKeys.me(),
    queryFn: async ({ signal }): Promise<OwnUser> => {
      const { user } = await api.get("/auth/me", { answer: meAnswer, signal });
      storeProfile(user);
      return user;
    },
    staleTime: 5 * 60_000,
  });

export function useMe(): OwnUser | undefined {
  return useQuery(meOptions()).data;
}

/** A profile. */
export const userOptions = (userId: string) =>
  queryOptions({
    queryKey: usersKeys.detail(userId),
    queryFn: ({ signal }) =>
      api.get(`/users/${userId}`, { answer: userAnswer, signal }).then(({ user }) => user),
  });

/** Changes one's own profile and puts the answer wherever it is shown. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, change }: { userId: string; change: ProfileBody }) =>
      api.put(`/users/${userId}`, { body: change, answer: meAnswer }),
    onSuccess: ({ user }) => {
      storeProfile(user);
      client.setQueryData(usersKeys.me(), user);
      client.setQueryData(usersKeys.detail(user._id), user);
    },
  });
}
