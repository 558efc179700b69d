/** Registering the service worker. */

/** The route of the worker (app/sw.js). */
export const WORKER = "/sw.js";

/**
 * How long after loading the page registers the worker: the worker fetches the rest of the app,
 * which must not compete with the page itself.
 */
const DELAY_MS = 2_000;

/** Registers the worker; safe to repeat. Rejects if the browser does not allow it. */
export const registerWorker = () => navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });

/**
 * Registers the worker some time after the page has loaded. Not in development, where nothing is
 * cached.
 */
export function registerWhenIdle(): void {
  // biome-ignore lint/style/noProcessEnv: replaced when building
  if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
  const schedule = () => {
    setTimeout(() => {
      registerWorker().catch(() => {
        // Not allowed, or offline right now: the app works without a worker, and the next page
        // tries again.
      });
    }, DELAY_MS);
  };
  if (document.readyState === "complete") schedule();
  else window.addEventListener("load", schedule, { once: true });
}
