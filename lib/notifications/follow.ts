import type { NotificationsAnswer } from "@/lib/notifications/contract";
import { keepStream, type StreamHearer } from "@/lib/notifications/keep-stream";

/**
 * One stream for a whole browser, however many tabs are open. The tab that holds the lock keeps the stream and tells
 * the others; when it closes, the browser hands the lock to the next. Without locks each tab has its own.
 */

/** How often the tab with the stream tells the others that it is there, in milliseconds. */
const SIGN_MS = 25_000;
/**
 * A tab that is looked at takes the stream over after so long without a sign, in milliseconds: phones put tabs to sleep
 * without taking their lock. Longer than a minute, to which browsers slow the timers of hidden tabs down.
 */
const SILENCE_MS = 150_000;

type Message =
  | { kind: "hello" }
  | { kind: "state"; live: boolean; page: NotificationsAnswer | undefined }
  | { kind: "page"; page: NotificationsAnswer };

/** Tells `hearer` of a person's notifications until the returned function is called. */
export function followNotifications(personId: string, hearer: StreamHearer): () => void {
  let stop = begin(personId, hearer);
  // A page that is put aside for the back button may hold neither a lock nor a connection.
  const hide = () => stop();
  const show = (event: PageTransitionEvent) => {
    if (event.persisted) stop = begin(personId, hearer);
  };
  window.addEventListener("pagehide", hide);
  window.addEventListener("pageshow", show);
  return () => {
    window.removeEventListener("pagehide", hide);
    window.removeEventListener("pageshow", show);
    stop();
  };
}

function begin(personId: string, hearer: StreamHearer): () => void {
  const end = new AbortController();
  if ("locks" in navigator && "BroadcastChannel" in window) void share(personId, hearer, end.signal);
  else void keepStream(hearer, end.signal);
  return () => end.abort();
}

async function share(personId: string, { onPage, onLive }: StreamHearer, end: AbortSignal): Promise<void> {
  const name = `campus-circle-notifications-${personId}`;
  const channel = new BroadcastChannel(name);
  const tell = (message: Message) => {
    if (!end.aborted) channel.postMessage(message);
  };
  let leading: AbortController | undefined;
  let lastSign = Date.now();
  let live = false;
  let page: NotificationsAnswer | undefined;
  const sign = () => tell({ kind: "state", live, page: undefined });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "hello") {
      if (leading) tell({ kind: "state", live, page });
      return;
    }
    lastSign = Date.now();
    if (data.page) onPage(data.page);
    if (data.kind === "state") onLive(data.live);
  };

  /** Keeps the stream while this tab has the lock. */
  const lead = async () => {
    const turn = new AbortController();
    leading = turn;
    const leave = () => turn.abort();
    end.addEventListener("abort", leave);
    const signs = setInterval(sign, SIGN_MS);
    const heard: StreamHearer = {
      onPage: (next) => {
        page = next;
        tell({ kind: "page", page: next });
        onPage(next);
      },
      onLive: (next) => {
        if (turn.signal.aborted) return;
        live = next;
        sign();
        onLive(next);
      },
    };
    await keepStream(heard, turn.signal);
    clearInterval(signs);
    end.removeEventListener("abort", leave);
    if (leading === turn) leading = undefined;
  };

  const watch = setInterval(() => {
    const silent = Date.now() - lastSign > SILENCE_MS;
    if (leading || !silent || document.visibilityState !== "visible") return;
    lastSign = Date.now();
    void hold({ steal: true });
  }, SIGN_MS);

  const hold = async (options: LockOptions) => {
    try {
      await navigator.locks.request(name, options, lead);
    } catch {
      // Over for this tab, or another tab took the lock from this one, which slept: it waits for its next turn.
      leading?.abort();
      if (!end.aborted) void hold({ signal: end });
    }
  };

  end.addEventListener("abort", () => {
    clearInterval(watch);
    channel.close();
  });
  tell({ kind: "hello" });
  await hold({ signal: end });
}
