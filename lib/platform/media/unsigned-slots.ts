import "server-only";
import { ApiError } from "@/lib/platform/errors";

/**
 * Limits concurrent uploads whose file precedes its signature (browsers send fields in the order
 * the page added them), so that their sender is still unknown. Signed uploads are limited when they
 * are signed. When all slots are taken, the slowest sender loses its slot, so that slots cannot be
 * blocked by sending almost nothing.
 */

const SLOTS = 24;
/** A sender is safe in the first seconds, and at this speed: 100 MB in under half an hour. */
const GRACE_MS = 10_000;
const FAST_BYTES_PER_MS = 64;

type Sender = {
  /** Bytes received so far. */
  received: () => number;
  stop: (reason: ApiError) => void;
};

const slots = new Map<Sender, number>();

/**
 * Takes a slot and returns a function that releases it. Throws `unavailable` (503) if none is free.
 */
export function takeSlot(sender: Sender): () => void {
  if (slots.size >= SLOTS) {
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
