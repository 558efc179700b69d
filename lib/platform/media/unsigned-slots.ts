import "server-only";
import { ApiError } from "@/lib/platform/errors";
import { UPLOAD_BYTES_MAX } from "@/lib/platform/media/host";

/**
 * Limits concurrent uploads whose file precedes its signature (browsers send fields in the order
 * the page added them), so that their sender is still unknown. They share a few slots and a small
 * part of the disk, of which signed uploads need nothing. When either is taken, the slowest sender
 * gives way, so that neither can be blocked by sending almost nothing.
 */

const SLOTS = 24;
/** What all of them may write together: three of the largest videos, with their posters. */
const BYTES = 3 * (UPLOAD_BYTES_MAX.video + UPLOAD_BYTES_MAX.image) + 1024 ** 2;
/** A sender is safe in the first seconds, and at this speed: 100 MB in under half an hour. */
const GRACE_MS = 10_000;
const FAST_BYTES_PER_MS = 64;

type Sender = {
  /** How large its form may be. */
  bytes: number;
  /** Bytes received so far. */
  received: () => number;
  stop: (reason: ApiError) => void;
};

const slots = new Map<Sender, number>();

/** How many bytes those without a signature may write. */
export const unsignedBytes = () => [...slots.keys()].reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Takes a slot and returns a function that releases it. Throws `unavailable` (503) if none is free.
 */
export function takeSlot(sender: Sender): () => void {
  while (slots.size >= SLOTS || unsignedBytes() + sender.bytes > BYTES) {
    const slowest = slowestSlot();
    if (!slowest) throw busy();
    slots.delete(slowest);
    slowest.stop(busy());
  }
  slots.set(sender, Date.now());
  return () => slots.delete(sender);
}

function slowestSlot(): Sender | undefined {
  const now = Date.now();
  let slowest: { sender: Sender; pace: number } | undefined;
  for (const [sender, since] of slots) {
    const pace = sender.received() / Math.max(1, now - since);
    if (now - since < GRACE_MS || pace >= FAST_BYTES_PER_MS) continue;
    if (!slowest || pace < slowest.pace) slowest = { sender, pace };
  }
  return slowest?.sender;
}

const busy = () =>
  new ApiError("unavailable", "Many people are uploading right now. Please try again in a few seconds.", {
    headers: { "Retry-After": "5" },
  });
