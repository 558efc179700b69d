import type { HereMessage } from "@/lib/offline/kept";

/** The service worker as pages see it: registered when the page is at rest, told who looks at what, replaced on request. */

/** Where scripts/worker.mjs puts it. */
export const WORKER = "/sw.js";

/** The page has so long, in milliseconds, for what it came for; after that the worker fetches the rest of the app. */
const AFTER_LOAD = 2_000;

/** How often a page that is looked at again asks for a newer worker, in milliseconds. */
const ASK_EVERY = 60 * 60_000;

/** Registers the worker, also where it is registered already. Rejects where the browser does not let us. */
export const registerWorker = () => navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });

/** Registers the worker some time after the page has loaded. In development nothing is kept, and nothing registered. */
export function registerWhenAtRest(): void {
  // biome-ignore lint/style/noProcessEnv: replaced when building; lib/platform/env.ts is for the server
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  const begin = () => {
    setTimeout(() => {
      registerWorker().catch(() => {
        // Forbidden here, or no connection right now: the app works without, and the next page asks again.
      });
    }, AFTER_LOAD);
  };
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}

/** Tells the worker that a person looks at a page of theirs, once there is a worker. */
export async function sayHere(personId: string, path: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  const pictures = [...document.images].map(({ currentSrc }) => currentSrc).filter(Boolean);
  const message: HereMessage = { type: "here", personId, path, pictures };
  active?.postMessage(message);
}

/**
 * Calls `listener` with a newer worker that waits for its turn; the first one ever has nothing to wait for. Also asks for
 * one now and then. Returns how to stop.
 */
export function onNewerWorker(listener: (worker: ServiceWorker) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => {};
  const stopping = new AbortController();
  const { signal } = stopping;
  void navigator.serviceWorker.ready.then((registration) => {
    if (signal.aborted) return;
    const look = () => {
      if (registration.waiting && navigator.serviceWorker.controller) listener(registration.waiting);
    };
    look();
    registration.addEventListener(
      "updatefound",
      () => registration.installing?.addEventListener("statechange", look, { signal }),
      { signal },
    );
    let lastAsked = Date.now();
    const ask = () => {
      if (document.visibilityState !== "visible" || Date.now() - lastAsked < ASK_EVERY) return;
      lastAsked = Date.now();
      registration.update().catch(() => {
        // No connection: asked again next time.
      });
    };
    document.addEventListener("visibilitychange", ask, { signal });
  });
  return () => stopping.abort();
}

/** Gives a waiting worker its turn, and loads the page anew with it. */
export function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage({ type: "SKIP_WAITING" });
}
