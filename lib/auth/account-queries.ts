import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { anyAnswer, api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import { type Device, devicesAnswer, messageAnswer } from "@/lib/auth/contract";
import { forgetStoredSession } from "@/lib/auth/stored-session";

/** One's own account: the devices it is signed in on, and its end. */

export const accountKeys = {
  all: ["account"] as const,
  devices: () => [...accountKeys.all, "devices"] as const,
};

/** The signed-in devices, the most recently used first. */
export const devicesOptions = () =>
  queryOptions({
    queryKey: accountKeys.devices(),
    queryFn: ({ signal }) =>
      api.get("/auth/sessions", { answer: devicesAnswer, signal }).then(({ sessions }) => sessions),
  });

/** Signs a device out: gone from the list at once, back when the server refuses. */
export function useSignDeviceOut() {
  const client = useQueryClient();
  const list = accountKeys.devices();
  return useMutation({
    mutationFn: async (device: Device) => {
      try {
        await api.delete(`/auth/sessions/${device._id}`, { answer: anyAnswer });
      } catch (error) {
        // It was signed out meanwhile, which is what was asked for.
        if (!(error instanceof ApiClientError && error.status === 404)) throw error;
      }
    },
    onMutate: async (device) => {
      await client.cancelQueries({ queryKey: list });
      const before = client.getQueryData<Device[]>(list);
      client.setQueryData<Device[]>(list, (devices) => devices?.filter(({ _id }) => _id !== device._id));
      return { before };
    },
    onError: (_error, _device, context) => client.setQueryData(list, context?.before),
  });
}

/** Deletes one's own account for good; afterwards this browser knows nothing of it. */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => api.delete(`/auth/users/${userId}`, { answer: messageAnswer }),
    onSuccess: () => {
      forgetStoredSession();
      client.clear();
      window.location.replace("/");
    },
  });
}
