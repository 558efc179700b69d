import { NetworkFirst, type SerwistPlugin } from "serwist";
import { CACHE_NAMES, CACHED_PAGE_MARK, deleteCached, VIEWER_HEADER } from "@/lib/offline/cache-names";
import { COMPOSE_OFFLINE, COMPOSE_ON_PHONE, HOME, NOTIFICATIONS, OFFLINE, OWN_PROFILE } from "@/lib/paths";
import { SCREENS } from "@/lib/screens";
import {
  ageOf,
  checkViewer,
  expirationPlugin,
  notDroppedPlugin,
  owner,
  ownerKeyPlugin,
  ownerOnlyPlugin,
  pageKey,
  startRequest,
} from "./plugins";

/** Pages come from the network if it responds, else from the cache, else it is the offline page. */

/** The pages to cache: what people read, and where they write (`offline` in lib/screens.ts). */
const STORED_PAGES = new RegExp(
  `^(?:${SCREENS.filter(({ offline }) => offline)
    .map(({ path }) => path.replace(/\{\w+Id\}/, "[0-9a-f-]{36}").replace(/\{\w+\}/, "[^/]+"))
    .join("|")})$`,
);

/** Pages with a query (a search, something shared) are not cached: they are for one moment. */
const isStored = ({ pathname, search }: URL) => STORED_PAGES.test(pathname) && search === "";

/** After this many seconds without a response a copy is served, if there is one. */
const NETWORK_TIMEOUT_SECONDS = 5;

/**
 * The page on screen is fetched again when its copy is older than this: links do not load pages, so
 * viewing one does not refresh its copy.
 */
const COPY_MAX_AGE_MS = 10 * 60_000;
/** The pages people return to are refreshed on any page view. */
const HOME_MAX_AGE_MS = 60 * 60_000;
const homePages = (personId: string) => [HOME, `/profile/${personId}`, NOTIFICATIONS, COMPOSE_OFFLINE];

/**
 * Marks a copy and its date in a header that the page reads with the performance API
 * (lib/offline/client/connection.ts).
 */
const markCopyPlugin: SerwistPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => {
    if (!cachedResponse) return null;
    const headers = new Headers(cachedResponse.headers);
    headers.set("Server-Timing", `${CACHED_PAGE_MARK};desc="${headers.get("Date") ?? ""}"`);
    return new Response(cachedResponse.body, { status: 200, headers });
  },
};

const isFor = (personId: string, response: Response) => response.headers.get(VIEWER_HEADER) === personId;

export const pages = new NetworkFirst({
  cacheName: CACHE_NAMES.pages,
  networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
  // The keys are plain URLs, while pages of Next.js vary by headers that only its router sends.
  matchOptions: { ignoreVary: true },
  plugins: [
    ownerKeyPlugin(pageKey),
    notDroppedPlugin,
    {
      // This runs for every page from the network, whether it is cached or not.
      cacheWillUpdate: async ({ response }) => {
        await checkViewer(response);
        return response;
      },
    },
    ownerOnlyPlugin(
      (request, response, personId) =>
        isStored(new URL(request.url)) &&
        !response.redirected &&
        response.type === "basic" &&
        isFor(personId, response),
    ),
    expirationPlugin(24, 7),
    {
      // Whatever the key says, a copy is only served to the person it was rendered for.
      cachedResponseWillBeUsed: async ({ cachedResponse }) => {
        const personId = await owner();
        return cachedResponse && personId && isFor(personId, cachedResponse) ? cachedResponse : null;
      },
    },
    markCopyPlugin,
    { handlerDidError: async ({ request }) => offlineAnswer(new URL(request.url)) },
  ],
});

async function offlineAnswer(url: URL): Promise<Response | undefined> {
  const personId = await owner();
  // These two redirect on the server, which can't be reached.
  if (personId && url.pathname === OWN_PROFILE) return Response.redirect(`/profile/${personId}`);
  if (personId && url.pathname === COMPOSE_ON_PHONE) return Response.redirect(COMPOSE_OFFLINE);
  return caches.match(OFFLINE, { ignoreVary: true });
}

/** How many pictures are preloaded for a copy that has not been viewed yet. */
const PRELOADED_PICTURES = 8;
const PICTURE = /<img[^>]* src="(https?:[^"]+)"/g;

/**
 * Refreshes the copies of the page on screen and of the home pages; with `savesData` only of the
 * page on screen. Returns the URLs of pictures on refreshed home pages, which are not loaded yet.
 */
export async function refreshCopies(personId: string, path: string, savesData: boolean): Promise<string[]> {
  const pictures: string[] = [];
  try {
    await refreshCopy(personId, path, COPY_MAX_AGE_MS);
    for (const home of savesData ? [] : homePages(personId)) {
      const html = await refreshCopy(personId, home, HOME_MAX_AGE_MS);
      const urls = [...(html ?? "").matchAll(PICTURE)].map(([, url = ""]) => url);
      pictures.push(...urls.slice(0, PRELOADED_PICTURES));
    }
  } catch {
    // Offline: the copies stay as they are.
  }
  return pictures;
}

/** The HTML of the new copy; undefined if the old one is recent enough or nothing may be stored. */
async function refreshCopy(personId: string, path: string, maxAge: number): Promise<string | undefined> {
  if (!STORED_PAGES.test(path)) return undefined;
  const url = new URL(path, self.location.origin).href;
  const key = pageKey(personId, url);
  const copy = await caches.match(key, { cacheName: CACHE_NAMES.pages, ignoreVary: true });
  if (copy && ageOf(copy) < maxAge) return undefined;
  const request = startRequest();
  const response = await fetch(url, { headers: { Accept: "text/html" }, redirect: "manual" });
  if (response.status !== 200) return undefined;
  await checkViewer(response);
  if (!isFor(personId, response)) return undefined;
  const html = await response.clone().text();
  // Checked last, because the session may have ended while the response was read.
  if ((await owner()) !== personId || request.isStale()) return undefined;
  const cache = await caches.open(CACHE_NAMES.pages);
  await cache.put(key, response);
  // The caches may have been cleared while this copy was being stored.
  if ((await owner()) !== personId) await deleteCached();
  return html;
}
