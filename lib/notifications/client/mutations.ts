import { type MutationScope, useMutation } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import {
  insertNotification,
  markSeen,
  markSeenOfPost,
  markViewed,
  notificationsKeys,
  removeNotification,
} from "@/lib/notifications/client/cache";
import type {
  NewNotification,
  Notification,
  NotificationPreferences,
  PreferencesAnswer,
} from "@/lib/notifications/schema";
import { type Optimistic, optimistic } from "@/lib/query/optimistic";

/**
 * A change of the inbox, shown before the answer. Its failure is logged and not shown. The last of
 * several concurrent writes refetches the counts.
 */
const inboxChange = <Variables>(
  action: string,
  { apply, ...options }: Optimistic<unknown, Variables> & { scope?: MutationScope },
) =>
  optimistic<unknown, Variables>({
    ...options,
    mutationKey: notificationsKeys.writes(),
    cancel: notificationsKeys.all,
    apply: (client, variables) => {
      const rollback = apply(client, variables);
      return (error) => {
        // biome-ignore lint/suspicious/noConsole: these failures are logged and not shown
        console.warn(`Could not ${action}.`, error);
        rollback(error);
      };
    },
    onSettled: async (_answer, _error, _variables, _rollback, { client }) => {
      if (client.isMutating({ mutationKey: notificationsKeys.writes() }) > 1) return;
      await Promise.all([
        client.invalidateQueries({ queryKey: notificationsKeys.counts() }),
        // A first load of the list was cancelled as well, and has nothing to go back to.
        client.refetchQueries({
          queryKey: notificationsKeys.list(),
          type: "active",
          predicate: ({ state }) => state.status === "pending",
        }),
      ]);
    },
  });

/** Notes that the list is being viewed, which quiets the bell. */
export const useMarkViewed = () =>
  useMutation(
    inboxChange<void>("note that the notifications were viewed", {
      mutationFn: () => api.put("/notifications/viewed"),
      apply: markViewed,
    }),
  );

/** Marks one notification read. */
export const useMarkSeen = () =>
  useMutation(
    inboxChange("mark the notification as read", {
      mutationFn: (id: string) =>
        api.put("/notifications/{notificationId}/seen", { params: { notificationId: id } }),
      apply: (client, id) => {
        const rollback = markSeen(client, [id]);
        // It may be gone, for example because the like was taken back.
        return (error) => (apiError(error)?.isGone ? removeNotification(client, id) : rollback());
      },
    }),
  );

/** Marks several notifications read in one call, such as the grouped likes of one row. */
export const useMarkManySeen = () =>
  useMutation(
    inboxChange("mark the notifications as read", {
      mutationFn: (ids: string[]) => api.put("/notifications/mark-all-seen", { body: { ids } }),
      apply: (client, ids) => markSeen(client, ids),
    }),
  );

/** Marks the notifications about a post read, also those not loaded. */
export const useMarkPostSeen = () =>
  useMutation(
    inboxChange("mark the post's notifications as read", {
      mutationFn: (postId: string) => api.put("/notifications/mark-all-seen", { body: { postId } }),
      apply: markSeenOfPost,
    }),
  );

/** Marks all notifications read, including those not loaded. */
export const useMarkAllSeen = () =>
  useMutation(
    inboxChange<void>("mark all notifications as read", {
      mutationFn: () => api.put("/notifications/mark-all-seen"),
      apply: (client) => markSeen(client),
    }),
  );

/** Deleting and restoring reach the server in the order of the clicks. */
const scope = { id: "delete notifications" };

/** Deletes one notification. */
export const useDeleteNotification = () =>
  useMutation(
    inboxChange("delete the notification", {
      scope,
      mutationFn: (id: string) =>
        api.delete("/notifications/{notificationId}", { params: { notificationId: id } }),
      apply: (client, id) => {
        const rollback = removeNotification(client, id);
        return (error) => {
          if (!apiError(error)?.isGone) rollback();
        };
      },
    }),
  );

/** Undoes the deletion of a notification. */
export const useRestoreNotification = () =>
  useMutation(
    inboxChange("restore the notification", {
      scope,
      mutationFn: ({ _id }: Notification) =>
        api.put("/notifications/{notificationId}/restore", { params: { notificationId: _id } }),
      apply: insertNotification,
    }),
  );

/** Sends a custom notification from the test form. */
export const useCreateNotification = () =>
  useMutation({
    mutationFn: (body: NewNotification) => api.post("/notifications", { body }),
  });

/** Switches kinds of notifications on or off optimistically. */
export function useSetPreferences() {
  const queryKey = notificationsKeys.preferences();
  return useMutation(
    optimistic({
      cancel: queryKey,
      mutationFn: (body: Partial<NotificationPreferences>) => api.put("/notifications/preferences", { body }),
      apply: (client, changes) => {
        const before = client.getQueryData<PreferencesAnswer>(queryKey);
        client.setQueryData<PreferencesAnswer>(
          queryKey,
          before && { ...before, preferences: { ...before.preferences, ...changes } },
        );
        return () => client.setQueryData(queryKey, before);
      },
      settle: (client, answer) => client.setQueryData(queryKey, answer),
      onSettled: (_answer, _error, _changes, _rollback, { client }) => {
        void client.invalidateQueries({ queryKey: notificationsKeys.counts() });
        void client.invalidateQueries({ queryKey: notificationsKeys.list() });
      },
    }),
  );
}
