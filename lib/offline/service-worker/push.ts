/**
 * Shows a notification that was pushed while the app is closed, and opens what it is about. The
 * message is made in lib/notifications/server/push.ts.
 */

declare const self: ServiceWorkerGlobalScope;

type Message = { title?: string; body?: string; url?: string; tag?: string };

export function listenToPush(): void {
  self.addEventListener("push", (event) => {
    event.waitUntil(show(event.data?.json() ?? {}));
  });
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.url ?? "/notify"));
  });
}

/**
 * Takes away what is shown of a person who left, and has the push service bring nothing more: it
 * may have some on its way.
 */
export async function endPush(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function show({ title = "Campus Circle", body = "Something is new.", url = "/notify", tag }: Message) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Whoever looks at the app right now sees it there.
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
  // A message never leads away from the app.
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const [client] = await self.clients.matchAll({ type: "window" });
  if (!client) return self.clients.openWindow(target);
  await client.focus();
  return client.navigate(target);
}
