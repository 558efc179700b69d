import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { NotificationPreferences, PreferencesAnswer } from "@/lib/notifications/contract";
import { notificationsKeys } from "@/lib/notifications/keys";
import { readPushState, switchPushOff, switchPushOn } from "@/lib/notifications/push-device";

/** Which notifications a person wants, as the settings ask for it. */

const keys = {
  preferences: () => [...notificationsKeys.all, "preferences"] as const,
  push: (personId: string) => [...notificationsKeys.all, "push", personId] as const,
};

export const preferencesOptions = () =>
  queryOptions({
    queryKey: keys.preferences(),
    queryFn: ({ signal }) => api.get<PreferencesAnswer>("/notifications/preferences", { signal }),
  });

/** How push stands on this device; the browser may have changed it since. */
export const pushStateOptions = (personId: string) =>
  queryOptions({ queryKey: keys.push(personId), queryFn: () => readPushState(personId), staleTime: 0 });

/** Switches kinds of notifications on or off; shown at once, and taken back when the server says no. */
export function useSetPreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<NotificationPreferences>) =>
      api.put<PreferencesAnswer>("/notifications/preferences", { body }),
    onMutate: async (wanted) => {
      await client.cancelQueries({ queryKey: keys.preferences() });
      const before = client.getQueryData<PreferencesAnswer>(keys.preferences());
      if (before) {
        const preferences = { ...before.preferences, ...wanted };
        client.setQueryData<PreferencesAnswer>(keys.preferences(), { ...before, preferences });
      }
      return { before };
    },
    onSuccess: (answer) => client.setQueryData<PreferencesAnswer>(keys.preferences(), answer),
    onError: (_error, _wanted, made) => {
      if (made?.before) client.setQueryData<PreferencesAnswer>(keys.preferences(), made.before);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: notificationsKeys.unread() });
      void client.invalidateQueries({ queryKey: notificationsKeys.list() });
    },
  });
}

/** Switches push on this device on or off. */
export function useSwitchPush(personId: string, pushKey: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => (on ? switchPushOn(personId, pushKey) : switchPushOff()),
    onSuccess: (state) => client.setQueryData(keys.push(personId), state),
  });
}
