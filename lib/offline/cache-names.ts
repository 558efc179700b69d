/**
 * What this browser keeps of a person for when there is no connection, and how it is forgotten.
 * Both the pages and the worker (./service-worker) go by these names. The decision is
 * docs/decisions/0009.
 */

/**
 * Caches with something personal in them. `owner` says whose, in one answer; without it nothing is
 * kept or shown.
 */
export const CACHE_NAMES = {
  owner: "kept-owner",
  pages: "kept-pages",
  answers: "kept-answers",
  media: "kept-media",
} as const;

/** The cache for what another app shared into this one (lib/offline/shared.ts). */
export const SHARED_CACHE = "shared";

/**
 * The header in which middleware.ts says whose page an answer is: the id of its person, or
 * `ANONYMOUS_VIEWER`.
 */
export const VIEWER_HEADER = "X-Viewer";
export const ANONYMOUS_VIEWER = "nobody";

/** Says to the worker that a person looks at a page of theirs. */
export type PageViewMessage = {
  type: "here";
  personId: string;
  path: string;
  /**
   * The addresses of the pictures it shows: those of the first page came before there was a worker.
   */
  pictures: string[];
  /** The person asked to spend no data on what they did not ask for. */
  savesData: boolean;
};

/**
 * Says to the worker that the session is over: what it is about to keep is not kept any more. With
 * `everything` its person has left for good, and no notification of theirs may show any more.
 */
export type ClearMessage = { type: "forget"; everything: boolean };

/**
 * Empties the caches, with `everything` also of what was shared. Never rejects: without caches
 * there is nothing to forget.
 */
export async function deleteCached({ everything = false } = {}): Promise<void> {
  if (typeof caches === "undefined") return;
  const names = [...Object.values(CACHE_NAMES), ...(everything ? [SHARED_CACHE] : [])];
  await Promise.allSettled(names.map((name) => caches.delete(name)));
}
