import { type ClearMessage, type DropMessage, deleteAnswers, deleteCached } from "@/lib/offline/cache-names";

/** The local storage key of the offline queue (lib/query/offline-queue.ts). */
export const OFFLINE_QUEUE = "waiting";

/**
 * Clears the offline queue and the caches, when a session ends and when another person signs in.
 * `everything` also clears what other apps have shared, and ends push on this device.
 */
export function clearCached({ everything = false } = {}): void {
  localStorage.removeItem(OFFLINE_QUEUE);
  // The worker outlives this page, which may be closing. The page deletes the caches too, because
  // there may be no worker.
  if ("serviceWorker" in navigator) {
    const message: ClearMessage = { type: "forget", everything };
    navigator.serviceWorker.controller?.postMessage(message);
  }
  void deleteCached({ everything });
}

/**
 * Deletes the stored pages and answers, because someone in them is hidden now. What is read next is
 * stored again.
 */
export function clearStoredAnswers(): void {
  if ("serviceWorker" in navigator) {
    const message: DropMessage = { type: "drop" };
    navigator.serviceWorker.controller?.postMessage(message);
  }
  void deleteAnswers();
}
