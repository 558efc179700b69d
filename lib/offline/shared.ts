/**
 * What another app shared into this one, between the worker that receives it and the composer that
 * takes it up.
 */

import { SHARED_CACHE } from "@/lib/offline/cache-names";

const TEXT = "/shared/text";
const fileKey = (index: number) => `/shared/file/${index}`;

/**
 * So long something shared waits for its composer, in milliseconds: time enough to sign in first.
 */
const WAITS = 10 * 60_000;

export type Shared = { text: string; files: File[] };

/** Puts it away in place of anything shared before. */
export async function putShared({ text, files }: Shared): Promise<void> {
  await caches.delete(SHARED_CACHE);
  const cache = await caches.open(SHARED_CACHE);
  const at = String(Date.now());
  await cache.put(TEXT, new Response(text, { headers: { "X-Shared-At": at } }));
  // A post has one photo or video; the second tells the composer that there were more.
  for (const [index, file] of files.slice(0, 2).entries()) {
    const headers = { "Content-Type": file.type, "X-File-Name": encodeURIComponent(file.name) };
    await cache.put(fileKey(index), new Response(file, { headers }));
  }
}

/**
 * Takes it: whoever asks next finds nothing. Undefined when nothing was shared, or too long ago.
 */
export async function takeShared(): Promise<Shared | undefined> {
  if (typeof caches === "undefined" || !(await caches.has(SHARED_CACHE))) return undefined;
  const cache = await caches.open(SHARED_CACHE);
  const text = await cache.match(TEXT);
  const stored = await Promise.all([0, 1].map((index) => cache.match(fileKey(index))));
  const files = await Promise.all(stored.filter((answer) => answer !== undefined).map(readFile));
  await caches.delete(SHARED_CACHE);
  if (!text || Date.now() - Number(text.headers.get("X-Shared-At")) > WAITS) return undefined;
  return { text: await text.text(), files };
}

async function readFile(answer: Response): Promise<File> {
  const name = decodeURIComponent(answer.headers.get("X-File-Name") ?? "") || "shared";
  return new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") ?? "" });
}

/** Forgets what nobody took in time. */
export async function forgetOldShared(): Promise<void> {
  const text = await caches.match(TEXT, { cacheName: SHARED_CACHE });
  if (text && Date.now() - Number(text.headers.get("X-Shared-At")) > WAITS) await caches.delete(SHARED_CACHE);
}
