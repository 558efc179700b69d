import { NetworkFirst, type SerwistPlugin } from "serwist";
import { CACHE_NAMES, deleteCached, VIEWER_HEADER } from "@/lib/offline/cache-names";
import { COMPOSE_OFFLINE, COMPOSE_ON_PHONE, HOME, NOTIFICATIONS, OFFLINE, OWN_PROFILE } from "@/lib/paths";
import { SCREENS } from "@/lib/screens";
import {
  ageOf,
  checkViewer,
  expirationPlugin,
  owner,
  ownerKeyPlugin,
  ownerOnlyPlugin,
  pageKey,
} from "./plugins";

/**
 * Pages: from the network when it answers, else the last copy, else the page that says there is no
 * connection.
 */

/**
 * Pages worth storing: what one reads, and where one writes. Nothing of signing in, of settings or
 * of development.
 */
const STORED_PAGES = new RegExp(
  `^(?:${SCREENS.filter(({ offline }) => offline)
    .map(({ path }) => path.replace(/\{\w+Id\}/, "[0-9a-f-]{36}").replace(/\{\w+\}/, "[^/]+"))
    .join("|")})$`,
);

/** What stands behind a `?` (a search, something shared) is of the moment. */
const isStored = ({ pathname, search }: URL) => STORED_PAGES.test(pathname) && search === "";

/**
 * After so many seconds without an answer a copy is better than a blank screen. Without a copy one
 * waits on.
 */
const PATIENCE = 5;

/**
 * A page that is on the screen without having been loaded (links load no page) is fetched when the
 * copy is older, in ms.
 */
const COPY_MAX_AGE = 10 * 60_000;
/** The pages everybody comes back to are looked after from anywhere. */
const HOME_MAX_AGE = 60 * 60_000;
const homePages = (personId: string) => [HOME, `/profile/${personId}`, NOTIFICATIONS, COMPOSE_OFFLINE];

/**
 * A kept copy says so, and of when it is: the page can read it with the performance API
 * (lib/offline/client/connection.ts).
 */
const marked: SerwistPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => {
    if (!cachedResponse) return null;
    const headers = new Headers(cachedResponse.headers);
    headers.set("Server-Timing", `kept;desc="${headers.get("Date") ?? ""}"`);
    return new Response(cachedResponse.body, { status: 200, headers });
  },
};

const isOwners = (response: Response, personId: string) => response.headers.get(VIEWER_HEADER) === personId;

export const pages = new NetworkFirst({
  cacheName: CACHE_NAMES.pages,
  networkTimeoutSeconds: PATIENCE,
  // The keys are addresses alone, and Next.js lets its pages vary by headers only its own requests
  // have.
  matchOptions: { ignoreVary: true },
  plugins: [
    ownerKeyPlugin(pageKey),
    {
      // Sees every page that comes from the network, kept or not.
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
        isOwners(response, personId),
    ),
    expirationPlugin(24, 7),
    {
      // Whatever the key says: a copy names its person, and is shown to nobody else.
      cachedResponseWillBeUsed: async ({ cachedResponse }) => {
        const personId = await owner();
        return cachedResponse && personId && isOwners(cachedResponse, personId) ? cachedResponse : null;
      },
    },
    marked,
    { handlerDidError: async ({ request }) => offlineAnswer(new URL(request.url)) },
  ],
});

async function offlineAnswer(url: URL): Promise<Response | undefined> {
  const personId = await owner();
  // The server would say whose profile it is.
  if (personId && url.pathname === OWN_PROFILE) return Response.redirect(`/profile/${personId}`);
  if (personId && url.pathname === COMPOSE_ON_PHONE) return Response.redirect(COMPOSE_OFFLINE);
  return caches.match(OFFLINE, { ignoreVary: true });
}

/** So many pictures of a page nobody has seen yet come with its copy. */
const PICTURES_AHEAD = 8;
const PICTURE = /<img[^>]* src="(https?:[^"]+)"/g;

/**
 * Brings the copies of the page on the screen, and of the home pages, up to date; with `savesData`
 * only the one that was asked for. Gives the addresses of pictures on new copies of pages that are
 * not on the screen.
 */
export async function refreshCopies(personId: string, path: string, savesData: boolean): Promise<string[]> {
  const pictures: string[] = [];
  try {
    await refreshCopy(personId, path, COPY_MAX_AGE);
    for (const home of savesData ? [] : homePages(personId)) {
      const text = await refreshCopy(personId, home, HOME_MAX_AGE);
      const found = [...(text ?? "").matchAll(PICTURE)].map(([, address = ""]) => address);
      pictures.push(...found.slice(0, PICTURES_AHEAD));
    }
  } catch {
    // No connection: the copies stay as they are.
  }
  return pictures;
}

/** The new copy's text; undefined when the copy that is there will do, or none may be kept. */
async function refreshCopy(personId: string, path: string, maxAge: number): Promise<string | undefined> {
  if (!STORED_PAGES.test(path)) return undefined;
  const url = new URL(path, self.location.origin).href;
  const key = pageKey(personId, url);
  const copy = await caches.match(key, { cacheName: CACHE_NAMES.pages, ignoreVary: true });
  if (copy && ageOf(copy) < maxAge) return undefined;
  const response = await fetch(url, { headers: { Accept: "text/html" }, redirect: "manual" });
  if (response.status !== 200) return undefined;
  await checkViewer(response);
  if (!isOwners(response, personId)) return undefined;
  const text = await response.clone().text();
  // Asked last of all: reading takes its time, and the session may be over by now.
  if ((await owner()) !== personId) return undefined;
  const cache = await caches.open(CACHE_NAMES.pages);
  await cache.put(key, response);
  // Put away while everything was being forgotten, it goes too.
  if ((await owner()) !== personId) await deleteCached();
  return text;
}
