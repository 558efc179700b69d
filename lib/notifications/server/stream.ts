import "server-only";
import { StreamHub, type StreamRequest, unavailable } from "@/lib/notifications/server/stream-hub";
import { env } from "@/lib/platform/env";
import { listenAddress } from "@/lib/platform/realtime-listener";

/** This instance's hub, which has to survive a reload of this module in development. */
const globalForHub = globalThis as typeof globalThis & { campusCircleStreams?: StreamHub };

/** Emitted by scripts/server/serve.mjs on shutdown, which open streams would block. */
const STOPPING = "campus-circle:stopping";

/**
 * Opens a stream on this instance's hub, which is created on first use. Throws as `StreamHub.open`
 * does; when streams are off or impossible, with a long `Retry-After`.
 */
export async function openStream(request: StreamRequest): Promise<ReadableStream<Uint8Array>> {
  const address = env().LIVE_NOTIFICATIONS ? listenAddress() : undefined;
  if (!address) throw unavailable(600);
  if (!globalForHub.campusCircleStreams) {
    globalForHub.campusCircleStreams = new StreamHub(address);
    (process as NodeJS.EventEmitter).once(STOPPING, () => void closeStreams());
  }
  return globalForHub.campusCircleStreams.open(request);
}

/** How many streams this instance has open. */
export const openStreamCount = (): number => globalForHub.campusCircleStreams?.count() ?? 0;

/** Ends this instance's streams and closes its listening connection. */
export async function closeStreams(): Promise<void> {
  await globalForHub.campusCircleStreams?.close();
}
