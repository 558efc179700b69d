import type { SerwistPlugin } from "serwist";
import {
  ANONYMOUS_VIEWER,
  CACHE_NAMES,
  deleteAnswers,
  deleteCached,
  VIEWER_HEADER,
} from "@/lib/offline/cache-names";

/**
 * Who owns the caches, and that no one else ever sees what is in them. Three ids must agree: the
 * person of the page on screen (its stored session), the person the server rendered an answer for,
 * and the person in the cache key.
 */

const OWNER_KEY = "/owner";
const OWNER_PARAM = "cached-for";

/**
 * The id of the person the caches belong to; undefined if they belong to no one. Read each time,
 * because a page may have cleared the caches.
 */
export async function owner(): Promise<string | undefined> {
  const answer = await caches.match(OWNER_KEY, { cacheName: CACHE_NAMES.owner });
  return answer?.text();
}

/** Counts the clears, so that a `setOwner` that started before one does not undo it. */
let clearCount = 0;

/** Clears the caches; with `everything` also what was shared. */
export async function clearCaches(options: { everything: boolean }): Promise<void> {
  clearCount += 1;
  await deleteCached(options);
}

/** Counts the drops of stored answers. What was requested before the last one is not stored. */
let dropCount = 0;

/** Deletes the stored pages and answers, and what of them is on its way. */
export async function dropAnswers(): Promise<void> {
  dropCount += 1;
  await deleteAnswers();
}

/** The moment a request begins; `isStale` says whether answers were dropped since. */
export function startRequest(): { isStale: () => boolean } {
  const before = dropCount;
  return { isStale: () => dropCount !== before };
}

/** Stores no answer that was asked for before the last drop. */
export const notDroppedPlugin: SerwistPlugin = {
  handlerWillStart: async ({ state }) => {
    if (state) state.request = startRequest();
  },
  cacheWillUpdate: async ({ response, state }) => {
    const request: ReturnType<typeof startRequest> | undefined = state?.request;
    return request?.isStale() ? null : response;
  },
};

/** Makes a person the owner, and clears the caches of any other. */
export async function setOwner(personId: string): Promise<void> {
  const countBefore = clearCount;
  if ((await owner()) === personId) return;
  await deleteCached();
  const cache = await caches.open(CACHE_NAMES.owner);
  await cache.put(OWNER_KEY, new Response(personId));
  if (clearCount !== countBefore) await deleteCached();
}

/** The cache key of a URL for one person. */
export function keyFor(personId: string, url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search}${search ? "&" : "?"}${OWNER_PARAM}=${personId}`;
}

/** Whether a cache key belongs to this person. */
export const isKeyOf = (personId: string, key: string) =>
  new URL(key).searchParams.get(OWNER_PARAM) === personId;

/** The cache key of a page, without its query. */
export const pageKey = (personId: string, url: string) =>
  keyFor(personId, new URL(url).origin + new URL(url).pathname);

/** Reads and writes with the owner's keys. Without an owner the key matches nothing. */
export function ownerKeyPlugin(key: (personId: string, url: string) => string): SerwistPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => key((await owner()) ?? ANONYMOUS_VIEWER, request.url),
  };
}

/** Stores only responses that `isFor` accepts for the owner, and nothing without an owner. */
export function ownerOnlyPlugin(
  isFor: (request: Request, response: Response, personId: string) => boolean,
): SerwistPlugin {
  return {
    cacheWillUpdate: async ({ request, response }) => {
      const personId = await owner();
      const mayStore =
        personId !== undefined && response.status === 200 && isFor(request, response, personId);
      return mayStore ? response : null;
    },
  };
}

/**
 * Limits a cache to the newest `entries` responses, and to those that are not older than `days`.
 */
export function expirationPlugin(entries: number, days: number): SerwistPlugin {
  const isTooOld = (response: Response) => ageOf(response) > days * 24 * 60 * 60 * 1000;
  return {
    cachedResponseWillBeUsed: async ({ cachedResponse }) =>
      cachedResponse && !isTooOld(cachedResponse) ? cachedResponse : null,
    cacheDidUpdate: async ({ cacheName }) => {
      // The caches may have been cleared while this response was being stored.
      if ((await owner()) === undefined) await caches.delete(cacheName);
      if (!(await caches.has(cacheName))) return;
      const cache = await caches.open(cacheName);
      const keys = await cache.keys();
      await Promise.all(keys.slice(0, Math.max(0, keys.length - entries)).map((key) => cache.delete(key)));
    },
  };
}

/** The age of a response in milliseconds; 0 if it has no date. */
export function ageOf(response: Response): number {
  const date = Date.parse(response.headers.get("Date") ?? "");
  return Number.isNaN(date) ? 0 : Date.now() - date;
}

/**
 * Clears the caches when a page was rendered for another person or for no one: the owner's session
 * has ended.
 */
export async function checkViewer(response: Response): Promise<void> {
  const viewer = response.headers.get(VIEWER_HEADER);
  // Without an owner too, because nothing of a previous one may remain.
  if (viewer && (await owner()) !== viewer) await deleteCached();
}
