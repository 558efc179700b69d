import type { SerwistPlugin } from "serwist";
import { CACHE_NAMES, deleteCached, VIEWER_HEADER } from "@/lib/offline/cache-names";

/**
 * Whose things are kept, and that nobody else ever sees them. Three things have to agree: the
 * person a page on the screen named (its stored session), the person the server says an answer is
 * for, and the person under whose id it was put away.
 */

const OWNER_KEY = "/owner";

/**
 * Whose things are kept here; undefined when nobody's are. Asked anew each time: a page may have
 * emptied the caches.
 */
export async function owner(): Promise<string | undefined> {
  const answer = await caches.match(OWNER_KEY, { cacheName: CACHE_NAMES.owner });
  return answer?.text();
}

/** Counts how often everything was forgotten, so that what began before does not bring it back. */
let timesForgotten = 0;

/** Forgets what is kept of everybody; with `everything` also what was shared. */
export async function forget(what: { everything: boolean }): Promise<void> {
  timesForgotten += 1;
  await deleteCached(what);
}

/** From now on things of this person are kept, and everything of anybody else is forgotten. */
export async function setOwner(personId: string): Promise<void> {
  const before = timesForgotten;
  if ((await owner()) === personId) return;
  await deleteCached();
  const cache = await caches.open(CACHE_NAMES.owner);
  await cache.put(OWNER_KEY, new Response(personId));
  if (timesForgotten !== before) await deleteCached();
}

/** The address under which something of a person is put away: another person's address differs. */
export function keyFor(personId: string, url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search}${search ? "&" : "?"}kept-for=${personId}`;
}

/** Whether something was put away for this person. */
export const isKeyOf = (personId: string, key: string) =>
  new URL(key).searchParams.get("kept-for") === personId;

/** The page is its path: what follows a `?` is not kept apart. */
export const pageKey = (personId: string, url: string) =>
  keyFor(personId, new URL(url).origin + new URL(url).pathname);

/**
 * What is put away and looked up belongs to the owner. Without one the address is one that is never
 * there.
 */
export function ownerKeyPlugin(key: (personId: string, url: string) => string): SerwistPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => key((await owner()) ?? "nobody", request.url),
  };
}

/** Keeps only what `isOwners` says is the owner's, and nothing when there is no owner. */
export function ownerOnlyPlugin(
  isOwners: (request: Request, response: Response, personId: string) => boolean,
): SerwistPlugin {
  return {
    cacheWillUpdate: async ({ request, response }) => {
      const personId = await owner();
      const keep = personId !== undefined && response.status === 200 && isOwners(request, response, personId);
      return keep ? response : null;
    },
  };
}

/**
 * Keeps at most so many answers, the latest, none longer than `days`. What was put away first goes
 * first.
 */
export function expirationPlugin(entries: number, days: number): SerwistPlugin {
  const isTooOld = (response: Response) => ageOf(response) > days * 24 * 60 * 60 * 1000;
  return {
    cachedResponseWillBeUsed: async ({ cachedResponse }) =>
      cachedResponse && !isTooOld(cachedResponse) ? cachedResponse : null,
    cacheDidUpdate: async ({ cacheName }) => {
      // Put away while everything was being forgotten, it goes too.
      if ((await owner()) === undefined) await caches.delete(cacheName);
      if (!(await caches.has(cacheName))) return;
      const cache = await caches.open(cacheName);
      const keys = await cache.keys();
      await Promise.all(keys.slice(0, Math.max(0, keys.length - entries)).map((key) => cache.delete(key)));
    },
  };
}

/** How old an answer is, in milliseconds; one that does not say so is of no age. */
export function ageOf(response: Response): number {
  const made = Date.parse(response.headers.get("Date") ?? "");
  return Number.isNaN(made) ? 0 : Date.now() - made;
}

/**
 * A page that came for somebody else, or for nobody, means that the owner's session is over here.
 */
export async function checkViewer(response: Response): Promise<void> {
  const viewer = response.headers.get(VIEWER_HEADER);
  // Also without an owner: nothing of one who is gone may be left.
  if (viewer && (await owner()) !== viewer) await deleteCached();
}
