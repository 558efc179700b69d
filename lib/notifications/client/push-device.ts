import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { notificationsKeys } from "@/lib/notifications/client/keys";
import { registerWorker, WORKER } from "@/lib/offline/client/register";
import { storedRefreshToken } from "@/lib/sessions/client/stored-session";

/** Push on this device: asking the browser, and telling the server. Never asks by itself. */

/**
 * For whom push was switched on here, and for which of their sessions the server knows it: somebody
 * else who signs in has not asked for it.
 */
const KEY = "pushFor";
const KEY_SESSION = "pushSession";

/**
 * `impossible`: this browser has no push. `forbidden`: the person said no to the browser, which is
 * where it is undone.
 */
export type PushState = "on" | "off" | "forbidden" | "impossible";

const isPossible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The id of the session this browser has: what comes before the dot of its refresh token. */
const currentSession = () => storedRefreshToken()?.split(".")[0] ?? "";

async function tellServer(personId: string, subscription: PushSubscription): Promise<void> {
  await api.post("/notifications/push-subscriptions", { body: subscription.toJSON() });
  localStorage.setItem(KEY, personId);
  localStorage.setItem(KEY_SESSION, currentSession());
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** How push stands here for a person. */
async function readPushState(personId: string): Promise<PushState> {
  if (!isPossible()) return "impossible";
  if (Notification.permission === "denied") return "forbidden";
  if (Notification.permission !== "granted" || localStorage.getItem(KEY) !== personId) return "off";
  return (await currentSubscription()) ? "on" : "off";
}

/** Asks the browser, which asks the person, and tells the server. Gives how push stands then. */
async function switchPushOn(personId: string, pushKey: string): Promise<PushState> {
  if (!isPossible()) return "impossible";
  if ((await Notification.requestPermission()) !== "granted") return readPushState(personId);
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  const subscription =
    before ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey }));
  await tellServer(personId, subscription);
  return "on";
}

/** Forgets this device, on the server first: what it still sent would be shown. */
async function switchPushOff(): Promise<PushState> {
  const subscription = await currentSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    await api.delete("/notifications/push-subscriptions", { body: { endpoint } });
    await subscription.unsubscribe();
  }
  localStorage.removeItem(KEY);
  localStorage.removeItem(KEY_SESSION);
  return "off";
}

/** How push stands on this device; the browser may have changed it since. */
export const pushStateOptions = (personId: string) =>
  queryOptions({
    queryKey: notificationsKeys.push(personId),
    queryFn: () => readPushState(personId),
    staleTime: 0,
  });

/** Switches push on this device on or off. */
export const useSwitchPush = (personId: string, pushKey: string) =>
  useMutation({
    mutationFn: (on: boolean) => (on ? switchPushOn(personId, pushKey) : switchPushOff()),
    onSuccess: (state, _on, _result, { client }) =>
      client.setQueryData(notificationsKeys.push(personId), state),
  });

/** After signing in anew: push that this person switched on here goes on with the new session. */
export async function keepPushOn(personId: string): Promise<void> {
  if (localStorage.getItem(KEY) !== personId || localStorage.getItem(KEY_SESSION) === currentSession())
    return;
  if ((await readPushState(personId)) !== "on") return;
  const subscription = await currentSubscription();
  if (subscription) await tellServer(personId, subscription);
}
