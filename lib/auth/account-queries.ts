import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { apiError } from "@/lib/api/client-error";
import type { MessageAnswer } from "@/lib/api/shapes";
import type {
  Device,
  DevicesAnswer,
  PasswordState,
  RemovePasswordBody,
  SetPasswordBody,
} from "@/lib/auth/contract";
import { leavePage } from "@/lib/auth/leave-page";
import { forgetPerson } from "@/lib/auth/personal-data";
import { optimistic } from "@/lib/query/optimistic";

/** One's own account: its password, the devices it is signed in on, and its end. */

export const accountKeys = {
  all: ["account"] as const,
  devices: () => [...accountKeys.all, "devices"] as const,
  password: () => [...accountKeys.all, "password"] as const,
};

/** The signed-in devices, the most recently used first. */
export const devicesOptions = () =>
  queryOptions({
    queryKey: accountKeys.devices(),
    queryFn: ({ signal }) =>
      api.get<DevicesAnswer>("/auth/sessions", { signal }).then(({ sessions }) => sessions),
  });

/** Signs a device out: gone from the list at once, back when the server refuses. */
export function useSignDeviceOut() {
  const queryKey = accountKeys.devices();
  return useMutation(
    optimistic({
      cancel: queryKey,
      mutationFn: async (device: Device) => {
        try {
          await api.delete(`/auth/sessions/${device._id}`);
        } catch (error) {
          // It was signed out meanwhile, which is what was asked for.
          if (!apiError(error)?.isGone) throw error;
        }
      },
      apply: (client, device) => {
        const before = client.getQueryData<Device[]>(queryKey);
        client.setQueryData(
          queryKey,
          before?.filter(({ _id }) => _id !== device._id),
        );
        return () => client.setQueryData(queryKey, before);
      },
    }),
  );
}

/** Whether one has a password, and what it takes to set one. */
export const passwordOptions = () =>
  queryOptions({
    queryKey: accountKeys.password(),
    queryFn: ({ signal }) => api.get<PasswordState>("/auth/password", { signal }),
  });

/** Sets or changes one's password. */
export function useSetPassword() {
  return usePasswordChange((body: SetPasswordBody) => api.put<MessageAnswer>("/auth/password", { body }));
}

/** Removes one's password. */
export function useRemovePassword() {
  return usePasswordChange((body: RemovePasswordBody) =>
    api.delete<MessageAnswer>("/auth/password", { body }),
  );
}

/** Afterwards the other devices may be logged out. */
function usePasswordChange<Body>(mutationFn: (body: Body) => Promise<MessageAnswer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => void client.invalidateQueries({ queryKey: accountKeys.all }),
  });
}

/** Deletes one's own account for good; afterwards this browser knows nothing of it. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (userId: string) => api.delete(`/auth/users/${userId}`),
    onSuccess: leave,
  });
}

/** Hides one's own account until the next sign-in; this browser forgets it meanwhile. */
export function useDeactivateAccount() {
  return useMutation({
    mutationFn: (userId: string) => api.post(`/users/${userId}/deactivate`),
    onSuccess: leave,
  });
}

/** Forgets an account whose sessions have ended, and leaves the app. */
function leave(): void {
  forgetPerson();
  leavePage("/");
}
