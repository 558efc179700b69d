import "server-only";
import { open } from "node:fs/promises";
import { deliveryUrl, mediaHost } from "@/lib/platform/media";
import { HOST_TIMEOUT_MS, hostUnavailable, type MediaRef } from "@/lib/platform/media/host";
import { onMissing, pathOf } from "@/lib/platform/media/local-files";

/** Read size, in bytes. */
const CHUNK = 256 * 1024;

/**
 * The content of a stored file; null if the host has no such file. Throws `provider_failed` when
 * the host does not start responding.
 */
export function openMedia(asset: MediaRef & { format: string }): Promise<AsyncIterable<Uint8Array> | null> {
  return mediaHost().name === "local" ? openLocal(asset) : openRemote(deliveryUrl(asset));
}

async function openLocal({ publicId, format }: MediaRef & { format: string }) {
  const file = await open(pathOf(publicId, `master.${format}`), "r").catch(onMissing(null));
  return file && (file.createReadStream({ highWaterMark: CHUNK }) as AsyncIterable<Uint8Array>);
}

async function openRemote(url: string): Promise<AsyncIterable<Uint8Array> | null> {
  const controller = new AbortController();
  // The timeout covers only the response headers: a video takes as long as it takes.
  const timer = setTimeout(() => controller.abort(), HOST_TIMEOUT_MS);
  try {
    const response = await fetch(url, { signal: controller.signal });
    if (response.status === 404) return null;
    if (!response.ok || !response.body) throw new Error(`The media host answered ${response.status}.`);
    return response.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw hostUnavailable(cause);
  } finally {
    clearTimeout(timer);
  }
}
