import { type QueryClient, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { notificationsKeys } from "@/lib/notifications/client/cache";
import type { SubscriptionBody } from "@/lib/notifications/schema";
import { registerWorker, WORKER } from "@/lib/offline/client/register";
import { storedRefreshToken } from "@/lib/sessions/client/stored-session";

/** Push on this device. Asks for permission only when the person switches it on. */

/**
 * Who switched push on here, and for which session, and on which day, the server was last notified.
 * Another person who signs in has not asked for push.
 */
const KEY = "pushFor";
const KEY_NOTIFIED = "pushSession";

/**
 * `impossible`: this browser has no push. `forbidden`: the person denied permission, which only the
 * browser's settings can undo.
 */
export type PushState = "on" | "off" | "forbidden" | "impossible";

const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** This browser's session id, the part of the refresh token before the dot, and the day. */
const currentSessionAndDay = () =>
  `${storedRefreshToken()?.split(".")[0] ?? ""} ${new Date().toISOString().slice(0, 10)}`;

async function registerSubscription(personId: string, subscription: PushSubscription): Promise<void> {
  // The type of the platform says that all of it may be missing.
  const body = subscription.toJSON() as SubscriptionBody;
  await api.post("/notifications/push-subscriptions", { body });
  localStorage.setItem(KEY, personId);
  localStorage.setItem(KEY_NOTIFIED, currentSessionAndDay());
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The state of push on this device for a person. */
async function readPushState(personId: string): Promise<PushState> {
  if (!isSupported()) return "impossible";
  if (Notification.permission === "denied") return "forbidden";
  if (Notification.permission !== "granted" || localStorage.getItem(KEY) !== personId) return "off";
  return (await currentSubscription()) ? "on" : "off";
}

/** Asks for permission, subscribes this browser and registers it. Returns the new state. */
async function enablePush(personId: string, pushKey: string): Promise<PushState> {
  if (!isSupported()) return "impossible";
  if ((await Notification.requestPermission()) !== "granted") return readPushState(personId);
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  const subscription =
    existing ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }));
  await registerSubscription(personId, subscription);
  return "on";
}

/** Unsubscribes, on the server first, because pushes it still sent would be shown. */
async function disablePush(): Promise<PushState> {
  const subscription = await currentSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    await api.delete("/notifications/push-subscriptions", { body: { endpoint } });
    await subscription.unsubscribe();
  }
  localStorage.removeItem(KEY);
  localStorage.removeItem(KEY_NOTIFIED);
  return "off";
}

/** The state of push on this device. Never cached, because the browser's settings may change it. */
export const pushStateOptions = (personId: string) =>
  queryOptions({
    queryKey: notificationsKeys.push(personId),
    queryFn: () => readPushState(personId),
    staleTime: 0,
  });

/** Turns push on for this device. Returns the new state. */
export async function turnOnPush(client: QueryClient, personId: string, pushKey: string): Promise<PushState> {
  const state = await enablePush(personId, pushKey);
  client.setQueryData(notificationsKeys.push(personId), state);
  return state;
}

/** Turns push off for this device. Returns the new state. */
async function turnOffPush(client: QueryClient, personId: string): Promise<PushState> {
  const state = await disablePush();
  client.setQueryData(notificationsKeys.push(personId), state);
  return state;
}

/** Turns push on or off for this device. */
export const useSwitchPush = (personId: string, pushKey: string) =>
  useMutation({
    mutationFn: (on: boolean, { client }) =>
      on ? turnOnPush(client, personId, pushKey) : turnOffPush(client, personId),
  });

/**
 * After a new sign-in, moves this person's existing subscription to the new session. Notifies the
 * server of it once a day as well: it drops one whose pushes are rejected, and this browser can't
 * notice.
 */
export async function renewPushSubscription(personId: string): Promise<void> {
  if (localStorage.getItem(KEY) !== personId || localStorage.getItem(KEY_NOTIFIED) === currentSessionAndDay())
    return;
  if ((await readPushState(personId)) !== "on") return;
  const subscription = await currentSubscription();
  if (subscription) await registerSubscription(personId, subscription);
}
