import { type ClearMessage, deleteCached } from "@/lib/offline/cache-names";

/** Local storage: the offline queue (lib/api/client/offline-queue.ts). */
export const OFFLINE_QUEUE = "waiting";

/**
 * Forgets everything kept here, also what waits to be sent: for the end of a session, and for
 * another person's beginning. With `everything` the person is gone for good: what another app
 * shared and push on this device go as well.
 */
export function clearCached({ everything = false } = {}): void {
  localStorage.removeItem(OFFLINE_QUEUE);
  // The worker outlives this page, which may be on its way out; where none is at work the page does
  // it.
  if ("serviceWorker" in navigator) {
    const message: ClearMessage = { type: "forget", everything };
    navigator.serviceWorker.controller?.postMessage(message);
  }
  void deleteCached({ everything });
}
