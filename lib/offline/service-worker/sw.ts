import { NetworkFirst, Serwist } from "serwist";
import {
  ANONYMOUS_VIEWER,
  CACHE_NAMES,
  type ClearMessage,
  type DropMessage,
  type PageViewMessage,
} from "@/lib/offline/cache-names";
import { deleteExpiredShared } from "@/lib/offline/shared";
import { tokenOwner } from "@/lib/offline/token-owner";
import { asset, deleteOldAssets, installAssets, isCachingEnabled } from "./assets";
import { pages, refreshCopies } from "./pages";
import {
  clearCaches,
  dropAnswers,
  expirationPlugin,
  isKeyOf,
  keyFor,
  notDroppedPlugin,
  owner,
  ownerKeyPlugin,
  ownerOnlyPlugin,
  setOwner,
} from "./plugins";
import { endPush, listenToPush } from "./push";
import { share } from "./share";

/**
 * The service worker: offline reading (docs/decisions/0009), what other apps share into this one,
 * and push. A new version waits until the person activates it (components/shell/offline-watch.tsx).
 */

declare const self: ServiceWorkerGlobalScope;

/** The API answers to cache: single resources and first pages of lists. */
const ID = "[0-9a-f-]{36}";
const CACHED_CALLS = new RegExp(
  `^/api/(posts|bookmarks|posts/trending|tags/trending|posts/${ID}|posts/${ID}/comments|users/suggestions|users/${ID}|users/${ID}/posts|notifications|conversations|conversations/${ID}|conversations/${ID}/messages)$`,
);
const isFirstPage = ({ searchParams }: URL) =>
  !searchParams.has("cursor") && (searchParams.get("page") ?? "1") === "1";

/**
 * Media of posts and people, on either media host (Cloudinary's URL format). Only pictures are
 * cached; videos are too large.
 */
const MEDIA = /\/(image|video)\/upload\//;

const bearerOf = (request: Request) =>
  tokenOwner(request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? "");

const answers = new NetworkFirst({
  cacheName: CACHE_NAMES.answers,
  matchOptions: { ignoreVary: true },
  plugins: [
    { cacheKeyWillBeUsed: async ({ request }) => keyFor(bearerOf(request) ?? ANONYMOUS_VIEWER, request.url) },
    notDroppedPlugin,
    ownerOnlyPlugin((request, _response, personId) => bearerOf(request) === personId),
    expirationPlugin(80, 7),
  ],
});

/**
 * The network is asked first, because moderators may have removed what a picture belongs to; for an
 * hour the browser's own cache answers. After this many seconds a stored copy is shown.
 */
const MEDIA_TIMEOUT_SECONDS = 3;
/** What media hosts answer for a file that they deliver to no one (any more). */
const GONE = [401, 403, 404, 410];

const media = new NetworkFirst({
  cacheName: CACHE_NAMES.media,
  networkTimeoutSeconds: MEDIA_TIMEOUT_SECONDS,
  matchOptions: { ignoreVary: true },
  plugins: [
    ownerKeyPlugin(keyFor),
    ownerOnlyPlugin(() => true),
    expirationPlugin(200, 7),
    {
      // An opaque response counts as several megabytes of storage, so ask with CORS, which
      // Cloudinary allows.
      requestWillFetch: async ({ request }) =>
        new URL(request.url).origin === self.location.origin
          ? request
          : new Request(request.url, { mode: "cors", credentials: "omit" }),
      fetchDidSucceed: async ({ request, response }) => {
        if (GONE.includes(response.status)) await dropPicture(request.url);
        return response;
      },
      handlerDidError: async ({ request }) => otherSize(request.url),
    },
  ],
});

if (isCachingEnabled()) {
  const serwist = new Serwist({
    navigationPreload: true,
    runtimeCaching: [
      {
        method: "POST",
        matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname === "/share",
        handler: share,
      },
      { matcher: ({ request }) => request.mode === "navigate", handler: pages },
      {
        matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/_next/static/"),
        handler: asset,
      },
      {
        matcher: ({ url, request, sameOrigin }) =>
          sameOrigin &&
          CACHED_CALLS.test(url.pathname) &&
          isFirstPage(url) &&
          request.headers.has("Authorization"),
        handler: answers,
      },
      {
        matcher: ({ url, request }) => request.destination === "image" && MEDIA.test(url.pathname),
        handler: media,
      },
    ],
  });
  self.addEventListener("install", (event) => event.waitUntil(installAssets()));
  self.addEventListener("activate", (event) => event.waitUntil(deleteOldAssets()));
  self.addEventListener("fetch", serwist.handleFetch);
  self.addEventListener("message", (event) => {
    const message: PageViewMessage | ClearMessage | DropMessage | undefined = event.data;
    if (message?.type === "forget") event.waitUntil(endSession(message));
    if (message?.type === "drop") event.waitUntil(dropAnswers());
    if (message?.type === "here") event.waitUntil(onPageView(event, message));
  });
}

async function endSession({ everything }: ClearMessage): Promise<void> {
  await Promise.all([clearCaches({ everything }), everything && endPush()]);
}

async function onPageView(event: ExtendableMessageEvent, message: PageViewMessage): Promise<void> {
  const { personId, path, pictures, savesData } = message;
  // First, because the next message may say that the session has ended.
  await setOwner(personId);
  await deleteExpiredShared();
  const preloads = await refreshCopies(personId, path, savesData);
  const urls = [...pictures, ...preloads].filter((url) => MEDIA.test(new URL(url).pathname));
  // A picture that fails is fetched when it is shown.
  await Promise.allSettled(
    urls.map((url) => media.handle({ event, request: new Request(url, { mode: "no-cors" }) })),
  );
}

/** A picture that is cached in another size. */
async function otherSize(url: string): Promise<Response | undefined> {
  const personId = await owner();
  if (!personId || !(await caches.has(CACHE_NAMES.media))) return undefined;
  const cache = await caches.open(CACHE_NAMES.media);
  const [cachedKey] = (await keysOf(cache, url)).filter((key) => isKeyOf(personId, key.url));
  return cachedKey && cache.match(cachedKey, { ignoreVary: true });
}

/** Deletes a picture in all cached sizes. */
async function dropPicture(url: string): Promise<void> {
  if (!(await caches.has(CACHE_NAMES.media))) return;
  const cache = await caches.open(CACHE_NAMES.media);
  await Promise.all((await keysOf(cache, url)).map((key) => cache.delete(key)));
}

/** The keys of a picture in all cached sizes. */
const keysOf = async (cache: Cache, url: string) =>
  (await cache.keys()).filter((key) => nameOf(key.url) === nameOf(url));

/** The folder and name of a picture, without its size and format. */
const nameOf = (url: string) =>
  new URL(url).pathname
    .split("/")
    .slice(-2)
    .join("/")
    .replace(/\.\w+$/, "");

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
listenToPush();
