/**
 * The scripts, styles and fonts of a build. Their names change with their content, so a cached copy
 * never goes stale. The worker's route writes the list into the worker (app/sw.js).
 */

import { OFFLINE } from "@/lib/paths";

declare const ASSETS: readonly string[];
declare const BUILD: string;

/** False in `npm run dev`, which has no list because files change without changing their names. */
export const isCachingEnabled = () => ASSETS.length > 0;

const CACHE_PREFIX = "assets-";
const CACHE_NAME = CACHE_PREFIX + BUILD;
/** Few at a time, so that the person's own requests are not slowed down. */
const PARALLEL_FETCHES = 3;

/**
 * Fetches what may be needed offline: the offline page and all assets, including the ones of lazily
 * loaded components. With the browser's data saver on, assets are only cached when they are used.
 */
export async function installAssets(): Promise<void> {
  const cache = await caches.open(CACHE_NAME);
  // Without credentials, because the offline page is the same for everyone.
  await cache.put(OFFLINE, await fetchOk(OFFLINE, { credentials: "omit", cache: "reload" }));
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const remaining = [...ASSETS];
  const fetchNext = async () => {
    for (let path = remaining.shift(); path; path = remaining.shift()) {
      try {
        const cached = await caches.match(path);
        await cache.put(path, cached ?? (await fetchOk(path)));
      } catch {
        // It is cached when it is used.
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_FETCHES }, fetchNext));
}

async function fetchOk(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response;
}

/**
 * Deletes all but the last two builds: cached pages may still need the files of the previous one.
 */
export async function deleteOldAssets(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(names.slice(0, -2).map((name) => caches.delete(name)));
}

/** Answers from the cache of any build, or from the network. */
export async function asset({ request }: { request: Request }): Promise<Response> {
  const copy = await caches.match(request, { ignoreVary: true });
  if (copy) return copy;
  const response = await fetch(request);
  if (response.status !== 200) return response;
  try {
    const cache = await caches.open(CACHE_NAME);
    await cache.put(request, response.clone());
  } catch {
    // The device's storage is full: the page works all the same, while there is a connection.
  }
  return response;
}
