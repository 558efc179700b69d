import { NOTIFICATIONS } from "@/lib/paths";

/**
 * Shows notifications that are pushed while the app is closed, and opens their pages.
 * lib/notifications/server/push.ts writes the messages.
 */

declare const self: ServiceWorkerGlobalScope;

type Message = { title?: string; body?: string; url?: string; tag?: string };

export function listenToPush(): void {
  self.addEventListener("push", (event) => {
    event.waitUntil(show(event.data?.json() ?? {}));
  });
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.url ?? NOTIFICATIONS));
  });
}

/**
 * Closes the notifications of a person who is gone from this device and unsubscribes from push,
 * which may still have messages under way.
 */
export async function endPush(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function show({
  title = "Notification",
  body = "You have a new notification.",
  url = NOTIFICATIONS,
  tag,
}: Message) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // A person who is using the app right now sees it there.
  if (windows.some((client) => client.focused)) return;
  await self.registration.showNotification(title, {
    body,
    data: { url },
    icon: "/icons/icon-192.png",
    ...(tag ? { tag } : {}),
  });
}

async function open(path: string) {
  const url = new URL(path, self.location.origin);
  // A message must never open another site.
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const [client] = await self.clients.matchAll({ type: "window" });
  if (!client) return self.clients.openWindow(target);
  await client.focus();
  return client.navigate(target);
}
