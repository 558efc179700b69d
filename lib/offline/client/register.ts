/** The service worker begins: registered when the page is at rest. */

/** Its route (app/sw.js). */
export const WORKER = "/sw.js";

/**
 * The page has so long, in milliseconds, for what it came for; after that the worker fetches the
 * rest of the app.
 */
const AFTER_LOAD = 2_000;

/**
 * Registers the worker, also where it is registered already. Rejects where the browser does not let
 * us.
 */
export const registerWorker = () => navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });

/**
 * Registers the worker some time after the page has loaded. In development nothing is kept, and
 * nothing registered.
 */
export function registerWhenIdle(): void {
  // biome-ignore lint/style/noProcessEnv: replaced when building; lib/platform/env.ts is for the server
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  const begin = () => {
    setTimeout(() => {
      registerWorker().catch(() => {
        // Forbidden here, or no connection right now: the app works without, and the next page asks
        // again.
      });
    }, AFTER_LOAD);
  };
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}
