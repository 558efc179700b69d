/**
 * The caches for offline use, shared by pages and the service worker (./service-worker), and how
 * they are deleted. Why: docs/decisions/0009.
 */

/**
 * Caches with personal data. `owner` holds one entry, the id of the person they belong to; without
 * it nothing is stored or shown.
 */
export const CACHE_NAMES = {
  owner: "offline-owner",
  pages: "offline-pages",
  answers: "offline-answers",
  media: "offline-media",
} as const;

/** The cache of what another app shared into this one (lib/offline/shared.ts). */
export const SHARED_CACHE = "shared";

/**
 * The header in which middleware.ts names the person a page was rendered for: their id, or
 * `ANONYMOUS_VIEWER`.
 */
export const VIEWER_HEADER = "X-Viewer";
export const ANONYMOUS_VIEWER = "anonymous";

/** The `Server-Timing` entry with which the worker marks a cached page. */
export const CACHED_PAGE_MARK = "cached";

/** Notifies the worker that a signed-in person is viewing a page. */
export type PageViewMessage = {
  type: "here";
  personId: string;
  path: string;
  /**
   * The URLs of the pictures on the page, for the worker to cache. It did not see the requests of
   * the first page, which loaded before the worker was active.
   */
  pictures: string[];
  /** The person asked to save data. */
  savesData: boolean;
};

/**
 * Notifies the worker that the session has ended, so that it stores nothing more for it.
 * `everything` means that the account is gone from this device, and its notifications with it.
 */
export type ClearMessage = { type: "forget"; everything: boolean };

/**
 * Notifies the worker that what it stored so far may not be shown any more, nor what it is about to
 * store of a request that began before.
 */
export type DropMessage = { type: "drop" };

/** Deletes the stored pages and answers; the owner and the media stay. Never rejects. */
export async function deleteAnswers(): Promise<void> {
  if (typeof caches === "undefined") return;
  await Promise.allSettled([CACHE_NAMES.pages, CACHE_NAMES.answers].map((name) => caches.delete(name)));
}

/** Deletes the personal caches, with `everything` also the shared files. Never rejects. */
export async function deleteCached({ everything = false } = {}): Promise<void> {
  if (typeof caches === "undefined") return;
  const names = [...Object.values(CACHE_NAMES), ...(everything ? [SHARED_CACHE] : [])];
  await Promise.allSettled(names.map((name) => caches.delete(name)));
}
