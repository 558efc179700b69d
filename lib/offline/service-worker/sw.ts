import { CacheFirst, NetworkFirst, Serwist } from "serwist";
import { CACHE_NAMES, type ClearMessage, type PageViewMessage } from "@/lib/offline/cache-names";
import { forgetOldShared } from "@/lib/offline/shared";
import { tokenOwner } from "@/lib/offline/token-owner";
import { asset, forgetOldAssets, installAssets, isCachingEnabled } from "./assets";
import { pages, refreshCopies } from "./pages";
import {
  expirationPlugin,
  forget,
  isKeyOf,
  keyFor,
  owner,
  ownerKeyPlugin,
  ownerOnlyPlugin,
  setOwner,
} from "./plugins";
import { endPush, listenToPush } from "./push";
import { share } from "./share";

/**
 * The one service worker: what a person saw last without a connection (docs/decisions/0009), what
 * other apps share into this one, and push. A new one waits until the person asks for it
 * (components/shell/update-notice.tsx).
 */

declare const self: ServiceWorkerGlobalScope;

/**
 * First pages and single things: enough to read on. Whatever has a cursor is further down a list.
 */
const ID = "[0-9a-f-]{36}";
const KEPT_CALLS = new RegExp(
  `^/api/(posts|posts/trending-tags|posts/${ID}|posts/${ID}/comments|users/suggestions|users/${ID}|users/${ID}/posts|notifications)$`,
);
const isFirstPage = ({ searchParams }: URL) =>
  !searchParams.has("cursor") && (searchParams.get("page") ?? "1") === "1";

/**
 * Pictures of posts and people at either media host (Cloudinary's grammar). Videos are too large to
 * keep.
 */
const MEDIA = /\/(image|video)\/upload\//;

const bearerOf = (request: Request) =>
  tokenOwner(request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? "");

const answers = new NetworkFirst({
  cacheName: CACHE_NAMES.answers,
  matchOptions: { ignoreVary: true },
  plugins: [
    { cacheKeyWillBeUsed: async ({ request }) => keyFor(bearerOf(request) ?? "nobody", request.url) },
    ownerOnlyPlugin((request, _response, personId) => bearerOf(request) === personId),
    expirationPlugin(80, 7),
  ],
});

const media = new CacheFirst({
  cacheName: CACHE_NAMES.media,
  matchOptions: { ignoreVary: true },
  plugins: [
    ownerKeyPlugin(keyFor),
    ownerOnlyPlugin(() => true),
    expirationPlugin(200, 7),
    {
      // An answer one may not look into counts as several megabytes: Cloudinary's allows it when
      // asked.
      requestWillFetch: async ({ request }) =>
        new URL(request.url).origin === self.location.origin
          ? request
          : new Request(request.url, { mode: "cors", credentials: "omit" }),
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
          KEPT_CALLS.test(url.pathname) &&
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
  self.addEventListener("activate", (event) => event.waitUntil(forgetOldAssets()));
  self.addEventListener("fetch", serwist.handleFetch);
  self.addEventListener("message", (event) => {
    const message: PageViewMessage | ClearMessage | undefined = event.data;
    if (message?.type === "forget") event.waitUntil(forgetPerson(message));
    if (message?.type === "here") event.waitUntil(here(event, message));
  });
}

async function forgetPerson({ everything }: ClearMessage): Promise<void> {
  await Promise.all([forget({ everything }), everything && endPush()]);
}

async function here(event: ExtendableMessageEvent, message: PageViewMessage): Promise<void> {
  const { personId, path, pictures, savesData } = message;
  // First of all: what comes after this message may be that the session is over.
  await setOwner(personId);
  await forgetOldShared();
  const further = await refreshCopies(personId, path, savesData);
  const wanted = [...pictures, ...further].filter((picture) => MEDIA.test(new URL(picture).pathname));
  // One that fails is fetched when it is shown again.
  await Promise.allSettled(
    wanted.map((url) => media.handle({ event, request: new Request(url, { mode: "no-cors" }) })),
  );
}

/** The same picture in another size, which is better than none. */
async function otherSize(url: string): Promise<Response | undefined> {
  const personId = await owner();
  if (!personId || !(await caches.has(CACHE_NAMES.media))) return undefined;
  const cache = await caches.open(CACHE_NAMES.media);
  const kept = (await cache.keys()).find(
    (key) => nameOf(key.url) === nameOf(url) && isKeyOf(personId, key.url),
  );
  return kept && cache.match(kept, { ignoreVary: true });
}

/** A medium's folder and name, without its size and format. */
const nameOf = (url: string) =>
  new URL(url).pathname
    .split("/")
    .slice(-2)
    .join("/")
    .replace(/\.\w+$/, "");

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
listenToPush();
