import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { isNotFound } from "@/lib/api/client-error";
import type {
  NewNotification,
  NewNotificationAnswer,
  Notification,
  NotificationAnswer,
  SeenAllAnswer,
} from "@/lib/notifications/contract";
import { cachedPages, notificationsKeys } from "@/lib/notifications/keys";
import { isNewer, type NotificationPages } from "@/lib/notifications/newest-page";

/** What a person does with notifications: only their own screens need it. */

// ─── Patches of what is cached: pure ──────────────────────────────────────────────────────────────────────────────

export function findNotification(pages: NotificationPages | undefined, id: string): Notification | undefined {
  return pages?.pages.flatMap((page) => page.notifications).find((one) => one._id === id);
}

/** The same pages with those of `ids` seen or unseen. */
export function withSeen(
  pages: NotificationPages,
  ids: ReadonlySet<string>,
  seen: boolean,
): NotificationPages {
  return mapPages(pages, (list) => list.map((one) => (ids.has(one._id) ? { ...one, seen } : one)));
}

export function withoutNotification(pages: NotificationPages, id: string): NotificationPages {
  return mapPages(pages, (list) => list.filter((one) => one._id !== id));
}

/** Puts a notification back where it belongs: newest first, on the first page that reaches so far back. */
export function withNotification(pages: NotificationPages, back: Notification): NotificationPages {
  if (findNotification(pages, back._id)) return pages;
  const last = pages.pages.length - 1;
  const home = pages.pages.findIndex(
    ({ notifications }, index) => index === last || notifications.some((one) => isNewer(back, one)),
  );
  return mapPages(pages, (list, index) => {
    if (index !== home) return list;
    const at = list.findIndex((one) => isNewer(back, one));
    return at === -1 ? [...list, back] : [...list.slice(0, at), back, ...list.slice(at)];
  });
}

function mapPages(
  pages: NotificationPages,
  change: (list: Notification[], index: number) => Notification[],
): NotificationPages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({ ...page, notifications: change(page.notifications, index) })),
  };
}

// ─── Writes, shown before the server answers ──────────────────────────────────────────────────────────────────────

/** Changes the cached list and adds `unread` to the count, which never falls below 0. */
function patch(
  client: QueryClient,
  change: (pages: NotificationPages) => NotificationPages,
  unread: number,
): void {
  client.setQueryData<NotificationPages>(notificationsKeys.list(), (pages) => pages && change(pages));
  client.setQueryData<number>(notificationsKeys.unread(), (count) =>
    count === undefined ? count : Math.max(0, count + unread),
  );
}

/** An answer under way was made before the change and would undo it on screen. */
async function holdAnswers(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: notificationsKeys.all });
}

/** After the last of several writes the count is asked for anew. */
async function recount(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: notificationsKeys.writes() }) > 1) return;
  await client.invalidateQueries({ queryKey: notificationsKeys.unread() });
}

/** The specification (§8) wants these failures logged and not shown. */
function logFailure(what: string, error: Error): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a log line here (§8)
  console.warn(`Could not ${what}.`, error);
}

/** Marks one notification read. */
export function useMarkSeen() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: notificationsKeys.writes(),
    mutationFn: (id: string) => api.put<NotificationAnswer>(`/notifications/${id}/seen`),
    onMutate: async (id) => {
      await holdAnswers(client);
      const wasUnseen = findNotification(cachedPages(client), id)?.seen === false;
      if (wasUnseen) patch(client, (pages) => withSeen(pages, new Set([id]), true), -1);
      return { wasUnseen };
    },
    onError: (error, id, made) => {
      logFailure("mark the notification as read", error);
      // Gone, for example because the like was taken back.
      if (isNotFound(error)) patch(client, (pages) => withoutNotification(pages, id), 0);
      else if (made?.wasUnseen) patch(client, (pages) => withSeen(pages, new Set([id]), false), 1);
    },
    onSettled: () => recount(client),
  });
}

/** Marks several notifications read in one call: the likes of one row. */
export function useMarkManySeen() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: notificationsKeys.writes(),
    mutationFn: (ids: string[]) => api.put<SeenAllAnswer>("/notifications/mark-all-seen", { body: { ids } }),
    onMutate: async (wanted) => {
      await holdAnswers(client);
      const unseen = wanted.filter((id) => findNotification(cachedPages(client), id)?.seen === false);
      const ids = new Set(unseen);
      patch(client, (pages) => withSeen(pages, ids, true), -ids.size);
      return { ids };
    },
    onError: (error, _wanted, made) => {
      logFailure("mark the notifications as read", error);
      if (made) patch(client, (pages) => withSeen(pages, made.ids, false), made.ids.size);
    },
    onSettled: () => recount(client),
  });
}

/** Marks all notifications read, also those that are not loaded. */
export function useMarkAllSeen() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: notificationsKeys.writes(),
    mutationFn: () => api.put<SeenAllAnswer>("/notifications/mark-all-seen"),
    onMutate: async () => {
      await holdAnswers(client);
      const list = cachedPages(client)?.pages.flatMap((page) => page.notifications) ?? [];
      const ids = new Set(list.filter((one) => !one.seen).map((one) => one._id));
      const unread = client.getQueryData<number>(notificationsKeys.unread()) ?? 0;
      patch(client, (pages) => withSeen(pages, ids, true), -unread);
      return { ids, unread };
    },
    onError: (error, _none, made) => {
      logFailure("mark all notifications as read", error);
      if (made) patch(client, (pages) => withSeen(pages, made.ids, false), made.unread);
    },
    onSettled: () => recount(client),
  });
}

/** A deletion and what takes it back reach the server in the order they were asked for. */
const inTurn = { id: "delete notifications" };

/** Deletes one notification. */
export function useDeleteNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: notificationsKeys.writes(),
    scope: inTurn,
    mutationFn: (id: string) => api.delete(`/notifications/${id}`),
    onMutate: async (id) => {
      await holdAnswers(client);
      const removed = findNotification(cachedPages(client), id);
      if (removed) patch(client, (pages) => withoutNotification(pages, id), removed.seen ? 0 : -1);
      return { removed };
    },
    onError: (error, _id, made) => {
      logFailure("delete the notification", error);
      if (!made?.removed || isNotFound(error)) return;
      const { removed } = made;
      patch(client, (pages) => withNotification(pages, removed), removed.seen ? 0 : 1);
    },
    onSettled: () => recount(client),
  });
}

/** Takes the deletion of a notification back. */
export function useRestoreNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: notificationsKeys.writes(),
    scope: inTurn,
    mutationFn: ({ _id }: Notification) => api.put<NotificationAnswer>(`/notifications/${_id}/restore`),
    onMutate: async (back) => {
      await holdAnswers(client);
      const isThere = findNotification(cachedPages(client), back._id) !== undefined;
      if (!isThere) patch(client, (pages) => withNotification(pages, back), back.seen ? 0 : 1);
    },
    onError: (error, { _id, seen }) => {
      logFailure("bring the notification back", error);
      patch(client, (pages) => withoutNotification(pages, _id), seen ? 0 : -1);
    },
    onSettled: () => recount(client),
  });
}

/** Sends a notification by hand: the test form. */
export function useCreateNotification() {
  return useMutation({
    mutationFn: (body: NewNotification) => api.post<NewNotificationAnswer>("/notifications", { body }),
  });
}
