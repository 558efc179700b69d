import type { PageViewMessage } from "@/lib/offline/cache-names";
import { savesData } from "@/lib/settings/client/preferences";

/** The service worker as pages see it: told who looks at what, and replaced on request. */

/** How often a page that is looked at again asks for a newer worker, in milliseconds. */
const ASK_EVERY = 60 * 60_000;

/** Tells the worker that a person looks at a page of theirs, once there is a worker. */
export async function reportPageView(personId: string, path: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  const pictures = [...document.images].map(({ currentSrc }) => currentSrc).filter(Boolean);
  const message: PageViewMessage = { type: "here", personId, path, pictures, savesData: savesData() };
  active?.postMessage(message);
}

/**
 * Calls `listener` with a newer worker that waits for its turn; the first one ever has nothing to
 * wait for. Also asks for one now and then. Returns how to stop.
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
export function activateUpdate(worker: ServiceWorker): void {
  // Another tab may have done so before.
  if (worker.state !== "installed") {
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage({ type: "SKIP_WAITING" });
}
