import { NetworkFirst, type SerwistPlugin } from "serwist";
import { KEPT, VIEWER_HEADER } from "@/lib/offline/kept";
import { ageOf, keyedBy, limitedTo, noticeViewer, onlyOwners, owner, pageKey } from "./keep";

/** Pages: from the network when it answers, else the last copy, else the page that says there is no connection. */

export const OFFLINE = "/offline";

/** Pages worth keeping: what one reads, and where one writes. Nothing of signing in, of settings or of development. */
const KEEPS =
  /^\/(mainfeed|posts-feed|notify|search-users|create-post|(profile|post)\/[0-9a-f-]{36}|tag\/[^/]+)$/;

/** After so many seconds without an answer a copy is better than a blank screen. Without a copy one waits on. */
const PATIENCE = 5;

/** A page that is on the screen without having been loaded (links load no page) is fetched when the copy is older, in ms. */
const COPY_MAX_AGE = 10 * 60_000;
/** The pages everybody comes back to are looked after from anywhere. */
const HOME_MAX_AGE = 60 * 60_000;
const homePages = (personId: string) => ["/mainfeed", `/profile/${personId}`, "/notify", "/create-post"];

/** A kept copy says so, and of when it is: the page can read it with the performance API (lib/offline/connection.ts). */
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
  cacheName: KEPT.pages,
  networkTimeoutSeconds: PATIENCE,
  // The keys are addresses alone, and Next.js lets its pages vary by headers only its own requests have.
  matchOptions: { ignoreVary: true },
  plugins: [
    keyedBy(pageKey),
    {
      // Sees every page that comes from the network, kept or not.
      cacheWillUpdate: async ({ response }) => {
        await noticeViewer(response);
        return response;
      },
    },
    onlyOwners(
      (request, response, personId) =>
        KEEPS.test(new URL(request.url).pathname) &&
        !response.redirected &&
        response.type === "basic" &&
        isOwners(response, personId),
    ),
    limitedTo(24, 7),
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
  if (personId && url.pathname === "/profile") return Response.redirect(`/profile/${personId}`);
  if (personId && url.pathname === "/create-post-modal-mobile") return Response.redirect("/create-post");
  return caches.match(OFFLINE, { ignoreVary: true });
}

/** Brings the copies of the page on the screen, and of the home pages, up to date. */
export async function refreshCopies(personId: string, path: string): Promise<void> {
  try {
    await refreshCopy(personId, path, COPY_MAX_AGE);
    for (const home of homePages(personId)) await refreshCopy(personId, home, HOME_MAX_AGE);
  } catch {
    // No connection: the copies stay as they are.
  }
}

async function refreshCopy(personId: string, path: string, maxAge: number): Promise<void> {
  if (!KEEPS.test(path)) return;
  const url = new URL(path, self.location.origin).href;
  const key = pageKey(personId, url);
  const copy = await caches.match(key, { cacheName: KEPT.pages, ignoreVary: true });
  if (copy && ageOf(copy) < maxAge) return;
  const response = await fetch(url, { headers: { Accept: "text/html" }, redirect: "manual" });
  if (response.status !== 200) return;
  await noticeViewer(response);
  if (!isOwners(response, personId) || (await owner()) !== personId) return;
  const cache = await caches.open(KEPT.pages);
  await cache.put(key, response);
}
