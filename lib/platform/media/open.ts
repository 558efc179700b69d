import "server-only";
import { open } from "node:fs/promises";
import { deliveryUrl, mediaHost } from "@/lib/platform/media";
import { HOST_TIMEOUT, hostUnavailable, type MediaRef } from "@/lib/platform/media/host";
import { onMissing, pathOf } from "@/lib/platform/media/local-files";

/** Read at a time from a file, in bytes. */
const CHUNK = 256 * 1024;

/**
 * The bytes of a file on the media host, as they are kept there; null when it holds none. Throws
 * `provider_failed` when the host does not begin to answer.
 */
export function openMedia(asset: MediaRef & { format: string }): Promise<AsyncIterable<Uint8Array> | null> {
  return mediaHost().name === "local" ? openLocal(asset) : openRemote(deliveryUrl(asset));
}

async function openLocal({ publicId, format }: MediaRef & { format: string }) {
  const file = await open(pathOf(publicId, `master.${format}`), "r").catch(onMissing(null));
  return file && (file.createReadStream({ highWaterMark: CHUNK }) as AsyncIterable<Uint8Array>);
}

async function openRemote(url: string): Promise<AsyncIterable<Uint8Array> | null> {
  const patience = new AbortController();
  // Only the beginning is timed: a film takes as long as it takes.
  const timer = setTimeout(() => patience.abort(), HOST_TIMEOUT);
  try {
    const response = await fetch(url, { signal: patience.signal });
    if (response.status === 404) return null;
    if (!response.ok || !response.body) throw new Error(`The media host answered ${response.status}.`);
    return response.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw hostUnavailable(cause);
  } finally {
    clearTimeout(timer);
  }
}
