/*
 * What runs while the app is closed: shows a notification that was pushed, and opens what it is about.
 * The message is made in lib/notifications/service/push.ts.
 */

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

async function show({ title = "Campus Circle", body = "Something is new.", url = "/notify", tag }) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Whoever looks at the app right now sees it there.
  if (windows.some((client) => client.focused)) return;
  await self.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: "/icons/icon-192.png",
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/notify"));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  // A message never leads away from the app.
  const target = url.origin === self.location.origin ? url.href : self.location.origin;
  const windows = await self.clients.matchAll({ type: "window" });
  const [client] = windows;
  if (!client) return self.clients.openWindow(target);
  await client.focus();
  return client.navigate(target);
}
