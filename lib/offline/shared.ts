/**
 * What another app shares into this one: the service worker stores it and the composer takes it.
 */

import { SHARED_CACHE } from "@/lib/offline/cache-names";

const TEXT = "/shared/text";
const fileKey = (index: number) => `/shared/file/${index}`;

/** One more than a post may have: the composer says that it was left out. */
const FILES_MAX = 11;

/** How long something shared is stored, in milliseconds: long enough to sign in first. */
const EXPIRES_AFTER = 10 * 60_000;

export type Shared = { text: string; files: File[] };

/** Stores what was shared and replaces anything shared before. */
export async function putShared({ text, files }: Shared): Promise<void> {
  await caches.delete(SHARED_CACHE);
  const cache = await caches.open(SHARED_CACHE);
  const at = String(Date.now());
  await cache.put(TEXT, new Response(text, { headers: { "X-Shared-At": at } }));
  for (const [index, file] of files.slice(0, FILES_MAX).entries()) {
    const headers = { "Content-Type": file.type, "X-File-Name": encodeURIComponent(file.name) };
    await cache.put(fileKey(index), new Response(file, { headers }));
  }
}

/** Returns what was shared and deletes it. Undefined if there is nothing, or it has expired. */
export async function takeShared(): Promise<Shared | undefined> {
  if (typeof caches === "undefined" || !(await caches.has(SHARED_CACHE))) return undefined;
  const cache = await caches.open(SHARED_CACHE);
  const text = await cache.match(TEXT);
  const keys = Array.from({ length: FILES_MAX }, (_, index) => fileKey(index));
  const stored = await Promise.all(keys.map((key) => cache.match(key)));
  const files = await Promise.all(stored.filter((answer) => answer !== undefined).map(readFile));
  await caches.delete(SHARED_CACHE);
  if (!text || Date.now() - Number(text.headers.get("X-Shared-At")) > EXPIRES_AFTER) return undefined;
  return { text: await text.text(), files };
}

async function readFile(answer: Response): Promise<File> {
  const name = decodeURIComponent(answer.headers.get("X-File-Name") ?? "") || "shared";
  return new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") ?? "" });
}

/** Deletes what the composer did not take in time. */
export async function deleteExpiredShared(): Promise<void> {
  const text = await caches.match(TEXT, { cacheName: SHARED_CACHE });
  if (text && Date.now() - Number(text.headers.get("X-Shared-At")) > EXPIRES_AFTER)
    await caches.delete(SHARED_CACHE);
}
