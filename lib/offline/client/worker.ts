import type { PageViewMessage } from "@/lib/offline/cache-names";
import { savesData } from "@/lib/settings/client/preferences";

/** The page's side of the service worker: reporting page views and installing updates. */

/** The shortest time between two checks for a newer worker. */
const UPDATE_INTERVAL_MS = 60 * 60_000;

/** Reports to the worker, once it is active, that a signed-in person is viewing a page. */
export async function reportPageView(personId: string, path: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  const pictures = [...document.images].map(({ currentSrc }) => currentSrc).filter(Boolean);
  const message: PageViewMessage = { type: "here", personId, path, pictures, savesData: savesData() };
  active?.postMessage(message);
}

/**
 * Calls `listener` with a newer worker that is waiting to activate (the very first worker activates
 * at once). Also checks for updates when the page becomes visible. Returns the unsubscribe
 * function.
 */
export function onNewerWorker(listener: (worker: ServiceWorker) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => {};
  const controller = new AbortController();
  const { signal } = controller;
  void navigator.serviceWorker.ready.then((registration) => {
    if (signal.aborted) return;
    const reportWaiting = () => {
      if (registration.waiting && navigator.serviceWorker.controller) listener(registration.waiting);
    };
    reportWaiting();
    registration.addEventListener(
      "updatefound",
      () => registration.installing?.addEventListener("statechange", reportWaiting, { signal }),
      { signal },
    );
    let lastCheck = Date.now();
    const checkForUpdate = () => {
      if (document.visibilityState !== "visible" || Date.now() - lastCheck < UPDATE_INTERVAL_MS) return;
      lastCheck = Date.now();
      registration.update().catch(() => {
        // Offline: the next check tries again.
      });
    };
    document.addEventListener("visibilitychange", checkForUpdate, { signal });
  });
  return () => controller.abort();
}

/** Activates a waiting worker and reloads the page. */
export function activateUpdate(worker: ServiceWorker): void {
  // Another tab may have activated it already.
  if (worker.state !== "installed") {
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
    once: true,
  });
  worker.postMessage({ type: "SKIP_WAITING" });
}
