/**
 * The scripts, styles and fonts of a build. Their names change with their content, so a copy is as
 * good as the original. The list is written into the worker by its route (app/sw.js).
 */

import { OFFLINE } from "@/lib/paths";

declare const ASSETS: readonly string[];
declare const BUILD: string;

/**
 * The worker of `npm run dev` has no list: files change under their names there, and nothing is
 * kept.
 */
export const isCachingEnabled = () => ASSETS.length > 0;

const PREFIX = "assets-";
const NAME = PREFIX + BUILD;
/** Fetched at a time: what the person does meanwhile comes first. */
const AT_ONCE = 3;

/**
 * Fetches what a person without a connection may need next: the page that says so, and the parts of
 * the app that are only loaded when they are used. One who asked the browser to save data gets
 * these as they use them.
 */
export async function installAssets(): Promise<void> {
  const cache = await caches.open(NAME);
  // Without credentials: it is everybody's page and has nobody in it.
  await cache.put(OFFLINE, await fetchGood(OFFLINE, { credentials: "omit", cache: "reload" }));
  const { connection } = navigator as WorkerNavigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const left = [...ASSETS];
  const fetchNext = async () => {
    for (let path = left.shift(); path; path = left.shift()) {
      try {
        const before = await caches.match(path);
        await cache.put(path, before ?? (await fetchGood(path)));
      } catch {
        // Not now: it is put away when it is used.
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

async function fetchGood(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response;
}

/** Forgets builds but the last two: kept pages may be of the one before, and need its files. */
export async function forgetOldAssets(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.slice(0, -2).map((name) => caches.delete(name)));
}

/** A file of any of the builds that are kept, or from the network. */
export async function asset({ request }: { request: Request }): Promise<Response> {
  const copy = await caches.match(request, { ignoreVary: true });
  if (copy) return copy;
  const response = await fetch(request);
  if (response.status === 200) {
    const cache = await caches.open(NAME);
    await cache.put(request, response.clone());
  }
  return response;
}
